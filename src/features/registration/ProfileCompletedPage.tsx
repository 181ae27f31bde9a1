import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import type { User } from '#contract/member/member.ts'
import { isAbove, type Tier, tierTable } from '#contract/member/tiers.ts'
import { memberName, type RememberedMember } from '#src/session/member.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { tierMessages } from '#src/i18n/tierMessages.ts'
import { memberQueries } from '#src/query/clubQueries.ts'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { ResultFigure, ResultNote, ResultPanel, ResultParts } from '#src/ui/states/ResultPanel.tsx'
import { TierCard } from '#src/features/card/TierCard.tsx'
import { useWelcomeBonus } from './welcomeBonus.ts'

interface ProfileCompletedPageProps {
  member: RememberedMember
  /** What completing it has earned. */
  welcomePoints: number
  /** The member's tier before: a complete profile can be all that was missing for the next one. */
  tierBefore: Tier
  /** The way back to where the member came from; null where there is none. */
  wayBack: ReactNode
}

/** What completing the profile has brought about: the points, and the tier that it has led to. */
export function ProfileCompletedPage({ member, welcomePoints, tierBefore, wayBack }: ProfileCompletedPageProps) {
  const { t, i18n } = useLingui()
  const lang = useLanguage()
  const { data, isFetching } = useQuery(memberQueries.me())
  const { miles } = useWelcomeBonus()
  // It takes the place of a long form. The braces matter: browsers answer with a promise, which is no clean-up.
  useEffect(() => {
    scrollTo({ top: 0, behavior: 'instant' })
  }, [])
  // The answer of before the form was sent knows nothing of it.
  const user = isFetching ? undefined : data?.user
  const profile = user?.member_profile
  const isUpgraded = profile !== undefined && isAbove(profile.membership_tier, tierBefore)
  const upgradePoints = user && isUpgraded ? upgradeBonusOf(user) : 0
  const tierName = profile && i18n._(tierMessages[profile.membership_tier])
  const points = welcomePoints + upgradePoints
  const given = <ResultFigure>+{formatPoints(points)}</ResultFigure>
  return (
    <Page
      title={t`Your profile is complete`}
      lead={isUpgraded ? t`That was all that was missing: you’re now a ${tierName} member.` : undefined}
      narrow
    >
      <ResultPanel
        tone="success"
        icon="check"
        {...(profile &&
          isUpgraded && {
            picture: (
              <TierCard
                tier={profile.membership_tier}
                from={tierBefore}
                name={memberName(member, lang)}
                memberNo={profile.member_no}
                validUntil={tierTable[profile.membership_tier].ends ? profile.tier_expiry_date : null}
              />
            ),
          })}
      >
        <output>
          <Plural value={points} one={<span>{given} point</span>} other={<span>{given} points</span>} />
        </output>
        {upgradePoints > 0 && (
          <ResultParts
            parts={[
              { term: t`Complete profile`, value: `+${formatPoints(welcomePoints)}` },
              { term: t`Upgrade bonus`, value: `+${formatPoints(upgradePoints)}` },
            ]}
          />
        )}
        <ResultNote>
          {user ? <Balance points={user.availablePoints} /> : <Trans>They’re worth {miles} miles.</Trans>}
        </ResultNote>
      </ResultPanel>
      <ButtonRow>
        {wayBack ?? (
          <LinkButton to="/$lang/reward-list" params={{ lang }} variant="primary" size="large">
            <Trans>See the rewards</Trans>
          </LinkButton>
        )}
        <LinkButton to="/$lang/member-detail" params={{ lang }} size="large">
          <Trans>Go to your account</Trans>
        </LinkButton>
      </ButtonRow>
    </Page>
  )
}

/** What becoming the tier has given, the first time; 0 where it was had before. */
function upgradeBonusOf({ member_profile: { membership_tier: tier }, point_transactions: known }: User): number {
  const code = tierTable[tier].upgradeBonus?.code
  // With the points of the profile, it is among the newest.
  return known.slice(0, 2).find(({ description }) => description === code)?.delta_balance ?? 0
}

function Balance({ points }: { points: number }) {
  const figure = formatPoints(points)
  return <Plural value={points} one={`You now have ${figure} point.`} other={`You now have ${figure} points.`} />
}
