import { useLingui, Plural, Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode, useEffect } from 'react'
import { type Tier, isAbove, tierTable } from '#contract/member/tiers.ts'
import { useRememberedMember, memberName, type RememberedMember } from '#src/session/member.ts'
import { storedProfile } from '#src/session/storedSession.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { contentQueries, memberQueries } from '#src/query/clubQueries.ts'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Loading } from '#src/ui/states/Loading.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import { showToast } from '#src/ui/overlays/toasts.ts'
import type { MemberProfile, User } from '#contract/member/member.ts'
import { completingFields } from '#contract/registration/registration.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { tierMessages } from '#src/i18n/tierMessages.ts'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { ResultFigure, ResultNote, ResultPanel, ResultParts } from '#src/ui/states/ResultPanel.tsx'
import { TierCard } from '#src/features/card/TierCard.tsx'
import { fieldControls } from './fields/fieldControls.ts'
import { fieldId } from './fields/fieldId.ts'
import { flows } from './flows.ts'
import { lookupsOf } from './fields/lookups.ts'
import { RegistrationForm } from './RegistrationForm.tsx'
import { useOpenForm } from './useOpenForm.ts'
import styles from './ProfileEditPage.module.css'
import { missingDetails, useWelcomeBonus } from './welcomeBonus.ts'

interface ProfileEditPageProps {
  /** `reward-detail` to go back to a reward; by default to the account. */
  from: string | undefined
  /** The alias of the reward; by default the one of the page before. */
  reward: string | undefined
}

/** Changes a submitted profile: all steps at once. What completes it is told in place of the form. */
export function ProfileEditPage({ from, reward }: ProfileEditPageProps) {
  const { t, i18n } = useLingui()
  const lang = useLanguage()
  const navigate = useNavigate()
  const client = useQueryClient()
  const { data, isFetching } = useQuery(memberQueries.me())
  const { data: contents } = useQuery(contentQueries.staticContents())
  const [opening, setOpening] = useState(0)
  const member = useRememberedMember()
  const [completed, setCompleted] = useState<{ welcomePoints: number; tierBefore: Tier } | null>(null)
  // The form begins with the newest profile, and is not replaced by a later one.
  const [isCurrent, setCurrent] = useState(false)
  if (!isCurrent && !isFetching) setCurrent(true)
  const profile = isCurrent ? (data?.user.member_profile ?? storedProfile()) : null
  const open = useOpenForm('edit', profile, opening)

  const isFromReward = from === 'reward-detail' && reward !== undefined
  const leave = () => {
    if (isFromReward) {
      return void navigate({ to: '/$lang/reward-detail/$alias', params: { lang, alias: reward }, replace: true })
    }
    if (from === 'reward-detail' && window.history.length > 1) return window.history.back()
    return void navigate({ to: '/$lang/member-detail', params: { lang } })
  }
  const finish = (welcomePoints: number) => {
    void client.invalidateQueries({ queryKey: memberQueries.me().queryKey })
    if (welcomePoints > 0 && open !== null) {
      return setCompleted({ welcomePoints, tierBefore: open.profile.membership_tier })
    }
    showToast({ tone: 'success', title: t`Your profile is saved` })
    return leave()
  }
  if (completed !== null && member !== null) {
    return (
      <ProfileCompletedPage
        member={member}
        {...completed}
        wayBack={
          isFromReward ? (
            <LinkButton
              to="/$lang/reward-detail/$alias"
              params={{ lang, alias: reward }}
              replace
              variant="primary"
              size="large"
            >
              {t`Back to the reward`}
            </LinkButton>
          ) : null
        }
      />
    )
  }
  return (
    <Page
      title={i18n._(flows.edit.title)}
      lead={profile?.is_profile_completed === false ? undefined : i18n._(flows.edit.lead)}
      narrow
    >
      {profile?.is_profile_completed === false && <WelcomeTask profile={profile} />}
      {open === null ? (
        <Loading label={t`Loading…`}>
          <Skeleton shape="text" lines={6} />
        </Loading>
      ) : (
        <RegistrationForm
          key={opening}
          flow={flows.edit}
          profile={open.profile}
          draft={open.draft}
          step="about"
          onStep={() => undefined}
          onSaved={finish}
          lookups={lookupsOf(contents, lang)}
          wayBack={
            isFromReward ? (
              <LinkButton to="/$lang/reward-detail/$alias" params={{ lang, alias: reward }} replace size="large">
                {t`Cancel`}
              </LinkButton>
            ) : (
              <LinkButton to="/$lang/member-detail" params={{ lang }} size="large">
                {t`Cancel`}
              </LinkButton>
            )
          }
          onStartedAgain={() => setOpening(opening + 1)}
          onReopen={() => setOpening(opening + 1)}
        />
      )}
    </Page>
  )
}

/** The task that earns the welcome points: how far the saved profile is, and the fields that are still missing. */
function WelcomeTask({ profile }: { profile: MemberProfile }) {
  const { i18n, t } = useLingui()
  const { points, miles } = useWelcomeBonus()
  const missing = missingDetails(profile)
  const toGo = missing.length
  return (
    <section className={styles['task']} aria-labelledby="welcome-task">
      <h2 id="welcome-task" className={styles['title']}>
        <Trans>
          <span className={styles['figure']}>{points} points</span> for a complete profile
        </Trans>
      </h2>
      <p className={styles['progress']}>
        <progress value={completingFields.length - toGo} max={completingFields.length} aria-label={t`Your profile`} />
        <Plural value={toGo} one="# detail to add" other="# details to add" />
      </p>
      <ul className={styles['missing']}>
        {missing.map((name) => (
          <li key={name}>
            <a
              href={`#${fieldId(name)}`}
              onClick={(event) => {
                event.preventDefault()
                document.getElementById(fieldId(name))?.focus()
              }}
            >
              {i18n._(fieldControls[name].label)}
            </a>
          </li>
        ))}
      </ul>
      <p className={styles['worth']}>
        <Trans>They’re worth {miles} miles. Save whenever you like, and come back for the rest.</Trans>
      </p>
    </section>
  )
}

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
function ProfileCompletedPage({ member, welcomePoints, tierBefore, wayBack }: ProfileCompletedPageProps) {
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
