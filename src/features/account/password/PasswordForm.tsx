import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { maxPasswordLength, minPasswordLength } from '#contract/member/password.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { PasswordField } from '#src/ui/forms/PasswordField.tsx'
import styles from '../Form.module.css'
import {
  type PasswordEntry,
  type PasswordFault,
  type PasswordFaults,
  passwordFaults,
  passwordFields,
  type PasswordName,
} from './passwordRules.ts'

const faultMessages: Record<PasswordFault, MessageDescriptor> = {
  missing: msg`Enter your password.`,
  short: msg`Use at least ${minPasswordLength} characters.`,
  long: msg`Use at most ${maxPasswordLength} characters.`,
  differs: msg`The passwords don’t match. Enter the same one twice.`,
  wrong: msg`This isn’t your current password.`,
  common: msg`This password has appeared in a data leak. Choose another.`,
}

const labels: Record<PasswordName, MessageDescriptor> = {
  current: msg`Current password`,
  password: msg`New password`,
  repeated: msg`Confirm the new password`,
}

interface PasswordFormProps {
  /** Whether to ask for the password that is replaced. */
  asksCurrent: boolean
  /** The member's address, by which a password manager finds what it replaces; null where the page does not know it. */
  username: string | null
  /**
   * Sends the entry. Resolves to the faults that the server has found; to none when it has changed the password or
   * could not.
   */
  onSubmit: (entry: PasswordEntry) => Promise<PasswordFaults>
}

/** Asks for a new password, twice. The first field with a fault gets the focus. */
export function PasswordForm({ asksCurrent, username, onSubmit }: PasswordFormProps) {
  const { i18n } = useLingui()
  const form = useRef<HTMLFormElement>(null)
  const [entry, setEntry] = useState<PasswordEntry>({ current: asksCurrent ? '' : null, password: '', repeated: '' })
  const [faults, setFaults] = useState<PasswordFaults>({})
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    const first = passwordFields.find((field) => faults[field])
    if (first) form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
  }, [faults])

  const submit = async () => {
    const found = passwordFaults(entry)
    if (Object.keys(found).length > 0) return setFaults(found)
    setBusy(true)
    setFaults(await onSubmit(entry))
    setBusy(false)
  }
  return (
    <form
      ref={form}
      noValidate
      className={styles['form']}
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault()
        if (!busy) void submit()
      }}
    >
      {username !== null && (
        <input type="email" name="username" autoComplete="username" value={username} readOnly hidden />
      )}
      {passwordFields.map((field) => {
        const fault = faults[field]
        return (
          (field !== 'current' || asksCurrent) && (
            <PasswordField
              key={field}
              name={field}
              label={i18n._(labels[field])}
              hint={
                field === 'password' ? (
                  <Trans>At least {minPasswordLength} characters. A few words you’ll remember work best.</Trans>
                ) : undefined
              }
              error={fault && i18n._(faultMessages[fault])}
              autoComplete={field === 'current' ? 'current-password' : 'new-password'}
              required
              value={entry[field] ?? ''}
              onChange={({ target }) => setEntry({ ...entry, [field]: target.value })}
            />
          )
        )
      })}
      <div>
        <Button type="submit" variant="primary" busy={busy}>
          <Trans>Change password</Trans>
        </Button>
      </div>
    </form>
  )
}
