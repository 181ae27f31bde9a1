import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useRef, useState } from 'react'
import * as v from 'valibot'
import { codeExpired, EmailCode, emailCodeLength, verifyEmailCode } from '#contract/member/email.ts'
import { callFailureOf, refusedFieldsOf } from '#src/api/callFailure.ts'
import { clubClient } from '#src/session/clubClient.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { TextField } from '#src/ui/forms/TextField.tsx'
import styles from './VerificationCode.module.css'

/** Why a code does not verify the address. */
type Fault = { kind: 'shape' | 'wrong' | 'expired' | 'unreachable' } | { kind: 'too_many'; waitMinutes: number }

interface VerificationCodeProps {
  code: string
  onChange: (code: string) => void
  /** Something else is in progress. */
  disabled: boolean
  /** The club has taken the code. */
  onTaken: () => void
}

/**
 * The code of the verification mail, in the page where it is waited for. It sends itself with its last digit, until a
 * code was refused: each time counts against the few tries that it has.
 */
export function VerificationCode({ code, onChange, disabled, onTaken }: VerificationCodeProps) {
  const { t } = useLingui()
  const field = useRef<HTMLInputElement>(null)
  const [isSending, setSending] = useState(false)
  const [fault, setFault] = useState<Fault | null>(null)

  const refuse = (found: Fault) => {
    setFault(found)
    field.current?.focus()
  }
  const send = async (typed: string) => {
    const parsed = v.safeParse(EmailCode, typed)
    if (!parsed.success) return refuse({ kind: 'shape' })
    setFault(null)
    setSending(true)
    const answer = await clubClient.call(verifyEmailCode, { code: parsed.output })
    setSending(false)
    return answer.ok ? onTaken() : refuse(faultOf(answer.error))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isSending && !disabled) void send(code)
  }
  const change = (typed: string) => {
    onChange(typed)
    if (typed === '') setFault(null)
    if (fault === null && v.is(EmailCode, typed) && !isSending && !disabled) void send(typed)
  }
  return (
    <form className={styles['form']} noValidate onSubmit={submit}>
      <TextField
        ref={field}
        label={t`${emailCodeLength}-digit code`}
        name="code"
        value={code}
        onChange={({ target }) => change(target.value)}
        hint={<Trans>We check it when you type the last digit.</Trans>}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        aria-required
        error={fault !== null && <FaultText fault={fault} />}
      />
      <Button type="submit" variant="primary" busy={isSending} disabled={disabled}>
        <Trans>Verify</Trans>
      </Button>
    </form>
  )
}

function faultOf(error: Parameters<typeof callFailureOf>[0]): Fault {
  if (error.kind === 'http' && error.message === codeExpired) return { kind: 'expired' }
  if (refusedFieldsOf(error)['code'] !== undefined) return { kind: 'wrong' }
  const failure = callFailureOf(error)
  return failure.kind === 'too_many' ? failure : { kind: 'unreachable' }
}

function FaultText({ fault }: { fault: Fault }) {
  switch (fault.kind) {
    case 'shape':
      return <Trans>Enter the {emailCodeLength}-digit code from our email.</Trans>
    case 'wrong':
      return <Trans>That isn’t the code in our latest email. Check it, or resend the email for a new code.</Trans>
    case 'expired':
      return <Trans>This code no longer works. Open the link in our email, or resend it for a new code.</Trans>
    case 'unreachable':
      return <Trans>Club Bravo couldn’t be reached. Check your connection and try again.</Trans>
    case 'too_many':
      return (
        <Plural
          value={fault.waitMinutes}
          one="Too many attempts. Try again in a minute."
          other="Too many attempts. Try again in # minutes."
        />
      )
  }
}
