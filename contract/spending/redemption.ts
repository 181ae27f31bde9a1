import * as v from 'valibot'
import { DeliveryMethod } from '#contract/spending/deliveryMethods.ts'
import { Count } from '#contract/schemas/count.ts'
import { endpoint } from '#contract/endpoint.ts'
import { lenient, lenientList, OptionalText } from '#contract/schemas/lenient.ts'
import { PostalAddress } from '#contract/registration/postalAddress.ts'
import { Coupon } from './redeemedItems.ts'
import { RefusalReason } from '#contract/schemas/refusal.ts'

const Id = v.pipe(v.string(), v.nonEmpty(), v.maxLength(200))
/** A single request redeems at most so many, whatever the reward allows. */
export const maxPieces = 100

/** The specification's messages of `redeem` (its sections 4 and 8). `refused`: another reason, which `error` names. */
export const redeemMessages = {
  redeemed: 'redeem successfully',
  outOfStock: 'no enough reward item for this redeem request',
  short: 'no enough available points for this redeem request',
  refused: 'redeem request refused',
} as const

/**
 * Why a reward is refused for another reason than stock or points:
 *
 * - `membership_suspended`: staff have suspended the member; this backend's own, as the last one is
 * - `item_not_found`: there is no such reward, or not for the member's tier
 * - `not_redeemable`: its points are not spent by `redeem`, such as those for miles
 * - `expired`: its last moment has passed
 * - `over_member_limit`: the member would have more of it than one may
 * - `delivery_not_offered`: it is not handed over in this way
 * - `shipping_address_missing`: it goes by post, and the member's address is not complete
 * - `points_changed`: it costs other points than the member was shown (`expected_points`)
 */
export const redeemErrors = [
  'membership_suspended',
  'item_not_found',
  'not_redeemable',
  'expired',
  'over_member_limit',
  'delivery_not_offered',
  'shipping_address_missing',
  'points_changed',
] as const
export type RedeemError = (typeof redeemErrors)[number]

/**
 * The result of a redemption (specification section 3). `ref_no`: what the member quotes to the club. `delivery`: how
 * it is handed over. The bottom messages are HTML that must be sanitised; `sc_bottom_message` is this backend's own.
 */
export const ItemRedeemResult = v.object({
  ref_no: v.string(),
  gift_eng_name: v.string(),
  gift_chi_name: v.string(),
  quantity: Count,
  points_redeemed: Count,
  remaining_points: Count,
  delivery: v.nullable(DeliveryMethod),
  couponArr: lenientList(Coupon),
  address: lenient(PostalAddress),
  enRedeemedItemBottomMessage: OptionalText,
  tcRedeemedItemBottomMessage: OptionalText,
  sc_bottom_message: OptionalText,
})
export type ItemRedeemResult = v.InferOutput<typeof ItemRedeemResult>

/**
 * Takes points and stock and makes the coupons, all or nothing, once for each key. A refusal is an answer, too
 * (`redeemMessages`); with too little stock it says what is left. `delivery_method` is null for a reward that offers
 * none. `expected_points`: the total that the member was shown; another one is refused. It is this backend's own, and
 * may be absent.
 */
export const redeem = endpoint({
  summary: 'Spends points on a reward',
  method: 'POST',
  path: '/api/{product}/redeem',
  access: 'verified',
  rate: { class: 'spending' },
  idempotency: true,
  request: v.object({
    item_id: Id,
    quantity: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxPieces)),
    delivery_method: v.nullish(DeliveryMethod, null),
    expected_points: v.nullish(Count, null),
  }),
  answer: v.object({
    message: v.string(),
    error: RefusalReason,
    availableQuantityOfRewardItem: v.optional(Count),
    result: v.optional(ItemRedeemResult),
  }),
})
export type RedeemAnswer = v.InferOutput<(typeof redeem)['answer']>
