import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { keysOf } from '#contract/keysOf.ts'
import { basicTier, type Tier, tiers } from '#contract/member/tiers.ts'
import type { FormType } from '#contract/registration/formTypes.ts'
import {
  type Expiry,
  expiryFigures,
  givenFor,
  joinFigures,
  type JoinMonth,
  memberFigures,
  type MemberMonth,
  type PointFigure as PointMonth,
  pointFigures,
  routeDays,
  takenFor,
} from '#contract/staff/figures.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatYearMonth, monthName } from '#src/i18n/dates.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { tierMessages } from '#src/i18n/tierMessages.ts'
import { Plot, Legend, type PlotPart, type Tone } from '#src/ui/content/Plot.tsx'
import { Empty } from '#src/ui/states/Empty.tsx'
import { staffQuery } from '../staffClient.ts'
import { Figure, type FigureColumn, type Period, sumOf } from './Figure.tsx'

/** How months are shown: in the table, and below the columns of a plot. */
function useMonths() {
  const { t } = useLingui()
  const lang = useLanguage()
  const textOf = (month: string) => formatYearMonth(month, lang)
  const column: FigureColumn<{ month: string }> = {
    head: t`Month`,
    name: 'month',
    valueOf: ({ month }) => month,
    textOf: ({ month }) => textOf(month),
  }
  const plotted = (month: string, title: string) => ({ key: month, title, label: monthName(month, lang) })
  return { textOf, column, plotted }
}

/** From the lowest tier to the highest. */
const tierTones: readonly Tone[] = ['info', 'accent', 'brass', 'success']

/** The lowest tier is called Basic wherever people read it. */
const tierInFile = (tier: Tier) => (tier === basicTier ? 'basic' : tier.toLowerCase())

const membersOf = ({ tiers: counts }: MemberMonth) => sumOf(tiers, (tier) => counts[tier])

/** How many members of each tier there are, and were. */
export function MemberFigure({ until }: Period) {
  const { t, i18n } = useLingui()
  const { textOf, column, plotted } = useMonths()
  const nameOf = (tier: Tier) => i18n._(tierMessages[tier])
  return (
    <Figure
      title={t`Members by tier`}
      about={
        <Trans>
          At the end of each month; for this month, as of now. An account counts once its email address is verified,
          until it’s closed.
        </Trans>
      }
      query={useQuery(staffQuery(memberFigures, { until }))}
      rowsOf={({ months }) => months.toReversed()}
      keyOf={({ month }) => month}
      file="members.csv"
      isEmpty={({ months }) => months.every((month) => membersOf(month) === 0)}
      empty={<Trans>There are no members in this period.</Trans>}
      columns={[
        column,
        ...tiers.map((tier) => ({
          head: nameOf(tier),
          name: tierInFile(tier),
          valueOf: (month: MemberMonth) => month.tiers[tier],
        })),
        { head: t`Total`, name: 'total', valueOf: membersOf },
      ]}
      renderPlot={({ months }) => (
        <Plot
          label={t`Members by tier and month`}
          columns={months.map((one) => plotted(one.month, `${textOf(one.month)}: ${formatPoints(membersOf(one))}`))}
          parts={tiers.map((tier, index) => ({
            title: nameOf(tier),
            tone: tierTones[index] ?? 'plain',
            values: months.map((month) => month.tiers[tier]),
            figure: formatPoints(months.at(-1)?.tiers[tier] ?? 0),
          }))}
        />
      )}
    />
  )
}

/** The ways to join, in the order of the plot, with their colours. */
const routeTones: Record<FormType, Tone> = {
  free: 'info',
  red: 'accent',
  existing: 'brass',
  sc: 'ink',
  'free-tier-upgrade': 'success',
  ya: 'plain',
}
const routes = keysOf(routeTones)

const joinedIn = ({ routes: counts }: JoinMonth) => sumOf(routes, (route) => counts[route])

