import styles from './BarPlot.module.css'

interface BarPlotProps {
  /** What it shows, for screen readers. */
  label: string
  bars: readonly { key: string; title: string; value: number; figure: string }[]
}

/** Values below each other, each with its name. */
export function BarPlot({ label, bars }: BarPlotProps) {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  return (
    <ul aria-label={label} className={styles['bars']}>
      {bars.map(({ key, title, value, figure }) => (
        <li key={key} className={styles['bar']}>
          <span>{title}</span>
          <strong>{figure}</strong>
          <span className={styles['value']} style={{ inlineSize: `${(value / most) * 100}%` }} />
        </li>
      ))}
    </ul>
  )
}
