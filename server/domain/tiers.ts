import { type HigherTier, isAbove, type Tier, tierTable } from '#contract/member/tiers.ts'
import { tierEndOf } from '#contract/member/renewal.ts'

/** What a member's tier is decided from. `tierExpiresAt`: the last moment of the tier; null when it has no end. */
export interface TierHolder {
  tier: Tier
  tierExpiresAt: Date | null
}

/** The higher of two tiers. */
export function higherTier(one: Tier, other: Tier): Tier {
  return isAbove(other, one) ? other : one
}

/**
 * Whether a member may get a tier, by payment, token or otherwise.
 *
 * - given: it is higher than the present one, or lasts longer
 * - already_held: it is the present one, and lasts no longer
 * - invalid_tier: the present one is higher; Gold cannot redeem Red in any way
 */
export type TierDecision = 'given' | 'already_held' | 'invalid_tier'

/** Decides on an offered tier, against the one that the holder has at `now`. */
export function decideTier({ tier, tierExpiresAt }: TierHolder, offered: HigherTier, now: Date): TierDecision {
  if (tier !== offered) return isAbove(offered, tier) ? 'given' : 'invalid_tier'
  const lastsLonger = tierTable[tier].ends && tierExpiresAt !== null && tierExpiresAt < tierEndOf(now)
  return lastsLonger ? 'given' : 'already_held'
}

const dayMs = 24 * 60 * 60 * 1000

/** How long before the end of their tier members are told, who will change it, in days: each once. */
export const noticeDays = [60, 14] as const

/** The latest end of the tiers whose members are told about it now, `days` before. */
export function endsToAnnounce(now: Date, days: number): Date {
  return new Date(now.getTime() + days * dayMs)
}
