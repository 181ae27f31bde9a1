import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { type CallFailure, callFailureOf, refusedFieldsOf } from '#src/api/callFailure.ts'
import { reopenAccount, reopenDays } from '#contract/member/closure.ts'
import { clubClient } from '#src/session/clubClient.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatDate } from '#src/i18n/dates.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { OfflineNotice } from '#src/ui/states/OfflineNotice.tsx'
import { FailureNotice } from '../FailureNotice.tsx'

type Stage = { kind: 'asking' | 'working' | 'open' | 'expired' } | { kind: 'failed'; failure: CallFailure }

interface ReopenAccountPageProps {
  /** The token of the link in the email; null where the address has none. */
  linkToken: string | null
  /** Until when the account that has just been closed can be reopened (ISO 8601); null for everybody else. */
  reopenableUntil: string | null
}

/** Opens the account again by the link in the email. Whoever has just closed it is told of that link. */
export function ReopenAccountPage({ linkToken, reopenableUntil }: ReopenAccountPageProps) {
  const { t } = useLingui()
  const [stage, setStage] = useState<Stage>({ kind: 'asking' })
  const reopen = async (token: string) => {
    setStage({ kind: 'working' })
    const answer = await clubClient.call(reopenAccount, { token })
    if (answer.ok) setStage({ kind: 'open' })
    else if ('token' in refusedFieldsOf(answer.error)) setStage({ kind: 'expired' })
    else setStage({ kind: 'failed', failure: callFailureOf(answer.error) })
  }
  if (stage.kind === 'open') return <OpenPage />
  if (stage.kind === 'expired')
    return (
      <FaultyLinkPage
        lead={<Trans>It has been used, or its {reopenDays} days are over. If you need help, email us.</Trans>}
      />
    )
  if (linkToken === null) {
    if (reopenableUntil !== null) return <ClosedPage until={reopenableUntil} />
    return <FaultyLinkPage lead={<Trans>Part of it is missing. Open the whole link in our email again.</Trans>} />
  }
  return (
    <Page title={t`Reopen your account?`} lead={<Trans>You’ll have your points and your history back.</Trans>} narrow>
      <OfflineNotice />
      {stage.kind === 'failed' && <FailureNotice failure={stage.failure} />}
      <ButtonRow>
        <Button variant="primary" busy={stage.kind === 'working'} onClick={() => void reopen(linkToken)}>
          <Trans>Reopen my account</Trans>
        </Button>
      </ButtonRow>
    </Page>
  )
}

function ClosedPage({ until }: { until: string }) {
  const { t } = useLingui()
  const lang = useLanguage()
  const day = formatDate(until, lang)
  return (
    <Page
      title={t`Your account is closed`}
      lead={<Trans>We’ve sent you an email. Until {day}, you can use its link to bring your account back.</Trans>}
      narrow
    >
      <ButtonRow>
        <LinkButton to="/$lang" params={{ lang }} variant="primary">
          <Trans>Back to home</Trans>
        </LinkButton>
      </ButtonRow>
    </Page>
  )
}

function OpenPage() {
  const { t } = useLingui()
  const lang = useLanguage()
  return (
    <Page
      title={t`Welcome back`}
      lead={<Trans>Your account is open again. If you didn’t close it yourself, change your password.</Trans>}
      narrow
    >
      <ButtonRow>
        <LinkButton to="/login" state={{ returnTo: `/${lang}/member-detail` }} variant="primary">
          <Trans>Sign in</Trans>
        </LinkButton>
        <LinkButton to="/$lang/forgot-password" params={{ lang }}>
          <Trans>Change password</Trans>
        </LinkButton>
      </ButtonRow>
    </Page>
  )
}

function FaultyLinkPage({ lead }: { lead: ReactNode }) {
  const { t } = useLingui()
  const lang = useLanguage()
  return (
    <Page title={t`This link doesn’t work`} lead={lead} narrow>
      <ButtonRow>
        <LinkButton to="/$lang/contact-us" params={{ lang }} variant="primary">
          <Trans>Contact us</Trans>
        </LinkButton>
      </ButtonRow>
    </Page>
  )
}
