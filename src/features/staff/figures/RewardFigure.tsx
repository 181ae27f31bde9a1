import { Trans, useLingui } from '@lingui/react/macro'
import { type RewardFigure as Reward, rewardFigures } from '#contract/staff/figures.ts'
import { localized } from '#src/i18n/localized.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { useStaffLanguage } from '../navigation.ts'
import { useAnswer } from '../staffCalls.ts'
import { BarPlot } from './BarPlot.tsx'
import { Figure } from './Figure.tsx'

/** So many rewards are drawn; the table has all of them. */
const mostDrawn = 10

/** What members have redeemed. */
export function RewardFigure({ until }: { until: string | undefined }) {
  const { t } = useLingui()
  const lang = useStaffLanguage()
  const nameOf = ({ name, alias }: Reward) => (name && localized(name, lang)) || alias
  return (
    <Figure
      title={t`Redemptions by reward`}
      about={
        <Trans>
          The {mostDrawn} rewards that took the most points. Conversions to miles are shown with the points above.
        </Trans>
      }
      query={useAnswer(rewardFigures, { until })}
      rowsOf={({ rewards }) => rewards}
      keyOf={({ alias }) => alias}
      file="rewards.csv"
      empty={<Trans>Nothing was redeemed in this period.</Trans>}
      columns={[
        { head: t`Reward`, name: 'reward', valueOf: nameOf },
        { head: t`Redemptions`, name: 'redemptions', valueOf: ({ redemptions }) => redemptions },
        { head: t`Items`, name: 'quantity', valueOf: ({ quantity }) => quantity },
        { head: t`Points`, name: 'points', valueOf: ({ points }) => points },
      ]}
      renderPlot={({ rewards }) => (
        <BarPlot
          label={t`Points spent on each reward`}
          bars={rewards.slice(0, mostDrawn).map((reward) => ({
            key: reward.alias,
            title: nameOf(reward),
            value: reward.points,
            figure: formatPoints(reward.points),
          }))}
        />
      )}
    />
  )
}
