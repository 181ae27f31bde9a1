import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { type CallFailure, callFailureOf, refusedFieldsOf } from '#src/api/callFailure.ts'
import { useRememberedMember } from '#src/session/member.ts'
import { externalProviderHost } from '#src/session/provider.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { TextLink } from '#src/ui/actions/TextLink.tsx'
import type { Language } from '#contract/language.ts'
import { changePassword, resetMinutes, resetPassword } from '#contract/member/password.ts'
import { clubClient } from '#src/session/clubClient.ts'
import { leave } from '#src/session/leave.ts'
import { FailureNotice } from '../FailureNotice.tsx'
import { ExternalPasswordPage } from './ExternalPasswordPage.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { type PasswordEntry, type PasswordFaults, refusedFields } from './passwordRules.ts'

type Stage = 'asking' | 'changed' | 'link_expired'

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
  const [stage, setStage] = useState<Stage>('asking')
  const [failure, setFailure] = useState<CallFailure | null>(null)

  const submit = async (entry: PasswordEntry): Promise<PasswordFaults> => {
    setFailure(null)
    const answer = await choosePassword(linkToken, entry, lang)
    if (answer.ok) {
      setStage('changed')
      return {}
    }
    const refused = refusedFieldsOf(answer.error)
    if ('token' in refused) setStage('link_expired')
    const faults = refusedFields(refused)
    if (!('token' in refused) && Object.keys(faults).length === 0) setFailure(callFailureOf(answer.error))
    return faults
  }
  if (externalProviderHost !== null) return <ExternalPasswordPage host={externalProviderHost} />
  if (stage === 'changed') return <ChangedPage />
  if (stage === 'link_expired') return <LinkExpiredPage />
  if (linkToken === null && !isMember) return <NoLinkPage />
  return (
    <Page
      title={t`Choose a new password`}
      lead={<Trans>You’ll be signed out on every device, and sign in with the new password.</Trans>}
      narrow
    >
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

function ChangedPage() {
  const { t } = useLingui()
  return (
    <Page
      title={t`Password changed`}
      lead={<Trans>You’ve been signed out on every device. Sign in with your new password.</Trans>}
      narrow
    >
      <ButtonRow>
        <SignInButton />
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

function SignInButton({ variant = 'primary' }: { variant?: 'primary' | 'secondary' }) {
  const lang = useLanguage()
  return (
    <LinkButton
      to="/login"
      state={{ returnTo: `/${lang}/member-detail`, loginIntent: 'reauthenticate' }}
      variant={variant}
    >
      <Trans>Sign in</Trans>
    </LinkButton>
  )
}

/**
 * Changes the password by a mailed link's token, or else as the signed-in member, whose session here has then ended as
 * everywhere. A member who is signed in here may be another one than the link's: their session goes on if it is still
 * good. A mail in the page's language tells of it.
 */
async function choosePassword(
  linkToken: string | null,
  { current, password, repeated }: PasswordEntry,
  lang: Language,
) {
  const choice = { password, password_confirmation: repeated, lang }
  if (linkToken !== null) return await clubClient.call(resetPassword, { token: linkToken, ...choice })
  const answer = await clubClient.call(changePassword, { current_password: current ?? '', ...choice })
  if (answer.ok) await leave()
  return answer
}
