import { maxPieces } from '#contract/spending/redemption.ts'
import type { RewardSummary } from '#contract/spending/rewards.ts'

/**
 * How many pieces a member may redeem at once: what is left of the member's limit, and of the stock. 0 if none.
 *
 * @param before how many the member has redeemed already
 */
export function quantityLimit(
  reward: Pick<RewardSummary, 'each_member_max' | 'availableQuantityOfRewardItem'>,
  before: number,
): number {
  const own = reward.each_member_max === null ? Infinity : Math.max(0, reward.each_member_max - before)
  return Math.min(own, reward.availableQuantityOfRewardItem, maxPieces)
}

/** A quantity between 1 and the limit. */
export function withinLimit(quantity: number, limit: number): number {
  return Math.max(1, Math.min(quantity, limit))
}

/** A typed quantity, of which digits of Chinese keyboards count, too; null if it isn't a whole number. */
export function readQuantity(text: string): number | null {
  const digits = text.normalize('NFKC').trim()
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null
}
