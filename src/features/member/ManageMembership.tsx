import { Trans } from '@lingui/react/macro'
import { lazy, Suspense } from 'react'
import { useLanguage } from '#src/i18n/activate.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { Icon } from '#src/ui/content/Icon.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import type { MembershipMenuProps } from './MembershipMenu.tsx'

// The menu's package is larger than all the rest of the page, which is there before it.
const MembershipMenu = lazy(async () => ({ default: (await import('./MembershipMenu.tsx')).MembershipMenu }))

/** What a member can do with the membership: the card beside a menu of everything else. */
export function ManageMembership(props: MembershipMenuProps) {
  const lang = useLanguage()
  return (
    <>
      <LinkButton to="/$lang/membership-card" params={{ lang }} variant="primary">
        <Icon name="card" />
        <Trans>Show my card</Trans>
      </LinkButton>
      <Suspense
        fallback={
          <Button busy>
            <Trans>Manage membership</Trans>
            <Icon name="chevronDown" />
          </Button>
        }
      >
        <MembershipMenu {...props} />
      </Suspense>
    </>
  )
}
