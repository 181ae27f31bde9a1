import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import * as v from 'valibot'
import { Email } from '#contract/member/auth.ts'
import { changeEmail } from '#contract/member/email.ts'
import { type CallFailure, callFailureOf, refusedFieldsOf } from '#src/api/callFailure.ts'
import { clubClient } from '#src/session/clubClient.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Card } from '#src/ui/layout/Card.tsx'
import { Disclosure } from '#src/ui/layout/Disclosure.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { PasswordField } from '#src/ui/forms/PasswordField.tsx'
import styles from '../Form.module.css'
import { EmailField } from '../EmailField.tsx'
import { FailureNotice } from '../FailureNotice.tsx'

type Fault = 'address' | 'same' | 'password_missing' | 'password_wrong'
type Outcome = { kind: 'sent'; email: string } | { kind: Fault } | { kind: 'failed'; failure: CallFailure }

const faultyField: Partial<Record<Outcome['kind'], 'email' | 'password'>> = {
  address: 'email',
  same: 'email',
  password_missing: 'password',
  password_wrong: 'password',
}

/** What is wrong before it is sent, or null. */
function faultOf(email: string, current: string, password: string): Fault | null {
  if (!v.is(Email, email)) return 'address'
  if (v.parse(Email, email) === current) return 'same'
  return password === '' ? 'password_missing' : null
}

/** What the member signs in with. A new address is proved by a link that is sent to it. */
export function EmailAndPasswordCard({ current }: { current: string }) {
  const { t } = useLingui()
  const lang = useLanguage()
  const form = useRef<HTMLFormElement>(null)
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)

  useEffect(() => {
    const field = outcome && faultyField[outcome.kind]
    if (field) form.current?.querySelector<HTMLInputElement>(`[name=${field}]`)?.focus()
  }, [outcome])

  const send = async () => {
    const fault = faultOf(email, current, password)
    if (fault) return setOutcome({ kind: fault })
    setBusy(true)
    const answer = await clubClient.call(changeEmail, { email, current_password: password, lang })
    setBusy(false)
    if (answer.ok) {
      setPassword('')
      setOutcome({ kind: 'sent', email })
    } else if ('current_password' in refusedFieldsOf(answer.error)) setOutcome({ kind: 'password_wrong' })
    else setOutcome({ kind: 'failed', failure: callFailureOf(answer.error) })
  }
  const passwordErrors: Partial<Record<string, string>> = {
    password_missing: t`Enter your password.`,
    password_wrong: t`This isn’t your current password.`,
  }
  const kind = outcome?.kind ?? ''
  return (
    <Card title={<Trans>Email and password</Trans>}>
      <p>
        <Trans>
          You sign in with <strong>{current}</strong>.
        </Trans>
      </p>
      {outcome?.kind === 'sent' && <SentNotice email={outcome.email} />}
      {outcome?.kind === 'failed' && <FailureNotice failure={outcome.failure} />}
      <Disclosure title={<Trans>Change email address</Trans>}>
        <p>
          <Trans>We’ll send a link to the new address. Open it to make the change.</Trans>
        </p>
        <form
          ref={form}
          noValidate
          className={styles['form']}
          onSubmit={(event: SubmitEvent) => {
            event.preventDefault()
            if (!busy) void send()
          }}
        >
          <EmailField
            label={<Trans>New email address</Trans>}
            autoComplete="email"
            value={email}
            onChange={setEmail}
            isInvalid={kind === 'address'}
            error={kind === 'same' && <Trans>This is already your email address.</Trans>}
          />
          <PasswordField
            label={<Trans>Current password</Trans>}
            error={passwordErrors[kind]}
            name="password"
            autoComplete="current-password"
            required
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
          <div>
            <Button type="submit" busy={busy}>
              <Trans>Send the link</Trans>
            </Button>
          </div>
        </form>
      </Disclosure>
      <ButtonRow>
        <LinkButton to="/$lang/change-password" params={{ lang }}>
          <Trans>Change password</Trans>
        </LinkButton>
      </ButtonRow>
    </Card>
  )
}

function SentNotice({ email }: { email: string }) {
  return (
    <Notice tone="success" title={<Trans>Check your email</Trans>}>
      <p>
        <Trans>
          A link is on its way to <strong>{email}</strong>. Open it to change your email address.
        </Trans>
      </p>
    </Notice>
  )
}
