import { Trans } from '@lingui/react/macro'
import { externalProviderHost } from '#src/session/provider.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { Icon } from '#src/ui/content/Icon.tsx'
import { Menu } from '#src/ui/overlays/Menu.tsx'
import { MenuLink } from '#src/ui/overlays/MenuLink.tsx'

export interface MembershipMenuProps {
  emailVerified: boolean
  isBasic: boolean
  /** Whether the member has taken over a membership of the old programme. */
  isLinked: boolean
  /** Whether the member has ever applied to the young audience scheme: the account then says where that stands. */
  hasApplied: boolean
}

/** Everything that a member can do with the membership, in a menu. */
export function MembershipMenu({ emailVerified, isBasic, isLinked, hasApplied }: MembershipMenuProps) {
  const params = { lang: useLanguage() }
  return (
    <Menu
      trigger={
        <Button>
          <Trans>Manage membership</Trans>
          <Icon name="chevronDown" />
        </Button>
      }
    >
      <MenuLink icon="clock" to="/$lang/point-transaction-log" params={params}>
        <Trans>Points log</Trans>
      </MenuLink>
      <MenuLink icon="gift" to="/$lang/my-rewards" params={params}>
        <Trans>My rewards</Trans>
      </MenuLink>
      <MenuLink icon="star" to="/$lang/asiamiles" params={params}>
        <Trans>Convert points to miles</Trans>
      </MenuLink>
      <MenuLink icon="calendar" to="/$lang/my-events" params={params}>
        <Trans>My events</Trans>
      </MenuLink>
      <MenuLink icon="user" to="/$lang/personal-detail" params={params}>
        <Trans>Personal details</Trans>
      </MenuLink>
      <MenuLink icon="user" to="/$lang/member-detail-edit" params={params}>
        <Trans>Edit my profile</Trans>
      </MenuLink>
      <MenuLink icon="scan" to="/$lang/my-scans" params={params}>
        <Trans>My scans</Trans>
      </MenuLink>
      {!emailVerified && (
        <MenuLink icon="mail" to="/$lang/email-verification" params={params}>
          <Trans>Verify my email</Trans>
        </MenuLink>
      )}
      <MenuLink icon="mail" to="/$lang/account-settings" params={params}>
        <Trans>Account settings</Trans>
      </MenuLink>
      {externalProviderHost === null && (
        <MenuLink icon="retry" to="/$lang/change-password" params={params}>
          <Trans>Change password</Trans>
        </MenuLink>
      )}
      {isBasic && (
        <MenuLink icon="gift" to="/$lang/registration-red" params={params}>
          <Trans>Become a Red member</Trans>
        </MenuLink>
      )}
      {isBasic && (
        <MenuLink icon="card" to="/$lang/card-partner-upgrade" params={params}>
          <Trans>Card partner upgrade</Trans>
        </MenuLink>
      )}
      {!isLinked && (
        <MenuLink icon="retry" to="/$lang/registration-existing" params={params}>
          <Trans>Link your earlier membership</Trans>
        </MenuLink>
      )}
      {!hasApplied && (
        <MenuLink icon="user" to="/$lang/registration-ya" params={params}>
          <Trans>Young Audience Scheme</Trans>
        </MenuLink>
      )}
      <MenuLink icon="star" to="/$lang/whats-club-bravo" params={params} hash="membership-tiers">
        <Trans>Compare the tiers</Trans>
      </MenuLink>
      <MenuLink icon="info" to="/$lang/contact-us" params={params}>
        <Trans>Change or end my membership</Trans>
      </MenuLink>
    </Menu>
  )
}
