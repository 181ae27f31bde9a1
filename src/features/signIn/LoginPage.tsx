import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { LoginCallbackOutcome } from '#src/auth/loginCallback.ts'
import { startSignIn, type SignInFailure } from '#src/auth/signIn.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { Button } from '#src/ui/Button.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Page } from '#src/ui/Page.tsx'
import styles from './Actions.module.css'

export type LoginProblem = Exclude<LoginCallbackOutcome, { kind: 'go' }>

const failureMessages: Record<SignInFailure, MessageDescriptor> = {
  unreachable: msg`The club could not be reached. Check your connection and try again.`,
  expired: msg`This sign-in is no longer good: it took too long, or was begun in another browser. Please start again.`,
  inactive: msg`This membership is no longer valid. Please write to the club’s team by email.`,
  'too-many': msg`There were too many tries in a short time. Please wait a few minutes and try again.`,
  rejected: msg`The club could not match your sign-in with a membership. Please try again; if it happens again, write to the club’s team by email.`,
  storage: msg`Your browser does not let the club keep your sign-in. Allow site data, or leave private browsing, and try again.`,
  insecure: msg`Your browser does not allow signing in here, because the connection to this address is not secure. Open the club at an address that begins with https://. If you run the club yourself: HTTPS=1 gives it such an address, and without HOST it is at http://localhost.`,
}

/** `/login` after a failed sign-in. Problems with the provider or the membership open a popup too. */
export function LoginPage({ problem: first }: { problem: LoginProblem }) {
  const { t } = useLingui()
  const lang = useLanguage()
  const [problem, setProblem] = useState(first)
  const [busy, setBusy] = useState(false)
  const urgent = problem.kind === 'attention' || problem.cause === 'inactive'
  const [popup, setPopup] = useState(urgent)
  const canRetry = problem.kind !== 'failed' || problem.cause !== 'insecure'

  const retry = async () => {
    setBusy(true)
    const { returnTo } = problem
    const cause = await startSignIn({ lang, returnTo, create: false })
    setProblem({ kind: 'failed', cause, returnTo })
    setPopup(false)
    setBusy(false)
  }
  const actions = (
    <div className={styles['actions']}>
      {canRetry && (
        <Button variant="primary" busy={busy} onClick={() => void retry()}>
          <Trans>Try again</Trans>
        </Button>
      )}
      {suggestsContact(problem) && (
        <LinkButton to="/$lang/contact-us" params={{ lang }} replace>
          <Trans>Contact us</Trans>
        </LinkButton>
      )}
      <LinkButton to="/$lang" params={{ lang }} replace>
        <Trans>Go to home</Trans>
      </LinkButton>
    </div>
  )
  return (
    <Page title={t`You are not signed in`} lead={<ProblemMessage problem={problem} />} narrow>
      {actions}
      <Dialog open={popup} onClose={() => setPopup(false)} title={<Trans>Attention required</Trans>}>
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
  if (problem.kind === 'attention') return !problem.stopped
  return problem.cause === 'inactive' || problem.cause === 'rejected'
}

function ProblemMessage({ problem }: { problem: LoginProblem }) {
  const { i18n } = useLingui()
  if (problem.kind === 'failed') return i18n._(failureMessages[problem.cause])
  return problem.stopped ? (
    <Trans>Signing in was stopped before it was finished. Nothing has changed.</Trans>
  ) : (
    <Trans>
      The sign-in service could not sign you in. Please try again; if it happens again, write to the club’s team by
      email.
    </Trans>
  )
}
