import { Trans, useLingui } from '@lingui/react/macro'
import { formatPoints } from '#src/i18n/numbers.ts'
import { VisuallyHidden } from '#src/ui/layout/VisuallyHidden.tsx'
import styles from './Gauge.module.css'
import { Icon } from './Icon.tsx'

interface GaugeProps {
  /** What is measured. */
  label: string
  value: number
  /** The value at which it is full. */
  full: number
  /** A value on the way that counts as well, drawn as a small mark. */
  mark?: number | undefined
  /** How figures are written; points by default. */
  format?: (figure: number) => string
}

const share = (value: number, full: number) => (full <= 0 ? 100 : Math.max(0, Math.min(100, (value / full) * 100)))

/** Progress towards a goal, as a line under its name and figures. A full gauge also says so in words and by an icon. */
export function Gauge({ label, value, full, mark, format = formatPoints }: GaugeProps) {
  const { t } = useLingui()
  const isFull = value >= full
  const figure = format(value)
  const goal = format(full)
  const reached = share(value, full)
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
      <p className={styles['label']} aria-hidden="true">
        {label}
      </p>
      <p className={styles['figures']} aria-hidden="true">
        <span className={styles['figure']}>{figure}</span>{' '}
        {isFull ? (
          <strong className={styles['full']}>
            <Icon name="check" /> <Trans>Full</Trans>
          </strong>
        ) : (
          <span>
            <Trans>of {goal}</Trans>
          </span>
        )}
      </p>
      <svg className={styles['drawing']} aria-hidden="true">
        <line className={styles['ground']} x1="0" x2="100%" y1="50%" y2="50%" />
        {reached > 0 && (
          <line className={isFull ? styles['whole'] : styles['part']} x1="0" x2={`${reached}%`} y1="50%" y2="50%" />
        )}
        {mark !== undefined && mark < full && (
          <line className={styles['mark']} x1={`${share(mark, full)}%`} x2={`${share(mark, full)}%`} y1="0" y2="100%" />
        )}
      </svg>
    </div>
  )
}
