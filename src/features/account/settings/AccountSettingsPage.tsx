import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { externalProviderHost } from '#src/session/provider.ts'
import { storedProfile } from '#src/session/storedSession.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { memberQueries } from '#src/query/clubQueries.ts'
import { Breadcrumb } from '#src/ui/layout/Breadcrumb.tsx'
import { LoadFailure } from '#src/ui/states/LoadFailure.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { Spinner } from '#src/ui/states/Spinner.tsx'
import { TextLink } from '#src/ui/actions/TextLink.tsx'
import { CloseAccountCard } from '../closure/CloseAccountCard.tsx'
import { ExportCard } from '../closure/ExportCard.tsx'
import { ChangeEmailCard } from '../email/ChangeEmailCard.tsx'
import { PasskeysCard } from './PasskeysCard.tsx'
import { PreferencesCard } from './PreferencesCard.tsx'
import { SignInsCard } from './SignInsCard.tsx'
import { signInsQuery } from './signInsQuery.ts'

/** What a member settles about the account itself. */
export function AccountSettingsPage() {
  const { t } = useLingui()
  const { data, isError, refetch } = useQuery(memberQueries.me())
  const profile = data?.user.member_profile ?? storedProfile()
  return (
    <Page title={t`Account settings`} trail={<Trail current={t`Account settings`} />} narrow>
      {profile ? (
        <>
          {externalProviderHost === null && <ChangeEmailCard current={profile.email} />}
          <PreferencesCard profile={profile} />
          <Access />
          <ExportCard />
          <CloseAccountCard />
        </>
      ) : isError ? (
        <LoadFailure title={<Trans>We couldn’t load your account</Trans>} onRetry={() => void refetch()} />
      ) : (
        <Spinner label={t`Loading…`} />
      )}
    </Page>
  )
}

/** Who gets into the account, and how; nothing where it cannot be read. */
function Access() {
  const { data } = useQuery(signInsQuery())
  if (!data) return null
  return (
    <>
      {data.passkeys !== null && <PasskeysCard passkeys={data.passkeys} />}
      <SignInsCard signIns={data.sign_ins} />
    </>
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
