import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { PointBucket } from '#contract/member/member.ts'
import { pointMonths } from '#contract/member/points.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatDate } from '#src/i18n/dates.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { useNow } from '#src/platform/now.ts'
import { memberQueries } from '#src/query/clubQueries.ts'
import { memberAreaQueries } from '#src/query/memberAreaQueries.ts'
import { Card } from '#src/ui/layout/Card.tsx'
import { Disclosure } from '#src/ui/layout/Disclosure.tsx'
import { expiringPoints } from '../expiringPoints.ts'
import { PointsChart } from './PointsChart.tsx'
import styles from './PointsOverview.module.css'
import { PointsTable } from './PointsTable.tsx'

/** The last months of the ledger as a picture and as a table, and which points expire when. */
export function PointsOverview() {
  const { t } = useLingui()
  // The first page of the whole log, whatever the filters show.
  const { data: log } = useQuery(memberAreaQueries.pointTransactions({}))
  const { data: me } = useQuery(memberQueries.me())
  // Nothing to draw yet, or from a backend that does not sum up months.
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
  if (expiring.length === 0 && lasting === 0) return null
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
