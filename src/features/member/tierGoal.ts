import { isAbove, spendTier } from '#contract/member/tiers.ts'
import type { MemberProfile, UpgradeProgress } from '#contract/member/member.ts'

/**
 * How far a member is from Gold, the tier that concert-going leads to (Red is bought).
 *
 * - held: the member has Gold or Diamond.
 * - spent: the member has spent enough, and is upgraded once the profile is complete.
 * - reached: one of the other measures has reached what Gold asks for, which is enough.
 * - ahead: `missing` of the measure that is nearest to it.
 * - unknown: the server has not said, or asks for nothing.
 */
export type TierGoal =
  { kind: 'held' | 'spent' | 'reached' | 'unknown' } | { kind: 'ahead'; measure: Measure; missing: number }

type Measure = 'tickets' | 'programmes' | 'points' | 'dollars'

interface Measured {
  measure: Measure
  value: number
  goal: number
}

/** The measures that ask for something. Dollars come before the points that they give, which are as many. */
function measuresOf(progress: UpgradeProgress): Measured[] {
  const measures: Measured[] = [
    { measure: 'tickets', value: progress.annualTicket, goal: progress.nextUpgradeTicketsPurchased },
    {
      measure: 'programmes',
      value: progress.annualNumberOfProgramSynonyms,
      goal: progress.nextUpgradeProgramSynonyms,
    },
    ...(progress.ticketSpend?.periods ?? []).map(({ spent, goal }) => ({
      measure: 'dollars' as const,
      value: spent,
      goal,
    })),
    { measure: 'points', value: progress.totalAnnualEarnedPoint, goal: progress.nextUpgradeTicketSpend },
  ]
  return measures.filter(({ goal }) => goal > 0)
}

/** What the member still has to do for Gold. */
export function tierGoalOf({
  membership_tier: tier,
  upgrade_progress: progress,
}: Pick<MemberProfile, 'membership_tier' | 'upgrade_progress'>): TierGoal {
  if (!isAbove(spendTier, tier)) return { kind: 'held' }
  if (progress?.ticketSpend?.reached) return { kind: 'spent' }
  const measures = progress === null ? [] : measuresOf(progress)
  // A stable sort: of measures that are equally near, the first.
  const nearest = measures.toSorted((one, other) => other.value / other.goal - one.value / one.goal)[0]
  if (!nearest) return { kind: 'unknown' }
  const { measure, value, goal } = nearest
  return value >= goal
    ? { kind: 'reached' }
    : { kind: 'ahead', measure, missing: Math.round((goal - value) * 100) / 100 }
}
