import { Trans, useLingui } from '@lingui/react/macro'
import { givenFor, type PointFigure as PointMonth, pointFigures, takenFor } from '#contract/staff/figures.ts'
import { formatYearMonth, monthName } from '#src/i18n/dates.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { useStaffLanguage } from '../navigation.ts'
import { useAnswer } from '../staffCalls.ts'
import { ColumnPlot, type PlotPart, type Tone } from './ColumnPlot.tsx'
import { Figure } from './Figure.tsx'

const givenTones = { ticket: 'accent', bonus: 'brass', other: 'info' } as const satisfies Record<string, Tone>
const takenTones = { reward: 'success', miles: 'ink', expired: 'plain', other: 'info' } as const satisfies Record<
  string,
  Tone
>

const partOf = (months: readonly PointMonth[], valueOf: (month: PointMonth) => number) => ({
  values: months.map(valueOf),
  figure: formatPoints(months.reduce((sum, month) => sum + valueOf(month), 0)),
})

/** Points that came and went. */
export function PointFigure({ until }: { until: string | undefined }) {
  const { t } = useLingui()
  const lang = useStaffLanguage()
  const givenNames = { ticket: t`Tickets`, bonus: t`Bonus points`, other: t`Other points given` }
  const takenNames = { reward: t`Rewards`, miles: t`Miles`, expired: t`Expired`, other: t`Taken back` }
  const partsOf = (months: readonly PointMonth[]): PlotPart[] => [
    ...givenFor.map((what) => ({
      title: givenNames[what],
      tone: givenTones[what],
      ...partOf(months, ({ given }) => given[what]),
    })),
    ...takenFor.map((what) => ({
      title: takenNames[what],
      tone: takenTones[what],
      isBelow: true,
      ...partOf(months, ({ taken }) => taken[what]),
    })),
  ]
  return (
    <Figure
      title={t`Points given and spent`}
      about={<Trans>Above the line, what members got; below it, what they spent or lost.</Trans>}
      query={useAnswer(pointFigures, { until })}
      rowsOf={({ months }) => months.toReversed()}
      keyOf={({ month }) => month}
      file="points.csv"
      isEmpty={({ months }) => partsOf(months).every(({ values }) => values.every((value) => value === 0))}
      empty={<Trans>No points were given or spent in this period.</Trans>}
      columns={[
        {
          head: t`Month`,
          name: 'month',
          valueOf: ({ month }) => month,
          textOf: ({ month }) => formatYearMonth(month, lang),
        },
        ...givenFor.map((what) => ({
          head: givenNames[what],
          name: `given_${what}`,
          valueOf: ({ given }: PointMonth) => given[what],
        })),
        ...takenFor.map((what) => ({
          head: takenNames[what],
          name: `taken_${what}`,
          valueOf: ({ taken }: PointMonth) => taken[what],
        })),
        { head: t`Outstanding`, name: 'outstanding', valueOf: ({ outstanding }) => outstanding },
      ]}
      renderPlot={({ months }) => (
        <ColumnPlot
          label={t`Points given and spent by month`}
          columns={months.map(({ month, outstanding }) => ({
            key: month,
            title: t`${formatYearMonth(month, lang)}: ${formatPoints(outstanding)} points outstanding`,
            label: monthName(month, lang),
          }))}
          parts={partsOf(months)}
        />
      )}
    />
  )
}
