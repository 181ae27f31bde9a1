import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import { languages } from '#contract/language.ts'
import { Receipt } from '#contract/member/receipts.ts'
import { Success } from '#contract/schemas/success.ts'

/** Without the sign that joins the fields in the hash: with it, other fields could have the same hash. */
const Text = v.pipe(v.string(), v.maxLength(255), v.regex(/^[^|]*$/))
const Code = v.pipe(Text, v.nonEmpty(), v.maxLength(64))

/** The fields of a form by name. */
const FormFields = v.record(v.string(), v.string())

/**
 * What the browser posts to the gateway: `action` is the form's address, `fields` the hidden fields, and `localized`
 * those that depend on the page's language (the gateway's own language, and the addresses to which it returns).
 */
export const GatewayForm = v.object({
  action: v.pipe(v.string(), v.url()),
  fields: FormFields,
  localized: v.record(v.picklist(languages), FormFields),
})
export type GatewayForm = v.InferOutput<typeof GatewayForm>

/** `amount` in Hong Kong dollars. `pay_type`: N is a sale, H holds the amount. `is_live`: real money is taken. */
const TierPayment = v.object({
  order_ref: v.string(),
  amount: v.number(),
  pay_type: v.picklist(['N', 'H']),
  merchant_id: v.string(),
  secure_hash: v.string(),
  is_live: v.boolean(),
})

const PaymentOrder = v.object({
  success: v.literal(true),
  tier_payment: TierPayment,
  payment_gateway_params: GatewayForm,
})

/**
 * The member's earlier unpaid orders are cancelled. Refused with 422 `duplicate_token` while the member is Red,
 * `invalid_tier` while their tier is higher, and `membershipSuspended` while they are suspended; with 422 and the
 * fields where the profile lacks what Red requires; with 429 after too many orders within an hour, of which the newest
 * stays as it is; with 503 where the club takes no payments.
 */
export const tierPayment = endpoint({
  summary: 'Makes an order for a Red membership',
  method: 'POST',
  path: '/api/{product}/tier-payment',
  access: 'member',
  rate: { class: 'payment' },
  request: v.object({}),
  answer: PaymentOrder,
})

/**
 * The member no longer wants to pay: no reminder comes until they begin another payment. What is paid all the same
 * counts. This backend's own.
 */
export const cancelTierPayment = endpoint({
  summary: 'Stops reminders of an unpaid Red membership',
  method: 'POST',
  path: '/api/{product}/cancel-tier-payment',
  access: 'member',
  rate: { class: 'own-data' },
  request: v.object({}),
  answer: Success,
})

/** Why a payment of a suspended member is refused, for a membership as for the young audience scheme. */
export const membershipSuspended = 'membership_suspended'

/** Why a payment for the young audience scheme is refused. */
export const notAwaited = 'no payment is awaited for this application'

/**
 * Refused with 422 `notAwaited` unless the application's status is Pending Payment, and `membershipSuspended` while the
 * member is suspended.
 */
export const youthPayment = endpoint({
  summary: 'Makes an order for the young audience scheme',
  method: 'POST',
  path: '/api/{product}/ya-payment',
  access: 'member',
  rate: { class: 'payment' },
  request: v.object({}),
  answer: PaymentOrder,
})

/**
 * What became of an order. `purpose`: a Red membership, another year of it for who had one when they ordered, or an
 * application to the young audience scheme. `state`: awaited is not paid yet, refused by the bank (another card may
 * still pay), ended is given up or too late. `receipt`: the payment; null until there is one. Its `refund` says that it
 * bought nothing, whatever the state.
 */
export const PaymentResult = v.object({
  order_ref: v.string(),
  purpose: v.picklist(['tier', 'renewal', 'youth']),
  state: v.picklist(['awaited', 'paid', 'refused', 'ended']),
  receipt: v.nullable(Receipt),
})
export type PaymentResult = v.InferOutput<typeof PaymentResult>

/**
 * For the pages to which the gateway returns: the return names an order and proves nothing. `payment_result` is null
 * where the member has no such order. This backend's own.
 */
export const paymentResult = endpoint({
  summary: 'Gets the state of one of the member’s orders',
  method: 'GET',
  path: '/api/{product}/payment-result',
  access: 'member',
  rate: { class: 'uncounted' },
  request: v.object({ order_ref: Code }),
  answer: v.object({ payment_result: v.nullable(PaymentResult) }),
})

/**
 * What the gateway reports, as texts: they are hashed as they were sent. `successcode`: 0 is a payment, 1 a failure,
 * others errors. `prc` says which. `Amt` in the currency `Cur`. Fields that nothing depends on are ignored. Source:
 * AsiaPay's integration guide.
 */
export const Datafeed = v.object({
  src: Text,
  prc: Text,
  successcode: Code,
  Ref: Code,
  PayRef: Code,
  Cur: Code,
  Amt: Code,
  payerAuth: v.optional(Text, ''),
  MerchantId: Code,
  secureHash: v.pipe(v.string(), v.nonEmpty(), v.maxLength(1024)),
})
export type Datafeed = v.InferOutput<typeof Datafeed>

/**
 * It comes from the gateway's server. Every authentic report is answered `OK`, once it is stored: the gateway sends
 * again what was answered otherwise. Refused with 403 if the hash or the sender is not the gateway's, and with 422
 * without `MerchantId`, or where a field has a `|`, which joins the fields in the hash.
 */
export const paymentDatafeed = endpoint({
  summary: 'Takes the gateway’s report about an order',
  method: 'POST',
  path: '/api/{product}/payment-datafeed',
  calledBy: 'others',
  access: 'public',
  encoding: 'form',
  maxBytes: 8 * 1024,
  request: Datafeed,
  answer: v.literal('OK'),
  burst: {
    request: {
      src: '0',
      prc: '0',
      successcode: '0',
      Ref: 'nothing',
      PayRef: '1',
      Cur: '344',
      Amt: '300.0',
      MerchantId: '1',
      secureHash: 'guessed',
    },
    status: 403,
  },
})
