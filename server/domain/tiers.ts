import { basicTier, type HigherTier, isAbove, type Tier, tierTable } from '#contract/member/tiers.ts'
import { startOfNextMembershipYear } from './hongKong.ts'

/** What a member's tier is decided from. `tierExpiresAt`: the last moment of the tier; null when it has no end. */
export interface TierHolder {
  tier: Tier
  tierExpiresAt: Date | null
}

/** The higher of two tiers. */
export function higherTier(one: Tier, other: Tier): Tier {
  return isAbove(other, one) ? other : one
}

/** How long before its end a member is told about the end of a tier, in milliseconds. */
const noticeMs = 30 * 24 * 60 * 60 * 1000

/**
 * The last moment of a tier that is given at `moment`: the end of 31 August in Hong Kong. Renewal is on 1 September.
 */
export function tierEndOf(moment: Date): Date {
  return new Date(startOfNextMembershipYear(moment).getTime() - 1)
}

/** Whether a tier's last moment has passed. */
export function hasLapsed({ tier, tierExpiresAt }: TierHolder, now: Date): boolean {
  return tierTable[tier].ends && tierExpiresAt !== null && tierExpiresAt < now
}

/** The tier that a member has now: a lapsed one has become the basic one, even before that is saved. */
export function currentTier(holder: TierHolder, now: Date): Tier {
  return hasLapsed(holder, now) ? basicTier : holder.tier
}

/**
 * Whether a member may get a tier, by payment, token or otherwise.
 *
 * - given: it is higher than the present one
 * - already_held: it is the present one, until it ends
 * - invalid_tier: the present one is higher; Gold cannot redeem Red in any way
 */
export type TierDecision = 'given' | 'already_held' | 'invalid_tier'

/** Decides on an offered tier, against the one that the holder has at `now`. */
export function decideTier(holder: TierHolder, offered: HigherTier, now: Date): TierDecision {
  const held = currentTier(holder, now)
  if (held === offered) return 'already_held'
  return isAbove(offered, held) ? 'given' : 'invalid_tier'
}

/** The latest end of the tiers whose members are told about it now. */
export function endsToAnnounce(now: Date): Date {
  return new Date(now.getTime() + noticeMs)
}
