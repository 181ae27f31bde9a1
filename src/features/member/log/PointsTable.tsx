import { useLingui } from '@lingui/react/macro'
import type { PointMonth } from '#contract/member/points.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatYearMonth } from '#src/i18n/dates.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import styles from './PointsTable.module.css'

/** The figures of the chart, newest first. */
export function PointsTable({ months }: { months: readonly PointMonth[] }) {
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
