import type { Tier } from '#contract/member/member.ts'
import { startOfNextMembershipYear } from './hongKong.ts'

/** A tier that is given and ends. Black is permanent. */
export type HigherTier = Exclude<Tier, 'Black'>

/** The tier that is bought; the others come with the ticket spend, or are given. */
export const purchasableTier = 'Red' satisfies HigherTier

/** What a member's tier is decided from. `tierExpiresAt`: the last moment of the tier; null when it has no end. */
export interface TierHolder {
  tier: Tier
  tierExpiresAt: Date | null
}

/** From the lowest tier to the highest. */
const ranks: Record<Tier, number> = { Black: 0, Red: 1, Gold: 2, Diamond: 3 }

/** The higher of two tiers. */
export function higherTier(one: Tier, other: Tier): Tier {
  return ranks[one] >= ranks[other] ? one : other
}

/** How long before its end a member is told about the end of a tier, in milliseconds. */
const noticeMs = 30 * 24 * 60 * 60 * 1000

/** The last moment of a tier that is given at `moment`: the end of 31 August in Hong Kong. Renewal is on 1 September. */
export function tierEndOf(moment: Date): Date {
  return new Date(startOfNextMembershipYear(moment).getTime() - 1)
}

/** Whether a tier's last moment has passed. */
export function hasLapsed({ tier, tierExpiresAt }: TierHolder, now: Date): boolean {
  return tier !== 'Black' && tierExpiresAt !== null && tierExpiresAt < now
}

/** The tier that a member has now: a lapsed one has become Black, even before that is saved. */
export function currentTier(holder: TierHolder, now: Date): Tier {
  return hasLapsed(holder, now) ? 'Black' : holder.tier
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
  const difference = ranks[offered] - ranks[currentTier(holder, now)]
  if (difference === 0) return 'already_held'
  return difference > 0 ? 'given' : 'invalid_tier'
}

/** The points for an upgrade, each once in a member's life. Source: specification section 9. */
export const upgradeBonuses = {
  Red: { code: 'Upgrade to Red', points: 1000 },
  Gold: { code: 'Upgrade to Gold', points: 2000 },
} as const

/** The bonus of a tier; null for a tier without one. */
export function upgradeBonus(tier: HigherTier): (typeof upgradeBonuses)[keyof typeof upgradeBonuses] | null {
  return tier === 'Diamond' ? null : upgradeBonuses[tier]
}

/** The latest end of the tiers whose members are told about it now. */
export function endsToAnnounce(now: Date): Date {
  return new Date(now.getTime() + noticeMs)
}
