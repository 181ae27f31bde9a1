import { type DeliveryMethod, deliveryMethods } from '#contract/spending/deliveryMethods.ts'
import type { Tier } from '#contract/member/tiers.ts'
import type { RedeemError } from '#contract/spending/redemption.ts'
import type { RewardItem } from '#contract/spending/rewards.ts'
import { isRewardVisible } from './rewards.ts'

/** What the decision needs to know of a reward. */
export interface RedeemableReward {
  status: string
  tiers: readonly Tier[] | null
  type: RewardItem['rewardType']
  /** Points for one piece. */
  points: number
  /** How many a member may redeem in total; null: no limit. */
  memberMax: number | null
  /** The last moment to redeem it; null: none. */
  expiresAt: Date | null
  deliveries: readonly DeliveryMethod[]
}

/** What a member asks for, and what the club knows of them. */
interface RedeemRequest {
  isSuspended: boolean
  tier: Tier
  quantity: number
  delivery: DeliveryMethod | null
  /** Whether the member's address is complete. */
  hasAddress: boolean
  /** How many of this reward the member has redeemed before. */
  before: number
  /** The total that the member was shown; null if that is not known. */
  expectedPoints: number | null
  now: Date
}

/** Why a member may not redeem a reward, apart from its stock and their points; null when they may. */
export function refusalOfRedemption(reward: RedeemableReward | null, request: RedeemRequest): RedeemError | null {
  const { isSuspended, tier, quantity, delivery, hasAddress, before, expectedPoints, now } = request
  if (isSuspended) return 'membership_suspended'
  if (reward === null || !isRewardVisible(reward, tier)) return 'item_not_found'
  if (reward.type !== 'Item' || reward.points === 0) return 'not_redeemable'
  if (reward.expiresAt !== null && now > reward.expiresAt) return 'expired'
  if (reward.memberMax !== null && before + quantity > reward.memberMax) return 'over_member_limit'
  const { deliveries } = reward
  if (delivery === null ? deliveries.length > 0 : !deliveries.includes(delivery)) return 'delivery_not_offered'
  const needsAddress = delivery !== null && deliveryMethods[delivery].needsAddress
  if (needsAddress && !hasAddress) return 'shipping_address_missing'
  return expectedPoints !== null && expectedPoints !== reward.points * quantity ? 'points_changed' : null
}
