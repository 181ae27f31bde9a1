import * as v from 'valibot'
import { basicTier, isAbove, Tier } from '#contract/member/tiers.ts'
import { Count } from '#contract/schemas/count.ts'

/**
 * How a member has come to a tier: joined, linked an earlier membership, risen from a lower tier, or renewed the same.
 */
export const TierChange = v.variant('kind', [
  v.object({ kind: v.picklist(['joined', 'linked', 'renewed']) }),
  v.object({ kind: v.literal('risen'), from: Tier }),
])
export type TierChange = v.InferOutput<typeof TierChange>

/**
 * What a form has led to.
 *
 * @param before the tier until then; null for who was no member
 */
export function tierChangeOf({
  before,
  tier,
  isLinked,
}: {
  before: Tier | null
  tier: Tier
  isLinked: boolean
}): TierChange {
  // An account alone makes somebody Basic: with an earlier membership, they are back.
  const isBack = isLinked && before === basicTier
  if (before !== null && !isBack && isAbove(tier, before)) return { kind: 'risen', from: before }
  return { kind: isLinked ? 'linked' : 'joined' }
}

/** What the page after joining shows: the tier, how it came, and what completing the profile has earned. */
export const JoinedState = v.object({ memberId: v.string(), tier: Tier, welcomePoints: Count, change: TierChange })
type JoinedState = v.InferOutput<typeof JoinedState>

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** For the page after joining. Without it the page leads home. */
    joined?: JoinedState
  }
}
