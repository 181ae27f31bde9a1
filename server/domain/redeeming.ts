import type { Tier } from '#contract/member/member.ts'
import type { RedeemError } from '#contract/spending/redemption.ts'
import type { DeliveryMethod, RewardItem } from '#contract/spending/rewards.ts'
import { endOfDayAfter, endOfDayAfterMonths } from './hongKong.ts'
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
export interface RedeemRequest {
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
  const { tier, quantity, delivery, hasAddress, before, expectedPoints, now } = request
  if (reward === null || !isRewardVisible(reward, tier)) return 'item_not_found'
  if (reward.type !== 'Item' || reward.points === 0) return 'not_redeemable'
  if (reward.expiresAt !== null && now > reward.expiresAt) return 'expired'
  if (reward.memberMax !== null && before + quantity > reward.memberMax) return 'over_member_limit'
  const { deliveries } = reward
  if (delivery === null ? deliveries.length > 0 : !deliveries.includes(delivery)) return 'delivery_not_offered'
  if (delivery === 'Mail' && !hasAddress) return 'shipping_address_missing'
  return expectedPoints !== null && expectedPoints !== reward.points * quantity ? 'points_changed' : null
}

/** How long a voucher lasts where its reward says nothing. */
const usualValidity = '12 months'

/**
 * The last moment of a voucher: the end of a Hong Kong day.
 *
 * @param validity days or months, such as `60 days` or `3 months` (server/content/fields.ts); null for the usual time
 */
export function voucherEndOf(redeemedAt: Date, validity: string | null): Date {
  const [count = '', unit = ''] = (validity ?? usualValidity).split(' ')
  const endOf = unit.startsWith('day') ? endOfDayAfter : endOfDayAfterMonths
  return new Date(endOf(redeemedAt, Number(count)).getTime() - 1)
}

/** Whether a piece is shown as a voucher, rather than sent. */
export function hasVouchers(delivery: DeliveryMethod | null): boolean {
  return delivery !== 'Mail'
}

/** Without letters and digits that people confuse. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** A code of groups of four characters, from random bytes, of which each gives a character. */
export function codeOf(bytes: Uint8Array): string {
  const characters = [...bytes].map((byte) => alphabet[byte % alphabet.length] ?? '')
  return (characters.join('').match(/.{1,4}/g) ?? []).join('-')
}

/** A code of `codeOf`, however it is written: in small letters, without hyphens, with spaces. */
export function voucherCodeOf(given: string): string {
  const characters = given
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
  return (characters.match(/.{1,4}/g) ?? []).join('-')
}
