import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
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
import { RegistrationForm } from './RegistrationForm.tsx'
import { useOpenForm } from './useOpenForm.ts'

interface ProfileEditPageProps {
  /** `reward-detail` to go back to a reward; by default to the account. */
  from: string | undefined
  /** The alias of the reward; by default the one of the page before. */
  reward: string | undefined
}

/** Changes a submitted profile: all steps at once. */
export function ProfileEditPage({ from, reward }: ProfileEditPageProps) {
  const { t, i18n } = useLingui()
  const lang = useLanguage()
  const navigate = useNavigate()
  const client = useQueryClient()
  const { data, isFetching } = useQuery(memberQueries.me())
  const { data: contents } = useQuery(contentQueries.staticContents())
  const [opening, setOpening] = useState(0)
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
    const points = welcomePoints > 0 && { body: t`Your profile is complete: ${welcomePoints} points were added.` }
    showToast({ title: t`Your profile is saved`, tone: 'success', ...points })
    leave()
  }
  return (
    <Page title={i18n._(flows.edit.title)} lead={i18n._(flows.edit.lead)} narrow>
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
