import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import * as v from 'valibot'
import { Email } from '#contract/member/auth.ts'
import { forgotPassword, resetMinutes } from '#contract/member/password.ts'
import { clubClient } from '#src/session/clubClient.ts'
import { mailOutcomeOf, type MailOutcome } from '#src/api/callFailure.ts'
import { externalProviderHost } from '#src/session/provider.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import alone from '#src/ui/actions/alone.module.css'
import { OfflineNotice } from '#src/ui/states/OfflineNotice.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { WaitingButton } from '#src/ui/actions/WaitingButton.tsx'
import { EmailField } from '../EmailField.tsx'
import { FailureNotice } from '../FailureNotice.tsx'
import { ExternalPasswordPage } from './ExternalPasswordPage.tsx'
import styles from '../Form.module.css'

/** `wasBefore`: the mail that was sent is an earlier one. */
type Outcome = { kind: 'invalid' } | (MailOutcome & { email: string; wasBefore: boolean })

/**
 * Sends the email with the link that chooses a new password. Says the same whether or not the address has an account.
 *
 * @param knownEmail the address that the person has just typed at the sign-in, else the signed-in member's; empty for
 *   anybody else
 */
export function ForgotPasswordPage({ knownEmail }: { knownEmail: string }) {
  const { t } = useLingui()
  const [email, setEmail] = useState(knownEmail)
  const lang = useLanguage()
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const field = useRef<HTMLInputElement>(null)

  useEffect(() => {
    if (outcome?.kind === 'invalid') field.current?.focus()
  }, [outcome])

  const send = async () => {
    if (!v.is(Email, email)) return setOutcome({ kind: 'invalid' })
    setBusy(true)
    const answer = await clubClient.call(forgotPassword, { email, lang })
    setOutcome({ ...mailOutcomeOf(answer), email, wasBefore: answer.ok && answer.data.sent_before })
    setBusy(false)
  }
  const nextMailAt = outcome?.kind === 'sent' && outcome.email === email ? outcome.nextAt : null
  if (externalProviderHost !== null) return <ExternalPasswordPage host={externalProviderHost} />
  const sent = outcome?.kind === 'sent' ? outcome : null
  return (
    <Page
      // The heading that changes takes the focus.
      key={sent ? 'sent' : 'asking'}
      title={sent ? t`Check your email` : t`Forgot your password?`}
      lead={
        sent ? (
          <SentText {...sent} />
        ) : (
          <Trans>Enter your email address, and we’ll send you a link to choose a new password.</Trans>
        )
      }
      narrow
    >
      <OfflineNotice />
      {outcome?.kind === 'failed' && <FailureNotice failure={outcome.failure} />}
      <form
        noValidate
        className={styles['form']}
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault()
          if (!busy) void send()
        }}
      >
        <EmailField
          ref={field}
          label={<Trans>Email address</Trans>}
          autoComplete="username"
          value={email}
          onChange={setEmail}
          isInvalid={outcome?.kind === 'invalid'}
        />
        <Actions busy={busy} nextMailAt={nextMailAt} />
      </form>
    </Page>
  )
}

function SentText({ email, wasBefore }: { email: string; wasBefore: boolean }) {
  return wasBefore ? (
    <Trans>
      If <strong>{email}</strong> has an account, we’ve already sent several emails to it. Use the link in the newest
      one; check your spam folder too. The link is valid for {resetMinutes} minutes.
    </Trans>
  ) : (
    <Trans>
      If <strong>{email}</strong> has an account, a link is on its way. It can take a few minutes; check your spam
      folder too. The link is valid for {resetMinutes} minutes.
    </Trans>
  )
}

/** @param nextMailAt from when on the link can be sent again; null where it was not sent to this address yet */
function Actions({ busy, nextMailAt }: { busy: boolean; nextMailAt: number | null }) {
  const lang = useLanguage()
  return (
    <>
      <ButtonRow>
        <WaitingButton
          type="submit"
          variant={nextMailAt === null ? 'primary' : 'secondary'}
          busy={busy}
          waitsUntil={nextMailAt ?? 0}
        >
          {nextMailAt === null ? <Trans>Send the link</Trans> : <Trans>Send again</Trans>}
        </WaitingButton>
      </ButtonRow>
      <p>
        <LinkButton
          to="/login"
          state={{ returnTo: `/${lang}/member-detail`, loginIntent: 'reauthenticate' }}
          variant="quiet"
          className={alone['alone']}
        >
          <Trans>Back to sign-in</Trans>
        </LinkButton>
      </p>
    </>
  )
}