/** How many members have joined, and by which route. */
export function JoinFigure({ until }: Period) {
  const { t } = useLingui()
  const { textOf, column, plotted } = useMonths()
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
      query={useQuery(staffQuery(joinFigures, { until }))}
      rowsOf={({ months }) => months.toReversed()}
      keyOf={({ month }) => month}
      file="joins.csv"
      isEmpty={({ months }) => months.every((month) => joinedIn(month) === 0)}
      empty={<Trans>No one joined in this period.</Trans>}
      columns={[
        column,
        ...routes.map((route) => ({
          head: names[route],
          name: route.replaceAll('-', '_'),
          valueOf: (month: JoinMonth) => month.routes[route],
        })),
        { head: t`Total`, name: 'total', valueOf: joinedIn },
      ]}
      renderPlot={({ months }) => (
        <Plot
          label={t`New members by route and month`}
          columns={months.map((one) => plotted(one.month, `${textOf(one.month)}: ${formatPoints(joinedIn(one))}`))}
          parts={routes.map((route) => ({
            title: names[route],
            tone: routeTones[route],
            values: months.map((month) => month.routes[route]),
            figure: formatPoints(sumOf(months, (month) => month.routes[route])),
          }))}
        />
      )}
    />
  )
}

const givenTones = { ticket: 'accent', bonus: 'brass', other: 'info' } as const satisfies Record<string, Tone>
const takenTones = { reward: 'success', miles: 'ink', expired: 'plain', other: 'info' } as const satisfies Record<
  string,
  Tone
>

/** Points that came and went. */
export function PointFigure({ until }: Period) {
  const { t } = useLingui()
  const { textOf, column, plotted } = useMonths()
  const givenNames = { ticket: t`Tickets`, bonus: t`Bonus points`, other: t`Other points given` }
  const takenNames = { reward: t`Rewards`, miles: t`Miles`, expired: t`Expired`, other: t`Taken back` }
  const partsOf = (months: readonly PointMonth[]): PlotPart[] => {
    const partOf = (valueOf: (month: PointMonth) => number) => ({
      values: months.map(valueOf),
      figure: formatPoints(sumOf(months, valueOf)),
    })
    return [
      ...givenFor.map((what) => ({
        title: givenNames[what],
        tone: givenTones[what],
        ...partOf(({ given }) => given[what]),
      })),
      ...takenFor.map((what) => ({
        title: takenNames[what],
        tone: takenTones[what],
        isBelow: true,
        ...partOf(({ taken }) => taken[what]),
      })),
    ]
  }
  return (
    <Figure
      title={t`Points given and spent`}
      about={<Trans>Above the line, what members got; below it, what they spent or lost.</Trans>}
      query={useQuery(staffQuery(pointFigures, { until }))}
      rowsOf={({ months }) => months.toReversed()}
      keyOf={({ month }) => month}
      file="points.csv"
      isEmpty={({ months }) => partsOf(months).every(({ values }) => values.every((value) => value === 0))}
      empty={<Trans>No points were given or spent in this period.</Trans>}
      columns={[
        column,
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
        <Plot
          label={t`Points given and spent by month`}
          columns={months.map(({ month, outstanding }) =>
            plotted(month, t`${textOf(month)}: ${formatPoints(outstanding)} points outstanding`),
          )}
          parts={partsOf(months)}
        />
      )}
    />
  )
}

const expiryRows = ({ months, later, never }: Expiry) => [
  ...months,
  { month: 'later', points: later },
  { month: 'never', points: never },
]

/** The points that members have now, and when they expire. */
export function ExpiryFigure() {
  const { t } = useLingui()
  const { textOf, plotted } = useMonths()
  const nameOf = (month: string) =>
    month === 'later' ? t`Later` : month === 'never' ? t`No expiry date` : textOf(month)
  return (
    <Figure
      title={t`Points outstanding, by expiry`}
      about={<Trans>What members have now, whatever the period above.</Trans>}
      query={useQuery(staffQuery(expiryFigures, {}))}
      rowsOf={expiryRows}
      keyOf={({ month }) => month}
      file="expiry.csv"
      isEmpty={({ outstanding }) => outstanding === 0}
      empty={<Trans>No member has points.</Trans>}
      columns={[
        { head: t`Expires in`, name: 'expires', valueOf: ({ month }) => month, textOf: ({ month }) => nameOf(month) },
        { head: t`Points`, name: 'points', valueOf: ({ points }) => points },
      ]}
      renderPlot={({ outstanding, months, later, never }) => {
        const expiring = sumOf(months, ({ points }) => points)
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
              <Plot
                label={t`Points outstanding by the month they expire`}
                columns={months.map(({ month, points }) => plotted(month, `${textOf(month)}: ${formatPoints(points)}`))}
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
