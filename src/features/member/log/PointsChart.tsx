import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { PointMonth } from '#contract/member/points.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { monthName } from '#src/i18n/dates.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { chartOf, goneIn, monthWidth } from './chart.ts'
import styles from './PointsChart.module.css'

/**
 * The balance at the end of each month as a line, and what came and went in it as bars. The table beside it has the
 * same figures.
 */
export function PointsChart({ months }: { months: readonly PointMonth[] }) {
  const { t } = useLingui()
  const lang = useLanguage()
  const { balance, ground, bars, middle, most } = chartOf(months)
  const width = months.length * monthWidth
  const sum = (count: (month: PointMonth) => number) => months.reduce((all, month) => all + count(month), 0)
  const [earned, gone] = [sum((month) => month.earned), sum(goneIn)].map(formatPoints)
  const now = months.at(-1)?.balance ?? 0
  const [figure, highest] = [formatPoints(now), formatPoints(most)]
  return (
    <figure className={styles['chart']}>
      <figcaption className={styles['words']}>
        <span className={styles['now']}>
          <Plural value={now} one={`You have ${figure} point.`} other={`You have ${figure} points.`} />
        </span>
        <span className={styles['earned']}>
          <Trans>Earned: {earned}</Trans>
        </span>
        <span className={styles['gone']}>
          <Trans>Used or expired: {gone}</Trans>
        </span>
      </figcaption>
      <div>
        <svg
          className={styles['line']}
          viewBox={`0 0 ${width} 100`}
          preserveAspectRatio="none"
          role="img"
          aria-label={t`Your balance by month, at most ${highest} points, and the points earned and used in each month`}
        >
          <polygon points={ground} />
          <polyline points={balance} />
        </svg>
        <svg className={styles['bars']} viewBox={`0 0 ${width} 100`} preserveAspectRatio="none" aria-hidden="true">
          {bars.map((bar, index) => (
            <g key={bar.month}>
              <rect className={styles['up']} x={index * monthWidth + 2.5} width={5} {...bar.earned} />
              <rect className={styles['down']} x={index * monthWidth + 2.5} width={5} {...bar.gone} />
            </g>
          ))}
          <line x1={0} x2={width} y1={middle} y2={middle} />
        </svg>
        <div className={styles['months']} aria-hidden="true">
          {months.map(({ month }) => (
            <span key={month}>{monthName(month, lang)}</span>
          ))}
        </div>
      </div>
    </figure>
  )
}
