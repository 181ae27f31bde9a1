import type { RewardSummary } from '#contract/spending/rewards.ts'

/** The number of remaining items is shown up to this many. */
const lowStock = 5

/** Whether a reward can be redeemed, for any viewer. */
export type RewardAvailability =
  | { kind: 'available' }
  | { kind: 'few_left'; count: number }
  | { kind: 'sold_out' }
  /** Its redemption date has passed. */
  | { kind: 'ended' }

/** @param now milliseconds since 1970 */
export function availabilityOf(
  reward: Pick<RewardSummary, 'availableQuantityOfRewardItem' | 'expiry_date'>,
  now: number,
): RewardAvailability {
  if (reward.expiry_date !== null && Date.parse(reward.expiry_date) <= now) return { kind: 'ended' }
  const count = reward.availableQuantityOfRewardItem
  if (count === 0) return { kind: 'sold_out' }
  return count <= lowStock ? { kind: 'few_left', count } : { kind: 'available' }
}

/** Whether it can no longer be redeemed. */
export function isUnavailable(
  availability: RewardAvailability,
): availability is Extract<RewardAvailability, { kind: 'sold_out' | 'ended' }> {
  return availability.kind === 'sold_out' || availability.kind === 'ended'
}
