import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Tier } from '#contract/member/tiers.ts'
import { welcomePoints as fullWelcomePoints } from '#contract/registration/registration.ts'
import { memberName, type RememberedMember } from '#src/session/member.ts'
import { storedProfile } from '#src/session/storedSession.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { tierMessages } from '#src/i18n/tierMessages.ts'
import { memberQueries } from '#src/query/clubQueries.ts'
import { buttonClass } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { Card } from '#src/ui/layout/Card.tsx'
import { DefinitionList } from '#src/ui/layout/DefinitionList.tsx'
import { Icon } from '#src/ui/content/Icon.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { VerifyEmailNotice } from '#src/features/signIn/VerifyEmailNotice.tsx'
import { TierBadge } from '#src/ui/content/TierBadge.tsx'
import { isUpgrade } from './isUpgrade.ts'
import { storedReturnPage } from './returnPage.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** For the page after joining: the tier of the new member. Without it the page leads home. */
    joinedTier?: Tier
    /** What completing the profile has earned. */
    welcomePoints?: number
    /** Whether it was an earlier membership that was linked. */
    isLinked?: boolean
  }
}

interface RegistrationSuccessPageProps {
  member: RememberedMember
  tier: Tier
  /** What completing the profile has earned just now. */
  welcomePoints: number
  isLinked: boolean
}

/**
 * Welcomes a new member, an earlier one who is back, or an upgraded one to the new tier: the tier, what was earned, and
 * where to go on.
 */
export function RegistrationSuccessPage({ member, tier, welcomePoints, isLinked }: RegistrationSuccessPageProps) {
  const { t, i18n } = useLingui()
  const lang = useLanguage()
  const { data } = useQuery(memberQueries.me())
  const name = memberName(member, lang)
  const memberNo = data?.user.member_profile.member_no ?? null
  const shown = (count: number) => {
    const points = formatPoints(count)
    return t`${points} points`
  }
  const balance = data?.user.member_profile.available_points ?? 0
  const possible = formatPoints(fullWelcomePoints)
  const [cameFrom] = useState(storedReturnPage)
  const [isUpgraded] = useState(() => {
    const since = storedProfile()?.membership_since ?? null
    return isUpgrade({ membership_tier: tier, membership_since: since }, Date.now())
  })
  const tierName = i18n._(tierMessages[tier])
  const joined = name === null ? t`Welcome to Club Bravo` : t`Welcome to Club Bravo, ${name}`
  const linked = name === null ? t`Welcome back` : t`Welcome back, ${name}`
  const headings = {
    upgraded: {
      title: t`You’re now a ${tierName} member`,
      lead: t`Thank you for being with us. Your new tier begins now.`,
    },
    linked: { title: linked, lead: t`Your earlier membership is linked to your account.` },
    joined: { title: joined, lead: t`You’re in. Your membership begins now.` },
  }
  const joinedOrLinked = isLinked ? headings.linked : headings.joined
  const { title, lead } = isUpgraded ? headings.upgraded : joinedOrLinked
  const isComplete = data?.user.member_profile.is_profile_completed ?? welcomePoints > 0
  return (
    <Page title={title} lead={lead} narrow>
      <Card>
        <DefinitionList
          rows={[
            { term: t`Your tier`, value: <TierBadge tier={tier} /> },
            ...(memberNo === null ? [] : [{ term: t`Member number`, value: memberNo }]),
            ...(welcomePoints > 0 ? [{ term: t`Welcome points`, value: shown(welcomePoints) }] : []),
            // With an upgrade's bonus there are more.
            ...(balance > welcomePoints ? [{ term: t`Your points`, value: shown(balance) }] : []),
          ]}
        />
      </Card>
      {!isComplete && (
        <Notice tone="info" title={<Trans>{possible} points are waiting for you</Trans>}>
          <p>
            <Trans>Add your name, your month of birth and an interest to your profile to earn them.</Trans>
          </p>
          <LinkButton to="/$lang/member-detail-edit" params={{ lang }}>
            <Trans>Complete your profile</Trans>
          </LinkButton>
        </Notice>
      )}
      {!member.emailVerified && (
        <VerifyEmailNotice>
          <Trans>This lets you scan tickets and redeem rewards.</Trans>
        </VerifyEmailNotice>
      )}
      <ButtonRow>
        {cameFrom !== null && (
          <a href={cameFrom} className={buttonClass('primary', undefined, 'large')}>
            <Trans>Back to where you were</Trans>
          </a>
        )}
        <LinkButton
          to="/$lang/member-detail"
          params={{ lang }}
          variant={cameFrom === null ? 'primary' : 'secondary'}
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
