import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { User } from '#contract/member/member.ts'
import type { Receipt } from '#contract/member/receipts.ts'
import { basicTier, type Tier, tierTable } from '#contract/member/tiers.ts'
import { memberName, type RememberedMember } from '#src/session/member.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatDate } from '#src/i18n/dates.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { tierMessages } from '#src/i18n/tierMessages.ts'
import { contentQueries, memberQueries } from '#src/query/clubQueries.ts'
import { buttonClass } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { Card } from '#src/ui/layout/Card.tsx'
import { DefinitionList } from '#src/ui/layout/DefinitionList.tsx'
import { Icon } from '#src/ui/content/Icon.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { ResultFigure, ResultPanel } from '#src/ui/states/ResultPanel.tsx'
import { RichText } from '#src/ui/content/RichText.tsx'
import { KeptTickets } from '#src/features/scan/visitor/KeptTickets.tsx'
import { TierCard } from '#src/features/card/TierCard.tsx'
import { VerifyEmailNotice } from '#src/features/signIn/VerifyEmailNotice.tsx'
import type { TierChange } from './joined.ts'
import { Paid } from './payment/Paid.tsx'
import { storedReturnPage } from './returnPage.ts'
import { missingDetails, useWelcomeBonus } from './welcomeBonus.ts'

interface RegistrationSuccessPageProps {
  member: RememberedMember
  tier: Tier
  /** What completing the profile has earned just now. */
  welcomePoints: number
  change: TierChange
  /** What was paid; absent where nothing was. */
  receipt?: Receipt
}

/**
 * Welcomes a new member, or an earlier one who is back, and tells who has risen or renewed so: the tier, what was
 * earned, and where to go on.
 */
export function RegistrationSuccessPage({
  member,
  tier,
  welcomePoints,
  change,
  receipt,
}: RegistrationSuccessPageProps) {
  const { t, i18n } = useLingui()
  const lang = useLanguage()
  const { data } = useQuery(memberQueries.me())
  const name = memberName(member, lang)
  const { member_no: memberNo = null, tier_expiry_date: validUntil = null } = data?.user.member_profile ?? {}
  const { data: contents } = useQuery(contentQueries.staticContents())
  const bonus = data === undefined || receipt === undefined ? null : upgradeBonusIn(data.user, tier, receipt)
  const shown = (count: number) => {
    const points = formatPoints(count)
    return t`${points} points`
  }
  const balance = data?.user.member_profile.available_points ?? 0
  const { points: possible, miles: worth } = useWelcomeBonus()
  const [cameFrom] = useState(storedReturnPage)
  const tierName = i18n._(tierMessages[tier])
  const joined = name === null ? t`Welcome to Club Bravo` : t`Welcome to Club Bravo, ${name}`
  const linked = name === null ? t`Welcome back` : t`Welcome back, ${name}`
  const paidUntil = receipt?.valid_until ?? null
  const end = paidUntil === null ? null : formatDate(paidUntil, lang)
  const headings = {
    risen: {
      title: t`You’re now a ${tierName} member`,
      lead: t`Your new tier begins now.`,
    },
    renewed: {
      title: t`Your ${tierName} membership is renewed`,
      lead:
        end === null ? t`Thank you for staying with us.` : t`Thank you for staying with us. It’s valid until ${end}.`,
    },
    linked: { title: linked, lead: t`Your earlier membership is linked to your account.` },
    joined: { title: joined, lead: t`You’re in. Your membership begins now.` },
  }
  const { title, lead } = headings[change.kind]
  const greeting = tier === basicTier ? undefined : contents?.welcome_messages.find(({ code }) => code === tier)
  const isComplete = data?.user.member_profile.is_profile_completed ?? (change.kind !== 'joined' || welcomePoints > 0)
  const missing = data === undefined ? [] : missingDetails(data.user.member_profile)
  const isInterestLacking = missing.length === 1 && missing[0] === 'interest_id'
  // What the card does not say.
  const facts = [
    ...(receipt ? [{ term: t`Paid`, value: <Paid receipt={receipt} /> }] : []),
    ...(welcomePoints > 0 ? [{ term: t`Welcome points`, value: shown(welcomePoints) }] : []),
    // With an upgrade's bonus there are more.
    ...(balance > welcomePoints ? [{ term: t`Your points`, value: shown(balance) }] : []),
  ]
  return (
    <Page title={title} lead={lead} narrow>
      <ResultPanel
        tone="success"
        icon="check"
        picture={
          <TierCard
            tier={tier}
            from={change.kind === 'risen' ? change.from : undefined}
            name={name}
            memberNo={memberNo}
            validUntil={tierTable[tier].ends ? validUntil : null}
          />
        }
      >
        {bonus !== null && <UpgradeBonus points={bonus} />}
        {greeting && <RichText text={greeting.content} />}
      </ResultPanel>
      {facts.length > 0 && (
        <Card>
          <DefinitionList rows={facts} />
        </Card>
      )}
      <KeptTickets memberId={member.id} />
      {!isComplete && (
        <Notice tone="info" title={<Trans>{possible} points are waiting for you</Trans>}>
          <p>
            {isInterestLacking ? (
              <Trans>Tell us what you like to hear, and they’re yours. They’re worth {worth} miles.</Trans>
            ) : (
              <Trans>
                Add your name, your month of birth and an interest to your profile to earn them. They’re worth {worth}{' '}
                miles.
              </Trans>
            )}
          </p>
          <LinkButton to="/$lang/member-detail-edit" params={{ lang }} variant="primary">
            <Trans>Complete your profile</Trans>
          </LinkButton>
        </Notice>
      )}
      {!member.emailVerified && (
        <VerifyEmailNotice>
          <Trans>A verified address lets you earn points and redeem rewards.</Trans>
        </VerifyEmailNotice>
      )}
      <ButtonRow>
        {cameFrom !== null && (
          <a href={cameFrom} className={buttonClass(isComplete ? 'primary' : 'secondary', undefined, 'large')}>
            <Trans>Back to where you were</Trans>
          </a>
        )}
        <LinkButton
          to="/$lang/member-detail"
          params={{ lang }}
          variant={cameFrom === null && isComplete ? 'primary' : 'secondary'}
          size="large"
        >
          <Trans>Go to your account</Trans>
        </LinkButton>
        <LinkButton to="/$lang/scan-intro" params={{ lang }} size="large">
          <Icon name="scan" />
          <Trans>Scan a ticket</Trans>
        </LinkButton>
      </ButtonRow>
    </Page>
  )
}

/** What becoming the tier by this payment has given; null where it has given nothing, as a renewal does. */
function upgradeBonusIn(user: User, tier: Tier, receipt: Receipt): number | null {
  const code = tierTable[tier].upgradeBonus?.code
  // Both have the time of the payment.
  const given = user.point_transactions.find(
    ({ description, created_at: at }) => description === code && Date.parse(at) >= Date.parse(receipt.paid_at),
  )
  return given?.delta_balance ?? null
}

function UpgradeBonus({ points }: { points: number }) {
  const given = <ResultFigure>+{formatPoints(points)}</ResultFigure>
  return <Plural value={points} one={<span>{given} point</span>} other={<span>{given} points</span>} />
}
