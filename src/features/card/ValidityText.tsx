import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import styles from './MembershipCardPage.module.css'

interface ValidityTextProps {
  kind: 'permanent' | 'until' | 'ended' | 'invalid'
  /** The day on which the membership ends, or has ended. */
  end: ReactNode
}

/** How long the membership is valid, as it stands on the card. */
export function ValidityText({ kind, end }: ValidityTextProps) {
  switch (kind) {
    case 'permanent':
      return (
        <p>
          <Trans>No expiry date</Trans>
        </p>
      )
    case 'until':
      return (
        <p>
          <Trans>Valid until {end}</Trans>
        </p>
      )
    case 'ended':
      return (
        <p className={styles['ended']}>
          <Trans>Expired on {end}</Trans>
        </p>
      )
    case 'invalid':
      return (
        <p className={styles['ended']}>
          <Trans>This membership is no longer valid. Email us.</Trans>
        </p>
      )
  }
}
