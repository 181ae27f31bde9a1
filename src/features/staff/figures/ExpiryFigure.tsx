import { Trans, useLingui } from '@lingui/react/macro'
import { type Expiry, expiryFigures } from '#contract/staff/figures.ts'
import { formatYearMonth, monthName } from '#src/i18n/dates.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { useStaffLanguage } from '../navigation.ts'
import { Empty } from '../parts/Empty.tsx'
import { useAnswer } from '../staffCalls.ts'
import { ColumnPlot, Legend } from './ColumnPlot.tsx'
import { Figure } from './Figure.tsx'

const rowsOf = ({ months, later, never }: Expiry) => [
  ...months,
  { month: 'later', points: later },
  { month: 'never', points: never },
]

/** The points that members have now, and when they expire. */
export function ExpiryFigure() {
  const { t } = useLingui()
  const lang = useStaffLanguage()
  const nameOf = (month: string) =>
    month === 'later' ? t`Later` : month === 'never' ? t`No expiry date` : formatYearMonth(month, lang)
  return (
    <Figure
      title={t`Points outstanding, by expiry`}
      about={<Trans>What members have now, whatever the period above.</Trans>}
      query={useAnswer(expiryFigures, {})}
      rowsOf={rowsOf}
      keyOf={({ month }) => month}
      file="expiry.csv"
      isEmpty={({ outstanding }) => outstanding === 0}
      empty={<Trans>No member has points.</Trans>}
      columns={[
        { head: t`Expires in`, name: 'expires', valueOf: ({ month }) => month, textOf: ({ month }) => nameOf(month) },
        { head: t`Points`, name: 'points', valueOf: ({ points }) => points },
      ]}
      renderPlot={({ outstanding, months, later, never }) => {
        const expiring = months.reduce((sum, { points }) => sum + points, 0)
        return (
          <>
            <Legend
              lines={[
                { title: t`Points outstanding`, figure: formatPoints(outstanding) },
                { title: t`Later`, figure: formatPoints(later) },
                { title: t`No expiry date`, figure: formatPoints(never) },
              ]}
            />
            {expiring === 0 ? (
              <Empty>
                <Trans>No points expire in the next 12 months.</Trans>
              </Empty>
            ) : (
              <ColumnPlot
                label={t`Points outstanding by the month they expire`}
                columns={months.map(({ month, points }) => ({
                  key: month,
                  title: `${formatYearMonth(month, lang)}: ${formatPoints(points)}`,
                  label: monthName(month, lang),
                }))}
                parts={[
                  {
                    title: t`Expiring in the next 12 months`,
                    tone: 'accent',
                    values: months.map(({ points }) => points),
                    figure: formatPoints(expiring),
                  },
                ]}
              />
            )}
          </>
        )
      }}
    />
  )
}
