import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { isAbove, spendTier, type Tier } from '#contract/member/tiers.ts'
import type { UpgradeProgress } from '#contract/member/member.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatMoney, formatPoints } from '#src/i18n/numbers.ts'
import { memberAreaQueries } from '#src/query/memberAreaQueries.ts'
import { Card } from '#src/ui/layout/Card.tsx'
import { Gauge } from '#src/ui/content/Gauge.tsx'
import { TextLink } from '#src/ui/actions/TextLink.tsx'
import styles from './ProgressGauges.module.css'
import { SpendTowardsGold } from './SpendTowardsGold.tsx'
import { type TierGoal, tierGoalOf } from './tierGoal.ts'

interface ProgressGaugesProps {
  tier: Tier
  progress: UpgradeProgress
}

/** This membership year in three gauges, and in words how far Gold is. */
export function ProgressGauges({ tier, progress }: ProgressGaugesProps) {
  const { t } = useLingui()
  const lang = useLanguage()
  // Until they are known, the gauges are full where the next tier is reached.
  const { data: levels } = useQuery(memberAreaQueries.gaugeLevels())
  const goal = tierGoalOf({ membership_tier: tier, upgrade_progress: progress })
  return (
    <Card title={<Trans>Your membership year</Trans>}>
      <p className={styles['goal']}>
        <GoalText goal={goal} tier={tier} />
      </p>
      <div className={styles['gauges']}>
        <Gauge
          label={t`Tickets scanned`}
          value={progress.annualTicket}
          full={levels?.fullTicketPurchased ?? progress.nextUpgradeTicketsPurchased}
        />
        <Gauge
          label={t`Different programmes`}
          value={progress.annualNumberOfProgramSynonyms}
          full={levels?.fullSynonyms ?? progress.nextUpgradeProgramSynonyms}
        />
        <Gauge
          label={t`Points from tickets`}
          value={progress.totalAnnualEarnedPoint}
          full={levels?.fullEarnedPoint ?? progress.nextUpgradeTicketSpend}
        />
      </div>
      <p className={styles['soft']}>
        {goal.kind === 'held' || goal.kind === 'unknown' ? (
          <Trans>Counted from 1 September to 31 August.</Trans>
        ) : (
          <Trans>
            Counted from 1 September to 31 August. Once any of these three is full,{' '}
            <TextLink to="/$lang/contact-us" params={{ lang }}>
              contact us
            </TextLink>{' '}
            and we’ll upgrade you to Gold.
          </Trans>
        )}
      </p>
      {goal.kind !== 'held' && progress.ticketSpend && <SpendTowardsGold spend={progress.ticketSpend} />}
    </Card>
  )
}

function GoalText({ goal, tier }: { goal: TierGoal; tier: Tier }) {
  const lang = useLanguage()
  switch (goal.kind) {
    case 'held':
      return isAbove(tier, spendTier) ? (
        <Trans>Thank you for every concert you hear with us as a Diamond member.</Trans>
      ) : (
        <Trans>You’re a Gold member. Thank you for every concert you hear with us.</Trans>
      )
    case 'spent':
      return (
        <Trans>
          You’ve qualified for Gold.{' '}
          <TextLink to="/$lang/member-detail-edit" params={{ lang }}>
            Complete your profile
          </TextLink>{' '}
          and we’ll upgrade your membership.
        </Trans>
      )
    case 'reached':
      return (
        <Trans>
          You’ve qualified for Gold.{' '}
          <TextLink to="/$lang/contact-us" params={{ lang }}>
            Contact us
          </TextLink>{' '}
          and we’ll upgrade your membership.
        </Trans>
      )
    case 'ahead':
      return <MissingText goal={goal} />
    case 'unknown':
      return <Trans>Every ticket you scan counts.</Trans>
  }
}

function MissingText({ goal: { measure, missing } }: { goal: Extract<TierGoal, { kind: 'ahead' }> }) {
  const money = formatMoney(missing)
  const figure = formatPoints(missing)
  switch (measure) {
    case 'tickets':
      return (
        <Plural
          value={missing}
          one="One more ticket and you qualify for Gold."
          other={`${figure} more tickets and you qualify for Gold.`}
        />
      )
    case 'programmes':
      return (
        <Plural
          value={missing}
          one="One more programme and you qualify for Gold."
          other={`${figure} more programmes and you qualify for Gold.`}
        />
      )
    case 'dollars':
      return <Trans>{money} more on tickets and Gold is yours.</Trans>
    case 'points':
      return (
        <Plural
          value={missing}
          one="One more point from tickets and you qualify for Gold."
          other={`${figure} more points from tickets and you qualify for Gold.`}
        />
      )
  }
}
