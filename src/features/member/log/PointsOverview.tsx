import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { PointBucket } from '#contract/member/member.ts'
import { pointMonths, type PointMonth } from '#contract/member/points.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatDate, monthName, formatYearMonth } from '#src/i18n/dates.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { useNow } from '#src/platform/now.ts'
import { memberQueries } from '#src/query/clubQueries.ts'
import { memberAreaQueries } from '#src/query/memberAreaQueries.ts'
import { Card } from '#src/ui/layout/Card.tsx'
import { Disclosure } from '#src/ui/layout/Disclosure.tsx'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import { expiringPoints } from '../expiringPoints.ts'
import styles from './PointsOverview.module.css'
import { chartOf, goneIn, monthWidth } from './chart.ts'

/** The last months of the ledger as a picture and as a table, and which points expire when. */
export function PointsOverview() {
  const { t } = useLingui()
  // The first page of the whole log, whatever the filters show.
  const { data: log, isPending } = useQuery(memberAreaQueries.pointTransactions({}))
  const { data: me } = useQuery(memberQueries.me())
  if (isPending) return <Skeleton shape="card" className={styles['coming']} />
  // Nothing to draw, or from a backend that does not sum up months.
  if (!log || log.point_transactions.length === 0 || log.months.length === 0) return null
  const { months } = log
  return (
    <div className={styles['overview']}>
      <Card title={<Trans>The last {pointMonths} months</Trans>}>
        <PointsChart months={months} />
        <Disclosure title={t`Show as a table`}>
          <PointsTable months={months} />
        </Disclosure>
      </Card>
      {me && <Expiry buckets={me.user.point_buckets} />}
    </div>
  )
}

/** Which points expire when, the soonest first, and how many never do. */
function Expiry({ buckets }: { buckets: readonly PointBucket[] }) {
  const lang = useLanguage()
  const now = useNow()
  const expiring = expiringPoints(buckets, now, Infinity)
  const lasting = buckets.reduce((sum, { remaining, expires_at: end }) => (end === null ? sum + remaining : sum), 0)
  if (expiring.length === 0) return null
  return (
    <Card title={<Trans>When your points expire</Trans>}>
      <ul className={styles['expiry']}>
        {expiring.map(({ points, lastMoment }) => (
          <li key={lastMoment}>
            <PointsOf points={points} />
            <span>
              <UntilText date={formatDate(lastMoment, lang)} />
            </span>
          </li>
        ))}
        {lasting > 0 && (
          <li>
            <PointsOf points={lasting} />
            <span>
              <Trans>No expiry date</Trans>
            </span>
          </li>
        )}
      </ul>
    </Card>
  )
}

function UntilText({ date }: { date: string }) {
  return <Trans>Until {date}</Trans>
}

function PointsOf({ points }: { points: number }) {
  const figure = formatPoints(points)
  return (
    <strong>
      <Plural value={points} one={`${figure} point`} other={`${figure} points`} />
    </strong>
  )
}

/**
 * The balance at the end of each month as a line, and what came and went in it as bars. The table beside it has the
 * same figures.
 */
function PointsChart({ months }: { months: readonly PointMonth[] }) {
  const { t } = useLingui()
  const lang = useLanguage()
  const { balance, ground, bars, middle, most, mostEarned, mostGone } = chartOf(months)
  const width = months.length * monthWidth
  const sum = (count: (month: PointMonth) => number) => months.reduce((all, month) => all + count(month), 0)
  const [earned, gone] = [sum((month) => month.earned), sum(goneIn)].map(formatPoints)
  const now = months.at(-1)?.balance ?? 0
  const [figure, highest] = [formatPoints(now), formatPoints(most)]
  return (
    <figure className={styles['chart']}>
      <figcaption className={styles['chartWords']}>
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
      <div className={styles['plots']}>
        <Scale>
          <span>{highest}</span>
          <span>0</span>
        </Scale>
        <svg
          className={styles['balanceLine']}
          viewBox={`0 0 ${width} 100`}
          preserveAspectRatio="none"
          role="img"
          aria-label={t`Your balance by month, at most ${highest} points, and the points earned and used in each month`}
        >
          <polygon points={ground} />
          <polyline points={balance} />
        </svg>
        <Scale>
          <span>{formatPoints(mostEarned)}</span>
          <span>{formatPoints(mostGone)}</span>
        </Scale>
        <svg className={styles['monthBars']} viewBox={`0 0 ${width} 100`} preserveAspectRatio="none" aria-hidden="true">
          {bars.map((bar, index) => (
            <g key={bar.month}>
              <rect className={styles['earnedBar']} x={index * monthWidth + 2.5} width={5} {...bar.earned} />
              <rect className={styles['goneBar']} x={index * monthWidth + 2.5} width={5} {...bar.gone} />
            </g>
          ))}
          <line x1={0} x2={width} y1={middle} y2={middle} />
        </svg>
        <div className={styles['monthNames']} aria-hidden="true">
          {months.map(({ month }) => (
            <span key={month}>{monthName(month, lang)}</span>
          ))}
        </div>
      </div>
    </figure>
  )
}

/** What the top and the foot of a drawing stand for; the words and the table say it, too. */
function Scale({ children }: { children: ReactNode }) {
  return (
    <p className={styles['scale']} aria-hidden="true">
      {children}
    </p>
  )
}

/** The figures of the chart, newest first. */
function PointsTable({ months }: { months: readonly PointMonth[] }) {
  const { t } = useLingui()
  const lang = useLanguage()
  return (
    <table className={styles['table']} aria-label={t`Points by month`}>
      <thead>
        <tr>
          {[t`Month`, t`Earned`, t`Used`, t`Expired`, t`Balance`].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {months.toReversed().map(({ month, earned, used, expired, balance }) => (
          <tr key={month}>
            <th scope="row">{formatYearMonth(month, lang)}</th>
            <td>{formatPoints(earned)}</td>
            <td>{formatPoints(used)}</td>
            <td>{formatPoints(expired)}</td>
            <td>{formatPoints(balance)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
