import { Trans, useLingui } from '@lingui/react/macro'
import { basicTier, type Tier, tiers } from '#contract/member/tiers.ts'
import { memberFigures, type MemberMonth } from '#contract/staff/figures.ts'
import { formatYearMonth, monthName } from '#src/i18n/dates.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { tierMessages } from '#src/i18n/tierMessages.ts'
import { useStaffLanguage } from '../navigation.ts'
import { useAnswer } from '../staffCalls.ts'
import { ColumnPlot, type Tone } from './ColumnPlot.tsx'
import { Figure } from './Figure.tsx'

/** From the lowest tier to the highest. */
const tones: readonly Tone[] = ['info', 'accent', 'brass', 'success']

/** The lowest tier is called Basic wherever people read it. */
const nameInFile = (tier: Tier) => (tier === basicTier ? 'basic' : tier.toLowerCase())

const allOf = ({ tiers: counts }: MemberMonth) => tiers.reduce((sum, tier) => sum + counts[tier], 0)

/** How many members of each tier there are, and were. */
export function MemberFigure({ until }: { until: string | undefined }) {
  const { t, i18n } = useLingui()
  const lang = useStaffLanguage()
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
      query={useAnswer(memberFigures, { until })}
      rowsOf={({ months }) => months.toReversed()}
      keyOf={({ month }) => month}
      file="members.csv"
      isEmpty={({ months }) => months.every((month) => allOf(month) === 0)}
      empty={<Trans>There are no members in this period.</Trans>}
      columns={[
        {
          head: t`Month`,
          name: 'month',
          valueOf: ({ month }) => month,
          textOf: ({ month }) => formatYearMonth(month, lang),
        },
        ...tiers.map((tier) => ({
          head: nameOf(tier),
          name: nameInFile(tier),
          valueOf: (month: MemberMonth) => month.tiers[tier],
        })),
        { head: t`Total`, name: 'total', valueOf: allOf },
      ]}
      renderPlot={({ months }) => (
        <ColumnPlot
          label={t`Members by tier and month`}
          columns={months.map((month) => ({
            key: month.month,
            title: `${formatYearMonth(month.month, lang)}: ${formatPoints(allOf(month))}`,
            label: monthName(month.month, lang),
          }))}
          parts={tiers.map((tier, index) => ({
            title: nameOf(tier),
            tone: tones[index] ?? 'plain',
            values: months.map((month) => month.tiers[tier]),
            figure: formatPoints(months.at(-1)?.tiers[tier] ?? 0),
          }))}
        />
      )}
    />
  )
}
