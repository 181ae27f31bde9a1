import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useCallback, useEffect, useEffectEvent, useState } from 'react'
import { resendVerification } from '#contract/member/auth.ts'
import { emailCodeMinutes } from '#contract/member/email.ts'
import { me } from '#contract/member/member.ts'
import { clubClient } from '#src/session/clubClient.ts'
import { mailOutcomeOf, type MailOutcome } from '#src/api/callFailure.ts'
import { externalProviderHost } from '#src/session/provider.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { Notice, type NoticeTone } from '#src/ui/states/Notice.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { WaitingButton } from '#src/ui/actions/WaitingButton.tsx'
import { Icon } from '#src/ui/content/Icon.tsx'
import { VisuallyHidden } from '#src/ui/layout/VisuallyHidden.tsx'
import { storeProfile } from '#src/session/storedSession.ts'
import { VerificationCode } from './VerificationCode.tsx'
import styles from './VerifyEmail.module.css'

interface VerifyEmailProps {
  email: string
  /** What verifying is for. */
  notice?: ReactNode
  /** Whether to check at once, because the person has just verified an address. */
  checksAtOnce?: boolean
  /** Continues without verifying; not offered if absent. */
  onVerifyLater?: () => void
  onVerified: () => void
}

type EmailCheck = Awaited<ReturnType<typeof recheckEmail>>
type Work = 'idle' | 'sending' | 'checking'
type Outcome = { kind: 'none' | 'unverified' | 'unreachable' | 'other_account' } | MailOutcome

/**
 * Shown instead of a page that needs a verified email: takes the mailed code, resends the email, checks again, lets the
 * member continue without it if possible, and starts signing in after a minute unless they stop it (specification
 * sections 2 and 4): once, as the provider brings a member who is still signed in straight back. An external identity
 * provider sends its emails itself.
 */
export function VerifyEmail({ email, notice, checksAtOnce = false, onVerifyLater, onVerified }: VerifyEmailProps) {
  const { t } = useLingui()
  const lang = useLanguage()
  const [work, setWork] = useState<Work>(checksAtOnce ? 'checking' : 'idle')
  const isBack = useRouterState({ select: ({ location }) => location.hash === signedInAgain })
  const [outcome, setOutcome] = useState<Outcome>({ kind: isBack ? 'unverified' : 'none' })
  const [nextMailAt, setNextMailAt] = useState(0)
  const [code, setCode] = useState('')
  const signInAgain = useSignInAgain()

  const resend = async () => {
    setWork('sending')
    const sent = mailOutcomeOf(await clubClient.call(resendVerification, { email, lang }))
    if (sent.kind === 'sent') setNextMailAt(sent.nextAt)
    setOutcome(sent)
    setWork('idle')
  }
  const settle = (answer: EmailCheck, unverified: 'unverified' | 'other_account') => {
    setWork('idle')
    if (answer === 'verified') onVerified()
    else if (answer === 'sign-in') signInAgain()
    else setOutcome({ kind: answer === 'unverified' ? unverified : answer })
  }
  const check = async () => {
    setWork('checking')
    settle(await recheckEmail(), 'unverified')
  }
  const settleFirst = useEffectEvent((answer: EmailCheck) => settle(answer, 'other_account'))
  useEffect(() => {
    if (checksAtOnce) void recheckEmail().then(settleFirst)
  }, [checksAtOnce])
  const settleSilently = useEffectEvent((answer: EmailCheck) => {
    if (answer === 'verified') onVerified()
  })
  useEffect(() => {
    // Who comes back from the mail may have opened its link.
    const checkSilently = () => {
      if (document.visibilityState === 'visible') void recheckEmail().then(settleSilently)
    }
    document.addEventListener('visibilitychange', checkSilently)
    return () => document.removeEventListener('visibilitychange', checkSilently)
  }, [])
  return (
    <Page title={t`Verify your email`} lead={<VerificationHint email={email} />} narrow>
      {notice}
      <OutcomeNotice outcome={outcome} email={email} />
      {externalProviderHost === null && (
        <VerificationCode code={code} onChange={setCode} disabled={work !== 'idle'} onTaken={() => void check()} />
      )}
      <ButtonRow>
        <Button
          variant={externalProviderHost === null ? 'quiet' : 'primary'}
          busy={work === 'checking'}
          disabled={work === 'sending'}
          onClick={() => void check()}
        >
          <Trans>I’ve verified my email</Trans>
        </Button>
        {externalProviderHost === null && (
          <WaitingButton
            waitsUntil={nextMailAt}
            busy={work === 'sending'}
            disabled={work === 'checking'}
            onClick={() => void resend()}
          >
            <Trans>Resend email</Trans>
          </WaitingButton>
        )}
        {onVerifyLater && (
          <Button variant="quiet" onClick={onVerifyLater}>
            <Trans>Verify later</Trans>
          </Button>
        )}
      </ButtonRow>
      {!isBack && <SignInCountdown paused={work !== 'idle' || code !== ''} onEnd={signInAgain} />}
    </Page>
  )
}

function VerificationHint({ email }: { email: string }) {
  if (externalProviderHost === null) {
    return (
      <Trans>
        We’ve sent an email to <strong>{email}</strong>. Enter the code in it, or open its link. Each code works for{' '}
        {emailCodeMinutes} minutes: resend the email for a new one.
      </Trans>
    )
  }
  return (
    <Trans>
      You sign in with <strong>{externalProviderHost}</strong>, where <strong>{email}</strong> isn’t verified yet.
      Verify it there, then come back here and check again.
    </Trans>
  )
}

