import { Plural, Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx'
import styles from './SignInCountdown.module.css'
import { useCountdown } from './useCountdown.ts'

/** Seconds until an unverified member is taken to sign in (specification section 9). */
const patience = 60
/** Seconds left at which screen readers are told once, in good time to stop it (WCAG 2.2.1). */
const warning = 20

interface SignInCountdownProps {
  /** Something is being done: the time stands still, and starts anew afterwards. */
  held: boolean
  onEnd: () => void
}

/** Says that the member will be taken to sign in, counts down to it, and lets them stay. */
export function SignInCountdown({ held, onEnd }: SignInCountdownProps) {
  const [stopped, setStopped] = useState(false)
  const left = useCountdown(patience, !stopped && !held, onEnd)
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
          {left <= warning && left > 0 && (
            <Trans>You’ll be taken to the sign-in page in 20 seconds, unless you stay here.</Trans>
          )}
        </output>
      </VisuallyHidden>
    </div>
  )
}
