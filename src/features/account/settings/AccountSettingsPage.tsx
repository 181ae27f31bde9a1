import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { preferredLanguages } from '#contract/language.ts'
import type { MemberProfile } from '#contract/member/member.ts'
import { updatePreferences } from '#contract/member/preferences.ts'
import { exportAccount } from '#contract/member/closure.ts'
import { externalProviderHost } from '#src/session/provider.ts'
import { storedProfile, storeProfile } from '#src/session/storedSession.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { memberQueries } from '#src/query/clubQueries.ts'
import { Breadcrumb } from '#src/ui/layout/Breadcrumb.tsx'
import { LoadFailure } from '#src/ui/states/LoadFailure.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { Loading } from '#src/ui/states/Loading.tsx'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import { TextLink } from '#src/ui/actions/TextLink.tsx'
import { languageMessages } from '#src/i18n/profileMessages.ts'
import { type CallFailure, callFailureOf } from '#src/api/callFailure.ts'
import { clubClient } from '#src/session/clubClient.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { Card } from '#src/ui/layout/Card.tsx'
import { Checkbox } from '#src/ui/forms/Checkbox.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { OfflineNotice } from '#src/ui/states/OfflineNotice.tsx'
import { SelectField } from '#src/ui/forms/SelectField.tsx'
import { saveFile } from '#src/platform/saveFile.ts'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { SignOut } from '#src/features/signIn/SignOut.tsx'
import { showToast } from '#src/ui/overlays/toasts.ts'
import { CloseAccountCard } from '../closure/CloseAccountCard.tsx'
import { EmailAndPasswordCard } from '../email/EmailAndPasswordCard.tsx'
import { FailureNotice } from '../FailureNotice.tsx'
import styles from '../Form.module.css'
import { Access } from './Access.tsx'

/** What a member settles about the account itself. */
export function AccountSettingsPage() {
  const { t } = useLingui()
  const { data, isError, refetch } = useQuery(memberQueries.me())
  const profile = data?.user.member_profile ?? storedProfile()
  return (
    <Page title={t`Account settings`} trail={<Trail current={t`Account settings`} />} narrow>
      {profile ? (
        <>
          <OfflineNotice />
          <PreferencesCard profile={profile} />
          {externalProviderHost === null && <EmailAndPasswordCard current={profile.email} />}
          <Access />
          <ExportCard />
          <CloseAccountCard />
          <div>
            <SignOut memberId={profile.id} />
          </div>
        </>
      ) : isError ? (
        <LoadFailure title={<Trans>We couldn’t load your account</Trans>} onRetry={() => void refetch()} />
      ) : (
        <Loading label={t`Loading…`}>
          <Skeleton shape="field" />
        </Loading>
      )}
    </Page>
  )
}

function Trail({ current }: { current: string }) {
  const lang = useLanguage()
  const account = (
    <TextLink to="/$lang/member-detail" params={{ lang }}>
      <Trans>My account</Trans>
    </TextLink>
  )
  return <Breadcrumb links={[{ key: 'account', link: account }]} current={current} />
}

/** The language in which the club writes, and whether it writes of news and offers. */
function PreferencesCard({ profile }: { profile: MemberProfile }) {
  const { i18n } = useLingui()
  const client = useQueryClient()
  // Only what the member has changed here: the profile may be an older copy, until the server has answered.
  const [chosenLanguage, setLanguage] = useState<MemberProfile['preferred_lang'] | null>(null)
  const [chosenPromotion, setPromotion] = useState<boolean | null>(null)
  const language = chosenLanguage ?? profile.preferred_lang
  const promotion = chosenPromotion ?? profile.receive_email_promotion
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<'saved' | CallFailure | null>(null)

  const save = async () => {
    setBusy(true)
    const preferences = { preferred_lang: language, receive_email_promotion: promotion }
    const answer = await clubClient.call(updatePreferences, preferences)
    setBusy(false)
    setOutcome(answer.ok ? 'saved' : callFailureOf(answer.error))
    if (!answer.ok) return
    storeProfile({ ...profile, ...preferences })
    void client.invalidateQueries({ queryKey: memberQueries.me().queryKey })
  }
  return (
    <Card title={<Trans>Preferences</Trans>}>
      <div className={styles['form']}>
        <SelectField
          label={<Trans>Preferred language</Trans>}
          options={preferredLanguages.map((value) => ({ value, label: i18n._(languageMessages[value]) }))}
          value={language}
          onChange={({ target }) => setLanguage(preferredLanguages.find((one) => one === target.value) ?? null)}
        />
        <Checkbox
          label={<Trans>Send me news and offers by email</Trans>}
          checked={promotion}
          onChange={({ target }) => setPromotion(target.checked)}
        />
        {outcome === 'saved' && (
          <Notice tone="success">
            <Trans>Your preferences are saved.</Trans>
          </Notice>
        )}
        {outcome !== null && outcome !== 'saved' && <FailureNotice failure={outcome} />}
        <div>
          <Button busy={busy} onClick={() => void save()}>
            <Trans>Save preferences</Trans>
          </Button>
        </div>
      </div>
    </Card>
  )
}

/** Saves everything that the club holds about the member as a file, and leads to what it did with that. */
function ExportCard() {
  const { t } = useLingui()
  const params = { lang: useLanguage() }
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<CallFailure | null>(null)
  const save = async () => {
    setBusy(true)
    const answer = await clubClient.call(exportAccount, {})
    setBusy(false)
    setFailure(answer.ok ? null : callFailureOf(answer.error))
    if (!answer.ok) return
    const file = new Blob([JSON.stringify(answer.data, null, 2)], { type: 'application/json' })
    saveFile('club-bravo-data.json', file)
    showToast({ title: t`Your data has been downloaded`, tone: 'success' })
  }
  return (
    <Card title={<Trans>Your data</Trans>}>
      <p>
        <Trans>Download the data we have about you as a file (JSON). Your student card isn’t included.</Trans>
      </p>
      {failure && <FailureNotice failure={failure} />}
      <ButtonRow>
        <Button busy={busy} onClick={() => void save()}>
          <Trans>Download my data</Trans>
        </Button>
        <LinkButton to="/$lang/your-data" params={params}>
          <Trans>What we did with your data</Trans>
        </LinkButton>
      </ButtonRow>
    </Card>
  )
}
