import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { formatPoints } from '#src/i18n/numbers.ts'
import styles from './Gauge.module.css'
import { Icon } from './Icon.tsx'
import { VisuallyHidden } from '#src/ui/layout/VisuallyHidden.tsx'

interface GaugeProps {
  /** What is measured. */
  label: string
  value: number
  /** The value at which it is full. */
  full: number
  /** The unit of the figures, below them. */
  unit?: ReactNode
}

const lengthClass = ({ length }: string) => (length > 8 ? styles['longer'] : length > 6 ? styles['long'] : undefined)

/** Progress towards a goal. A full gauge also says so in words and by an icon. */
export function Gauge({ label, value, full, unit }: GaugeProps) {
  const { t } = useLingui()
  const isFull = value >= full
  const share = full <= 0 ? 100 : Math.max(0, Math.min(100, (value / full) * 100))
  const figure = formatPoints(value)
  const goal = formatPoints(full)
  return (
    <div className={styles['gauge']}>
      <VisuallyHidden>
        <meter
          aria-label={label}
          max={full}
          value={value}
          aria-valuetext={isFull ? t`${figure}, full` : t`${figure} of ${goal}`}
        />
      </VisuallyHidden>
      <div className={styles['dial']} aria-hidden="true">
        <svg viewBox="0 0 120 66" className={styles['drawing']}>
          <path className={styles['ground']} d="M8 60a52 52 0 0 1 104 0" />
          {share > 0 && (
            <path
              className={isFull ? styles['whole'] : styles['part']}
              d="M8 60a52 52 0 0 1 104 0"
              pathLength={100}
              strokeDasharray={`${share} 200`}
            />
          )}
        </svg>
        <p className={[styles['figure'], lengthClass(figure)].filter(Boolean).join(' ')}>{figure}</p>
      </div>
      <p className={styles['goal']}>
        {isFull ? (
          <strong className={styles['full']}>
            <Icon name="check" />
            <Trans>Full</Trans>
          </strong>
        ) : (
          <Trans>of {goal}</Trans>
        )}
        {unit !== undefined && <span> {unit}</span>}
      </p>
      <p className={styles['label']}>{label}</p>
    </div>
  )
}
