import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { reopenDays } from '#contract/member/closure.ts'
import type { SignInFailure } from '#src/session/signInFailure.ts'
import { type LoginCallbackOutcome, startSignIn } from '#src/session/signIn.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Page } from '#src/ui/layout/Page.tsx'

type LoginProblem = Exclude<LoginCallbackOutcome, { kind: 'redirect' }>

const failureMessages: Record<SignInFailure, MessageDescriptor> = {
  unreachable: msg`Club Bravo couldn’t be reached. Check your connection and try again.`,
  expired: msg`Your sign-in has expired. Start again.`,
  inactive: msg`This membership is no longer valid. If you closed your account, you can reopen it within ${reopenDays} days with the link in our email. Otherwise, email us.`,
  too_many: msg`Too many attempts. Wait a few minutes and try again.`,
  not_open: msg`Joining opens soon: our terms aren’t published yet.`,
  rejected: msg`We couldn’t match your sign-in to a membership. Try again, or email us if it keeps happening.`,
  storage: msg`Your browser couldn’t keep your sign-in. Free up space, allow site data, or leave private browsing, and try again.`,
  no_answer: msg`Your browser’s storage isn’t responding. Close every Club Bravo tab, or your whole browser, and try again.`,
  insecure: msg`Your browser doesn’t allow signing in here because the connection isn’t secure. Open Club Bravo at an address that begins with https://.`,
}

/** `/login` after a failed sign-in. Problems with the provider or the membership also open a popup. */
export function LoginPage({ problem: first }: { problem: LoginProblem }) {
  const { t } = useLingui()
  const lang = useLanguage()
  const [problem, setProblem] = useState(first)
  const [busy, setBusy] = useState(false)
  const urgent = problem.kind === 'attention' || problem.cause === 'inactive'
  const [popup, setPopup] = useState(urgent)
  const canRetry = problem.kind !== 'failed' || !['insecure', 'inactive', 'not_open'].includes(problem.cause)

  const retry = async () => {
    setBusy(true)
    const { returnTo } = problem
    const cause = await startSignIn({ lang, returnTo, intent: undefined })
    setProblem({ kind: 'failed', cause, returnTo })
    setPopup(false)
    setBusy(false)
  }
  const actions = (
    <ButtonRow>
      {canRetry && (
        <Button variant="primary" busy={busy} onClick={() => void retry()}>
          <Trans>Try again</Trans>
        </Button>
      )}
      {suggestsContact(problem) && (
        <LinkButton to="/$lang/contact-us" params={{ lang }} variant={canRetry ? 'secondary' : 'primary'} replace>
          <Trans>Contact us</Trans>
        </LinkButton>
      )}
      <LinkButton to="/$lang" params={{ lang }} replace>
        <Trans>Back to home</Trans>
      </LinkButton>
    </ButtonRow>
  )
  return (
    <Page title={t`You’re not signed in`} lead={popup ? undefined : <ProblemMessage problem={problem} />} narrow>
      {!popup && actions}
      <Dialog open={popup} onClose={() => setPopup(false)} title={<Trans>Action needed</Trans>}>
        <p>
          <ProblemMessage problem={problem} />
        </p>
        {actions}
      </Dialog>
    </Page>
  )
}

/** Whether the message asks to contact the club. */
function suggestsContact(problem: LoginProblem): boolean {
  if (problem.kind === 'attention') return !problem.cancelled
  return problem.cause === 'inactive' || problem.cause === 'rejected'
}

function ProblemMessage({ problem }: { problem: LoginProblem }) {
  const { i18n } = useLingui()
  if (problem.kind === 'failed') return i18n._(failureMessages[problem.cause])
  return problem.cancelled ? (
    <Trans>Sign-in was cancelled. Nothing has changed.</Trans>
  ) : (
    <Trans>We couldn’t sign you in. Try again, or email us if it keeps happening.</Trans>
  )
}
