import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Tier } from '#contract/member/tiers.ts'
import { useRememberedMember } from '#src/session/member.ts'
import { storedProfile } from '#src/session/storedSession.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { contentQueries, memberQueries } from '#src/query/clubQueries.ts'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Loading } from '#src/ui/states/Loading.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import { showToast } from '#src/ui/overlays/toasts.ts'
import { flows } from './flows.ts'
import { lookupsOf } from './fields/lookups.ts'
import { ProfileCompletedPage } from './ProfileCompletedPage.tsx'
import { RegistrationForm } from './RegistrationForm.tsx'
import { useOpenForm } from './useOpenForm.ts'
import { WelcomeTask } from './WelcomeTask.tsx'

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
