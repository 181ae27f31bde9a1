import { Plural, Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Button } from '#src/ui/actions/Button.tsx'
import { Icon } from '#src/ui/content/Icon.tsx'
import { VisuallyHidden } from '#src/ui/layout/VisuallyHidden.tsx'
import styles from './SignInCountdown.module.css'

/** Seconds until an unverified member is taken to sign in (specification section 9). */
const countdownSeconds = 60
/** Seconds left when screen readers announce it, in time to stop it (WCAG 2.2.1). */
const warningSeconds = 20

interface SignInCountdownProps {
  /** Something is in progress: the countdown pauses, and restarts afterwards. */
  paused: boolean
  onEnd: () => void
}

/** Counts down until the member is taken to sign in, and lets them stay. */
export function SignInCountdown({ paused, onEnd }: SignInCountdownProps) {
  const [stopped, setStopped] = useState(false)
  const left = useCountdown(countdownSeconds, !stopped && !paused, onEnd)
  if (stopped) {
    return (
      <output className={styles['countdown']}>
        <Trans>You’re staying on this page.</Trans>
      </output>
    )
  }
  return (
    <div className={styles['countdown']}>
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
      <VisuallyHidden>
        <output>
          {left <= warningSeconds && left > 0 && (
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
