import { Trans, useLingui } from '@lingui/react/macro'
import { useState, useEffect, useRef, type SubmitEvent } from 'react'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { type CallFailure, callFailureOf, refusedFieldsOf } from '#src/api/callFailure.ts'
import { useRememberedMember } from '#src/session/member.ts'
import { externalProviderHost } from '#src/session/provider.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { OfflineNotice } from '#src/ui/states/OfflineNotice.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { TextLink } from '#src/ui/actions/TextLink.tsx'
import type { Language } from '#contract/language.ts'
import {
  changePassword,
  resetMinutes,
  resetPassword,
  maxPasswordLength,
  minPasswordLength,
} from '#contract/member/password.ts'
import { clubClient } from '#src/session/clubClient.ts'
import { leave } from '#src/session/leave.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { PasswordField } from '#src/ui/forms/PasswordField.tsx'
import { FailureNotice } from '../FailureNotice.tsx'
import { ExternalPasswordPage } from './ExternalPasswordPage.tsx'
import {
  type PasswordEntry,
  type PasswordFaults,
  refusedFields,
  type PasswordFault,
  passwordFaults,
  passwordFields,
  type PasswordName,
} from './passwordRules.ts'
import styles from '../Form.module.css'

/** `email`: the account's, to sign in with; null where the club has not said it. */
type Stage = { kind: 'asking' | 'link_expired' } | { kind: 'changed'; email: string | null }

interface ChangePasswordPageProps {
  /** The token of the mailed link that has opened the page, or null. */
  linkToken: string | null
  isMember: boolean
}

/** Chooses a new password: by the link of an email, or, as a signed-in member, by the current password. */
export function ChangePasswordPage({ linkToken, isMember }: ChangePasswordPageProps) {
  const { t } = useLingui()
  const lang = useLanguage()
  const member = useRememberedMember()
  const [stage, setStage] = useState<Stage>({ kind: 'asking' })
  const [failure, setFailure] = useState<CallFailure | null>(null)

  const submit = async (entry: PasswordEntry): Promise<PasswordFaults> => {
    setFailure(null)
    const answer = await choosePassword({ linkToken, ownEmail: member?.email ?? null }, entry, lang)
    if (answer.ok) {
      setStage({ kind: 'changed', email: answer.data.email })
      return {}
    }
    const refused = refusedFieldsOf(answer.error)
    if ('token' in refused) setStage({ kind: 'link_expired' })
    const faults = refusedFields(refused)
    if (!('token' in refused) && Object.keys(faults).length === 0) setFailure(callFailureOf(answer.error))
    return faults
  }
  if (externalProviderHost !== null) return <ExternalPasswordPage host={externalProviderHost} />
  if (stage.kind === 'changed') return <ChangedPage email={stage.email} />
  if (stage.kind === 'link_expired') return <LinkExpiredPage />
  if (linkToken === null && !isMember) return <NoLinkPage />
  return (
    <Page
      title={t`Choose a new password`}
      lead={<Trans>You’ll be signed out on every device, and sign in with the new password.</Trans>}
      narrow
    >
      <OfflineNotice />
      {failure && <FailureNotice failure={failure} />}
      <PasswordForm
        asksCurrent={linkToken === null}
        // Whoever opens a mailed link may be another one than the member of this device.
        username={linkToken === null ? (member?.email ?? null) : null}
        onSubmit={submit}
      />
      {linkToken === null && (
        <p>
          <ForgotLink />
        </p>
      )}
    </Page>
  )
}

function ChangedPage({ email }: { email: string | null }) {
  const { t } = useLingui()
  return (
    <Page
      title={t`Password changed`}
      lead={<Trans>You’ve been signed out on every device. Sign in with your new password.</Trans>}
      narrow
    >
      <ButtonRow>
        <SignInButton email={email} />
      </ButtonRow>
    </Page>
  )
}

/** In the specification's words (its section 8). */
function LinkExpiredPage() {
  const { t } = useLingui()
  return (
    <Page title={t`This link has expired`} narrow>
      <Notice tone="warning">
        <Trans>Each link is valid for {resetMinutes} minutes and works once. Request a new one.</Trans>
      </Notice>
      <ButtonRow>
        <NewLinkButton />
      </ButtonRow>
    </Page>
  )
}

function NoLinkPage() {
  const { t } = useLingui()
  return (
    <Page
      title={t`Choose a new password`}
      lead={<Trans>Open the link in our email, or sign in and change your password in your account.</Trans>}
      narrow
    >
      <ButtonRow>
        <NewLinkButton />
        <SignInButton variant="secondary" />
      </ButtonRow>
    </Page>
  )
}

function NewLinkButton() {
  const lang = useLanguage()
  return (
    <LinkButton to="/$lang/forgot-password" params={{ lang }} variant="primary">
      <Trans>Send me a link</Trans>
    </LinkButton>
  )
}

function ForgotLink() {
  const lang = useLanguage()
  return (
    <TextLink to="/$lang/forgot-password" params={{ lang }}>
      <Trans>Forgot your password?</Trans>
    </TextLink>
  )
}

interface SignInButtonProps {
  variant?: 'primary' | 'secondary'
  /** The address that the form begins with. */
  email?: string | null
}

function SignInButton({ variant = 'primary', email = null }: SignInButtonProps) {
  const lang = useLanguage()
  return (
    <LinkButton
      to="/login"
      state={{
        returnTo: `/${lang}/member-detail`,
        loginIntent: 'reauthenticate',
        ...(email !== null && { loginHint: email }),
      }}
      variant={variant}
    >
      <Trans>Sign in</Trans>
    </LinkButton>
  )
}

/**
 * Changes the password by a mailed link's token, or else as the signed-in member, whose session here has then ended as
 * everywhere. A member who is signed in here may be another one than the link's: their session goes on if it is still
 * good. Answers with the account's address, which the sign-in begins with. A mail in the page's language tells of it.
 */
async function choosePassword(
  { linkToken, ownEmail }: { linkToken: string | null; ownEmail: string | null },
  { current, password, repeated }: PasswordEntry,
  lang: Language,
) {
  const choice = { password, password_confirmation: repeated, lang }
  if (linkToken !== null) return await clubClient.call(resetPassword, { token: linkToken, ...choice })
  const answer = await clubClient.call(changePassword, { current_password: current ?? '', ...choice })
  if (!answer.ok) return answer
  await leave()
  return { ...answer, data: { ...answer.data, email: ownEmail } }
}

const missingMessages: Record<PasswordName, MessageDescriptor> = {
  current: msg`Enter your current password.`,
  password: msg`Enter a new password.`,
  repeated: msg`Enter the new password again.`,
}

const faultMessages: Record<Exclude<PasswordFault, 'missing'>, MessageDescriptor> = {
  short: msg`Use at least ${minPasswordLength} characters.`,
  long: msg`Use at most ${maxPasswordLength} characters.`,
  differs: msg`The passwords don’t match. Enter the same one twice.`,
  wrong: msg`This isn’t your current password.`,
  common: msg`This password has appeared in a data leak. Choose another.`,
  same: msg`This is your current password. Choose another.`,
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
function PasswordForm({ asksCurrent, username, onSubmit }: PasswordFormProps) {
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
              error={fault && i18n._(fault === 'missing' ? missingMessages[field] : faultMessages[fault])}
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
