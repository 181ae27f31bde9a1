import { Trans, useLingui } from '@lingui/react/macro'
import { keysOf } from '#contract/keysOf.ts'
import type { FormType } from '#contract/registration/formTypes.ts'
import { joinFigures, type JoinMonth, routeDays } from '#contract/staff/figures.ts'
import { formatYearMonth, monthName } from '#src/i18n/dates.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { useStaffLanguage } from '../navigation.ts'
import { useAnswer } from '../staffCalls.ts'
import { ColumnPlot, type Tone } from './ColumnPlot.tsx'
import { Figure } from './Figure.tsx'

/** The ways to join, in the order of the plot, with their colours. */
const tones: Record<FormType, Tone> = {
  free: 'info',
  red: 'accent',
  existing: 'brass',
  sc: 'ink',
  'free-tier-upgrade': 'success',
  ya: 'plain',
}
const routes = keysOf(tones)

const allOf = ({ routes: counts }: JoinMonth) => routes.reduce((sum, route) => sum + counts[route], 0)

/** How many members have joined, and by which route. */
export function JoinFigure({ until }: { until: string | undefined }) {
  const { t } = useLingui()
  const lang = useStaffLanguage()
  const names: Record<FormType, string> = {
    free: t`Free`,
    red: t`Paid for Red`,
    existing: t`Earlier membership`,
    sc: t`Card partner`,
    'free-tier-upgrade': t`Upgrade by invitation`,
    ya: t`Young Audience Scheme`,
  }
  return (
    <Figure
      title={t`New members by route`}
      about={
        <Trans>
          Members count in the month they joined, by the first route they took within {routeDays} days. Those who took
          none count as Free.
        </Trans>
      }
      query={useAnswer(joinFigures, { until })}
      rowsOf={({ months }) => months.toReversed()}
      keyOf={({ month }) => month}
      file="joins.csv"
      isEmpty={({ months }) => months.every((month) => allOf(month) === 0)}
      empty={<Trans>No one joined in this period.</Trans>}
      columns={[
        {
          head: t`Month`,
          name: 'month',
          valueOf: ({ month }) => month,
          textOf: ({ month }) => formatYearMonth(month, lang),
        },
        ...routes.map((route) => ({
          head: names[route],
          name: route.replaceAll('-', '_'),
          valueOf: (month: JoinMonth) => month.routes[route],
        })),
        { head: t`Total`, name: 'total', valueOf: allOf },
      ]}
      renderPlot={({ months }) => (
        <ColumnPlot
          label={t`New members by route and month`}
          columns={months.map((month) => ({
            key: month.month,
            title: `${formatYearMonth(month.month, lang)}: ${formatPoints(allOf(month))}`,
            label: monthName(month.month, lang),
          }))}
          parts={routes.map((route) => ({
            title: names[route],
            tone: tones[route],
            values: months.map((month) => month.routes[route]),
            figure: formatPoints(months.reduce((sum, month) => sum + month.routes[route], 0)),
          }))}
        />
      )}
    />
  )
}
