import * as v from 'valibot'
import { DeliveryMethod } from '#contract/spending/deliveryMethods.ts'
import { Count } from '#contract/schemas/count.ts'
import { endpoint } from '#contract/endpoint.ts'
import { LocalizedImage } from '#contract/schemas/image.ts'
import { EditorialText } from '#contract/language.ts'
import { PostalAddress } from '#contract/registration/postalAddress.ts'
import { Parcel } from '#contract/spending/parcels.ts'
import { answerList, lenient, lenientList, OptionalText } from '#contract/schemas/lenient.ts'

/** What the member shows for one piece. `expires_at` and `used_at`: ISO 8601, or null. */
export const Coupon = v.object({ code: v.string(), expires_at: OptionalText, used_at: OptionalText })
export type Coupon = v.InferOutput<typeof Coupon>

/**
 * A redemption as the member's list shows it. `redeemed_at`: ISO 8601. Names and picture are null once the club has no
 * such reward. `returned_at` (ISO 8601, or null): when staff gave its points back; its vouchers are void since then.
 */
export const RedeemedItem = v.object({
  ref_no: v.string(),
  redeemed_at: v.string(),
  alias: v.string(),
  name: lenient(EditorialText),
  image: lenient(LocalizedImage),
  quantity: Count,
  points_redeemed: Count,
  delivery: lenient(DeliveryMethod),
  /** Where the reward is collected, instead of the club's words about on-site pick-up; empty or null: those hold. */
  pick_up_content: lenient(EditorialText),
  couponArr: lenientList(Coupon),
  address: lenient(PostalAddress),
  /** Where it is, if it goes by post. */
  parcel: lenient(Parcel),
  returned_at: OptionalText,
})
export type RedeemedItem = v.InferOutput<typeof RedeemedItem>

/** `user` is ignored: nobody sees another's. A visitor gets an empty list. */
export const listRedeemedItems = endpoint({
  summary: 'Lists everything that the member has redeemed, newest first',
  method: 'GET',
  path: '/api/{product}/list-redeemed-items',
  access: 'optional',
  request: v.object({ user: v.optional(v.string()) }),
  answer: v.object({ redeemed_items: answerList(RedeemedItem) }),
  offline: 'member',
  burst: { request: {}, status: 200 },
})
