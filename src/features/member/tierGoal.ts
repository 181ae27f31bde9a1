import type { MemberProfile, UpgradeProgress } from '#contract/member.ts'

/**
 * How far a member is from Gold, the tier that concert-going leads to (Red is bought).
 *
 * - held: the member has Gold or Diamond.
 * - reached: one of the three measures has reached what Gold asks for, which is enough.
 * - ahead: `missing` of the measure that is nearest to it.
 * - unknown: the server has not said, or asks for nothing.
 */
export type TierGoal =
  | { kind: 'held' | 'reached' | 'unknown' }
  | { kind: 'ahead'; measure: 'tickets' | 'programmes' | 'points'; missing: number }

interface Measured {
  measure: 'tickets' | 'programmes' | 'points'
  value: number
  goal: number
}

/** The three measures that ask for something, in the order in which they are shown. */
function measuresOf(progress: UpgradeProgress): Measured[] {
  const measures: Measured[] = [
    { measure: 'tickets', value: progress.annualTicket, goal: progress.nextUpgradeTicketsPurchased },
    {
      measure: 'programmes',
      value: progress.annualNumberOfProgramSynonyms,
      goal: progress.nextUpgradeProgramSynonyms,
    },
    { measure: 'points', value: progress.totalAnnualEarnedPoint, goal: progress.nextUpgradeTicketSpend },
  ]
  return measures.filter(({ goal }) => goal > 0)
}

/** What the member still has to do for Gold. */
export function tierGoalOf({
  membership_tier: tier,
  upgrade_progress: progress,
}: Pick<MemberProfile, 'membership_tier' | 'upgrade_progress'>): TierGoal {
  if (tier === 'Gold' || tier === 'Diamond') return { kind: 'held' }
  const measures = progress === null ? [] : measuresOf(progress)
  // A stable sort: of measures that are equally near, the first.
  const nearest = measures.toSorted((one, other) => other.value / other.goal - one.value / one.goal)[0]
  if (!nearest) return { kind: 'unknown' }
  const { measure, value, goal } = nearest
  return value >= goal ? { kind: 'reached' } : { kind: 'ahead', measure, missing: goal - value }
}
