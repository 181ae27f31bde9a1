import { Trans } from '@lingui/react/macro'
import { isCardOfferFor, type Tier } from '#contract/member/tiers.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { TextLink } from '#src/ui/actions/TextLink.tsx'
import { Card } from '#src/ui/layout/Card.tsx'
import styles from './MemberDetailPage.module.css'

interface MembershipLinksProps {
  tier: Tier | null
  /** Whether the member has taken over a membership of the old programme. */
  isLinked: boolean
  /** Whether the member has ever applied to the young audience scheme: the account then says where that stands. */
  hasApplied: boolean
}

/** What a member can do about the membership, besides what the rest of the account leads to. */
export function MembershipLinks({ tier, isLinked, hasApplied }: MembershipLinksProps) {
  const params = { lang: useLanguage() }
  return (
    <Card title={<Trans>Membership</Trans>}>
      <ul className={styles['links']}>
        <li>
          <TextLink to="/$lang/whats-club-bravo" params={params} hash="membership-tiers">
            <Trans>Compare the tiers</Trans>
          </TextLink>
        </li>
        {isCardOfferFor(tier) && (
          <li>
            <TextLink to="/$lang/card-partner-upgrade" params={params}>
              <Trans>Card partner upgrade</Trans>
            </TextLink>
          </li>
        )}
        {!hasApplied && (
          <li>
            <TextLink to="/$lang/registration-ya" params={params}>
              <Trans>Young Audience Scheme</Trans>
            </TextLink>
          </li>
        )}
        {!isLinked && (
          <li>
            <TextLink to="/$lang/registration-existing" params={params}>
              <Trans>Link your earlier membership</Trans>
            </TextLink>
          </li>
        )}
        <li>
          <TextLink to="/$lang/contact-us" params={params}>
            <Trans>Change or end my membership</Trans>
          </TextLink>
        </li>
      </ul>
    </Card>
  )
}
