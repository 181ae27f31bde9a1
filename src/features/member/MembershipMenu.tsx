import { Trans } from '@lingui/react/macro'
import { basicTier, isCardOfferFor, type Tier } from '#contract/member/tiers.ts'
import { externalProviderHost } from '#src/session/provider.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { Icon } from '#src/ui/content/Icon.tsx'
import { Menu } from '#src/ui/overlays/Menu.tsx'
import { MenuLink } from '#src/ui/overlays/MenuLink.tsx'

export interface MembershipMenuProps {
  emailVerified: boolean
  tier: Tier | null
  /** Whether the next year's Red membership can be paid for now. */
  canRenewRed: boolean
  /** Whether the member has taken over a membership of the old programme. */
  isLinked: boolean
  /** Whether the member has ever applied to the young audience scheme: the account then says where that stands. */
  hasApplied: boolean
}

/** What a member can change about the membership, in a menu; the tiles lead to what they have. */
export function MembershipMenu({ emailVerified, tier, canRenewRed, isLinked, hasApplied }: MembershipMenuProps) {
  const params = { lang: useLanguage() }
  const isBasic = tier === basicTier
  return (
    <Menu
      trigger={
        <Button>
          <Trans>Manage membership</Trans>
          <Icon name="chevronDown" />
        </Button>
      }
    >
      <MenuLink icon="user" to="/$lang/member-detail-edit" params={params}>
        <Trans>Edit my profile</Trans>
      </MenuLink>
      {!emailVerified && (
        <MenuLink icon="mail" to="/$lang/email-verification" params={params}>
          <Trans>Verify my email</Trans>
        </MenuLink>
      )}
      {externalProviderHost === null && (
        <MenuLink icon="lock" to="/$lang/change-password" params={params}>
          <Trans>Change password</Trans>
        </MenuLink>
      )}
      {isBasic && (
        <MenuLink icon="star" to="/$lang/registration-red" params={params}>
          <Trans>Become a Red member</Trans>
        </MenuLink>
      )}
      {canRenewRed && (
        <MenuLink icon="star" to="/$lang/registration-red" params={params}>
          <Trans>Renew Red</Trans>
        </MenuLink>
      )}
      {isCardOfferFor(tier) && (
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
        <MenuLink icon="ticket" to="/$lang/registration-ya" params={params}>
          <Trans>Young Audience Scheme</Trans>
        </MenuLink>
      )}
      <MenuLink icon="info" to="/$lang/whats-club-bravo" params={params} hash="membership-tiers">
        <Trans>Compare the tiers</Trans>
      </MenuLink>
      <MenuLink icon="close" to="/$lang/contact-us" params={params}>
        <Trans>Change or end my membership</Trans>
      </MenuLink>
    </Menu>
  )
}
