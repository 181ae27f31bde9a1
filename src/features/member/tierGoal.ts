import { goalOf, highestMeasuredTier, isAbove, type MeasuredTier } from '#contract/member/tiers.ts'
import { isReached, levelsIn, measuresIn } from '#contract/member/measures.ts'
import type { GaugeLevels, MemberProfile, UpgradeProgress } from '#contract/member/member.ts'

/**
 * How far a member is from the tier that this membership year's concerts lead to, or that they keep.
 *
 * - invited: Diamond asks for nothing.
 * - kept: this year's concerts have reached Gold, which the member has.
 * - incomplete: the tier is reached, and given once the profile is complete.
 * - reached: the tier is reached, but was taken away.
 * - ahead: `missing` of the measure that is nearest to the tier, which the member has already where it `keeps` it; and
 *   `needsProfile`: without a complete one, nothing upgrades.
 * - unknown: the server has not said, or asks for nothing.
 */
export type TierGoal =
  | { kind: 'invited' | 'kept' | 'unknown' }
  | { kind: 'incomplete' | 'reached'; tier: MeasuredTier }
  | ({ kind: 'ahead'; tier: MeasuredTier; keeps: boolean; needsProfile: boolean } & Missing)

/** What a measure still lacks. */
export interface Missing {
  measure: 'tickets' | 'programmes' | 'points' | 'dollars'
  missing: number
}

interface Measured {
  measure: Missing['measure']
  value: number
  goal: number
}

/**
 * The measure that is nearest to one of the levels, of those that ask for something. Dollars come before the points
 * that they give, which are as many.
 */
function nearestTo(levels: GaugeLevels, progress: UpgradeProgress, isGold: boolean): Measured | undefined {
  const spends = isGold ? (progress.ticketSpend?.periods ?? []) : []
  const { tickets, programmes, points } = measuresIn(progress)
  const measures: Measured[] = [
    { measure: 'tickets', value: tickets, goal: levels.fullTicketPurchased },
    { measure: 'programmes', value: programmes, goal: levels.fullSynonyms },
    ...spends.map(({ spent, goal }) => ({ measure: 'dollars' as const, value: spent, goal })),
    { measure: 'points', value: points, goal: levels.fullEarnedPoint },
  ]
  // A stable sort: of measures that are equally near, the first.
  return measures
    .filter(({ goal }) => goal > 0)
    .toSorted((one, other) => other.value / other.goal - one.value / one.goal)[0]
}

const missingOf = ({ measure, value, goal }: Measured): Missing => ({
  measure,
  missing: Math.round((goal - value) * 100) / 100,
})

/** What this year still lacks for a tier that will end to go on; null where it does not end. */
export function missingToKeep({
  renewal,
  upgrade_progress: progress,
}: Pick<MemberProfile, 'renewal' | 'upgrade_progress'>): Missing | null {
  if (renewal?.reason !== 'ended' || renewal.kept_at === null || progress === null) return null
  const nearest = nearestTo(renewal.kept_at, progress, false)
  return nearest === undefined ? null : missingOf(nearest)
}

/** What the member still has to do for the next tier, or to keep the highest. */
export function tierGoalOf({
  membership_tier: held,
  upgrade_progress: progress,
  is_profile_completed: isComplete,
}: Pick<MemberProfile, 'membership_tier' | 'upgrade_progress' | 'is_profile_completed'>): TierGoal {
  if (isAbove(held, highestMeasuredTier)) return { kind: 'invited' }
  const hasSpent = progress?.ticketSpend?.reached === true
  const tier = hasSpent ? highestMeasuredTier : goalOf(held)
  const keeps = held === tier
  const nearest = progress === null ? undefined : nearestTo(levelsIn(progress), progress, tier === highestMeasuredTier)
  if (hasSpent || (nearest !== undefined && isReached(nearest.value, nearest.goal))) {
    if (keeps) return { kind: 'kept' }
    return { kind: isComplete ? 'reached' : 'incomplete', tier }
  }
  if (nearest === undefined) return { kind: 'unknown' }
  return { kind: 'ahead', tier, keeps, needsProfile: !keeps && !isComplete, ...missingOf(nearest) }
}
