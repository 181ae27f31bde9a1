import { Trans } from '@lingui/react/macro'
import { type ReactNode, useId } from 'react'
import { buttonClass } from '#src/ui/actions/Button.tsx'
import { StayingAction } from '#src/ui/actions/StayingAction.tsx'
import { DateText } from '#src/ui/content/DateText.tsx'
import styles from './Unavailable.module.css'

interface UnavailableProps {
  reason: ReactNode
  /** In short, where the button stays at a phone's edge. */
  about?: ReactNode
  children: ReactNode
}

/** A greyed button, which keeps its place in the order of the keyboard, so that its reason is read out with it. */
export function Unavailable({ reason, about, children }: UnavailableProps) {
  const id = useId()
  const button = (
    <button
      type="button"
      className={buttonClass('secondary', styles['button'], 'large')}
      aria-disabled="true"
      aria-describedby={id}
    >
      {children}
    </button>
  )
  return (
    <>
      <p id={id} className={styles['reason']}>
        {reason}
      </p>
      {about === undefined ? button : <StayingAction about={about}>{button}</StayingAction>}
    </>
  )
}

interface UnavailableToAllProps {
  kind: 'sold_out' | 'ended'
  /** ISO 8601, or null. */
  endedAt: string | null
}

/** Instead of redeeming, for whoever looks at a reward that nobody can redeem. */
export function UnavailableToAll({ kind, endedAt }: UnavailableToAllProps) {
  if (kind === 'sold_out')
    return (
      <Unavailable reason={<Trans>We sometimes get more. Check back later.</Trans>}>
        <Trans>Sold out</Trans>
      </Unavailable>
    )
  return (
    <Unavailable
      reason={
        endedAt !== null && (
          <Trans>
            Redemption closed on <DateText moment={endedAt} time />, Hong Kong time.
          </Trans>
        )
      }
    >
      <Trans>No longer available</Trans>
    </Unavailable>
  )
}
