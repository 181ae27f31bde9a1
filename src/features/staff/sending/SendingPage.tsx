import { useLingui } from '@lingui/react/macro'
import type { ComponentType } from 'react'
import { keysOf } from '#contract/keysOf.ts'
import type { PermissionName } from '#contract/staff/roles.ts'
import { useAddress } from '../navigation.ts'
import { StaffPage } from '../parts/StaffPage.tsx'
import { Tabs } from '../parts/Tabs.tsx'
import { useMay } from '../session.ts'
import { Conversions } from './Conversions.tsx'
import { Parcels } from './Parcels.tsx'
import { Refunds } from './Refunds.tsx'

const parts = {
  parcels: { needs: 'parcel_read', component: Parcels },
  conversions: { needs: 'conversion_read', component: Conversions },
  refunds: { needs: 'refund_read', component: Refunds },
} as const satisfies Record<string, { needs: PermissionName; component: ComponentType }>

/** What leaves the house: parcels, the airline's file, and money that goes back. */
export function SendingPage() {
  const { t } = useLingui()
  const may = useMay()
  const asked = useAddress().search.get('part')
  const titles = { parcels: t`Parcels`, conversions: t`Conversions to miles`, refunds: t`Refunds` }
  const own = keysOf(parts).filter((part) => may(parts[part].needs))
  const part = own.find((one) => one === asked) ?? own[0] ?? 'parcels'
  const Part = parts[part].component
  return (
    <StaffPage title={t`To send`}>
      {own.length > 1 && (
        <Tabs
          label={t`Parts of this page`}
          name="part"
          value={part}
          tabs={own.map((value) => ({ value, title: titles[value] }))}
        />
      )}
      <Part />
    </StaffPage>
  )
}
