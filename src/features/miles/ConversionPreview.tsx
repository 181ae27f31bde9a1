import { Trans } from '@lingui/react/macro'
import { milesOf } from '#contract/spending/miles.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { controlIdOf, type ConversionLimits } from './conversionFaults.ts'
import styles from './Miles.module.css'

interface ConversionPreviewProps extends ConversionLimits {
  /** What is typed; null while nothing is. */
  points: number | null
}

/** What an amount becomes, and what is left: read out when the person pauses. */
export function ConversionPreview({ points, config, balance }: ConversionPreviewProps) {
  const isWhole = points !== null && points % config.rate === 0
  const miles = isWhole ? formatPoints(milesOf(points, config)) : '–'
  const left = balance - (points ?? 0)
  const remaining = formatPoints(Math.abs(left))
  return (
    <output htmlFor={controlIdOf('points')} aria-atomic="true" className={styles['preview']}>
      <span>
        <span className={styles['term']}>
          <Trans>Miles you’ll receive</Trans>
        </span>{' '}
        <strong className={styles['figure']}>{miles}</strong>
      </span>{' '}
      <span className={left < 0 ? styles['short'] : undefined}>
        <span className={styles['term']}>
          {left < 0 ? <Trans>Points you’d still need</Trans> : <Trans>Points left afterwards</Trans>}
        </span>{' '}
        <strong className={styles['figure']}>{remaining}</strong>
      </span>
    </output>
  )
}