/** The hash with which signing in again returns: it has told what there is to know. */
const signedInAgain = 'signed-in-again'

/** Signs in again at the provider, and returns to this page. */
function useSignInAgain(): () => void {
  const navigate = useNavigate()
  const path = useRouterState({ select: ({ location }) => location.pathname + location.searchStr })
  return useCallback(() => {
    const returnTo = `${path}#${signedInAgain}`
    void navigate({ to: '/login', state: { returnTo, loginIntent: 'reauthenticate' } })
  }, [navigate, path])
}

const outcomeMessages: Record<
  Exclude<Outcome['kind'], 'none' | 'other_account'>,
  { tone: NoticeTone; message: MessageDescriptor }
> = {
  sent: { tone: 'success', message: msg`We’ve sent the email. It can take a few minutes; check your spam folder too.` },
  unverified: {
    tone: 'warning',
    message:
      externalProviderHost === null
        ? msg`Your email isn’t verified yet. Enter the code in our email, or open its link and check again.`
        : msg`Your email isn’t verified yet. Verify it where you sign in, then check again.`,
  },
  unreachable: { tone: 'danger', message: msg`Club Bravo couldn’t be reached. Check your connection and try again.` },
  failed: { tone: 'danger', message: msg`We couldn’t send the email. Check your connection and try again.` },
}

function OutcomeNotice({ outcome, email }: { outcome: Outcome; email: string }) {
  const { i18n } = useLingui()
  if (outcome.kind === 'none') return null
  if (outcome.kind === 'other_account') {
    return (
      <Notice tone="warning" title={<Trans>You’re signed in to another account here</Trans>}>
        <p>
          <Trans>
            You’re signed in as <strong>{email}</strong>, which isn’t verified. To use the account you’ve just verified,
            sign out and sign in with it.
          </Trans>
        </p>
      </Notice>
    )
  }
  if (outcome.kind !== 'failed' || outcome.failure.kind !== 'too_many') {
    const { tone, message } = outcomeMessages[outcome.kind]
    return <Notice tone={tone}>{i18n._(message)}</Notice>
  }
  return (
    <Notice tone="warning">
      <Plural
        value={outcome.failure.waitMinutes}
        one="You’ve requested several emails. Use the latest one (check your spam folder too), or try again in a minute."
        other="You’ve requested several emails. Use the latest one (check your spam folder too), or try again in # minutes."
      />
    </Notice>
  )
}

/** Seconds until an unverified member is taken to sign in (specification section 9). */
const countdownSeconds = 60
/** Seconds left when it is shown and announced, in time to stop it (WCAG 2.2.1). */
const warningSeconds = 20

interface SignInCountdownProps {
  /** Something is in progress: the countdown pauses, and restarts afterwards. */
  paused: boolean
  onEnd: () => void
}

/** Takes the member to sign in after a while, and lets them stay: said shortly before, as most read their mail. */
function SignInCountdown({ paused, onEnd }: SignInCountdownProps) {
  const [stopped, setStopped] = useState(false)
  const left = useCountdown(countdownSeconds, !stopped && !paused, onEnd)
  if (stopped) {
    return (
      <output className={styles['countdown']}>
        <Trans>You’re staying on this page.</Trans>
      </output>
    )
  }
  const isSaid = left <= warningSeconds
  return (
    <div className={isSaid ? styles['countdown'] : undefined}>
      {isSaid && (
        <>
          <p role="timer" className={styles['time']}>
            <Icon name="clock" />
            <Plural
              value={left}
              one="You’ll be taken to the sign-in page in # second."
              other="You’ll be taken to the sign-in page in # seconds."
            />
          </p>
          <Button onClick={() => setStopped(true)}>
            <Trans>Stay here</Trans>
          </Button>
        </>
      )}
      {/* There from the beginning: screen readers announce what comes into it. */}
      <VisuallyHidden>
        <output>
          {isSaid && left > 0 && (
            <Trans>You’ll be taken to the sign-in page in {warningSeconds} seconds, unless you stay here.</Trans>
          )}
        </output>
      </VisuallyHidden>
    </div>
  )
}

/**
 * Counts seconds down and calls `onEnd` once at zero. Uses the clock, so that it ends on time on a device that was
 * asleep.
 *
 * @param seconds the start value; changing it restarts the countdown
 * @param running false pauses it
 * @returns the whole seconds that are left
 */
function useCountdown(seconds: number, running: boolean, onEnd: () => void): number {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    if (!running) return undefined
    const end = Date.now() + seconds * 1000
    const tick = () => {
      const remaining = Math.max(0, Math.ceil((end - Date.now()) / 1000))
      setLeft(remaining)
      if (remaining > 0) return
      clearInterval(timer)
      onEnd()
    }
    const timer = setInterval(tick, 250)
    return () => clearInterval(timer)
  }, [seconds, running, onEnd])
  return left
}

/**
 * Finds out whether the member's email has been verified.
 *
 * @returns 'sign-in' if only a sign-in can tell: the token has ended, or another identity provider knows it
 */
async function recheckEmail(): Promise<'verified' | 'unverified' | 'unreachable' | 'sign-in'> {
  const answer = await clubClient.call(me, {}, { concurrent: true, fresh: true })
  if (!answer.ok) return answer.error.kind === 'http' && answer.error.status === 401 ? 'sign-in' : 'unreachable'
  const profile = answer.data.user.member_profile
  storeProfile(profile)
  if (profile.email_verified) return 'verified'
  return externalProviderHost === null ? 'unverified' : 'sign-in'
}
