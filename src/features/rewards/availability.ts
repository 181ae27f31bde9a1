import type { RewardSummary } from '#contract/rewards.ts'

/** From this many on nobody is told how many are left. */
const lowStock = 5

/** How a reward stands for anybody who looks at it. */
export type RewardAvailability =
  | { kind: 'available' }
  | { kind: 'few-left'; count: number }
  | { kind: 'sold-out' }
  /** It could be redeemed until then. */
  | { kind: 'ended' }

/** @param now milliseconds since 1970 */
export function availabilityOf(
  reward: Pick<RewardSummary, 'availableQuantityOfRewardItem' | 'expiry_date'>,
  now: number,
): RewardAvailability {
  if (reward.expiry_date !== null && Date.parse(reward.expiry_date) <= now) return { kind: 'ended' }
  const count = reward.availableQuantityOfRewardItem
  if (count === 0) return { kind: 'sold-out' }
  return count <= lowStock ? { kind: 'few-left', count } : { kind: 'available' }
}

/** Whether it cannot be had any more. */
export function isUnavailable({ kind }: RewardAvailability): boolean {
  return kind === 'sold-out' || kind === 'ended'
}

/** What a member's points are worth for a reward. */
export type Affordability =
  /** Enough for that many, stock and each member's limit aside. */
  { kind: 'enough'; count: number } | { kind: 'short'; missing: number }

/** @param points the member's */
export function affordabilityOf(reward: Pick<RewardSummary, 'points'>, points: number): Affordability {
  if (points < reward.points) return { kind: 'short', missing: reward.points - points }
  return { kind: 'enough', count: reward.points === 0 ? Infinity : Math.floor(points / reward.points) }
}
