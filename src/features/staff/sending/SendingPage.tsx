import { useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { keysOf } from '#contract/keysOf.ts'
import type { PermissionName } from '#contract/staff/roles.ts'
import { ChoiceLink } from '#src/ui/actions/ChoiceLinks.tsx'
import { Tabs } from '#src/ui/actions/Tabs.tsx'
import { StaffPage } from '../parts/StaffPage.tsx'
import { useMay } from '../session.ts'
import { Conversions } from './Conversions.tsx'
import { Parcels } from './Parcels.tsx'
import { Refunds } from './Refunds.tsx'

const route = getRouteApi('/sending')

const parts = {
  parcels: { needs: 'parcel_read', component: Parcels },
  conversions: { needs: 'conversion_read', component: Conversions },
  refunds: { needs: 'refund_read', component: Refunds },
} as const satisfies Record<string, { needs: PermissionName; component: ComponentType }>

/** What leaves the house: parcels, the airline's file, and money that goes back. */
export function SendingPage() {
  const { t } = useLingui()
  const may = useMay()
  const asked = route.useSearch().part
  const titles = { parcels: t`Parcels`, conversions: t`Conversions to miles`, refunds: t`Refunds` }
  const own = keysOf(parts).filter((part) => may(parts[part].needs))
  const part = own.find((one) => one === asked) ?? own[0] ?? 'parcels'
  const Part = parts[part].component
  return (
    <StaffPage title={t`To send`}>
      {own.length > 1 && (
        <Tabs label={t`Parts of this page`}>
          {own.map((one) => (
            <ChoiceLink key={one} to="/sending" search={{ part: one }} isChosen={one === part}>
              {titles[one]}
            </ChoiceLink>
          ))}
        </Tabs>
      )}
      <Part />
    </StaffPage>
  )
}
