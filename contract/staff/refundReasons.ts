/** Why a payment has bought nothing, and has to be refunded. */
export const refundReasons = [
  'unknown_order',
  'wrong_merchant',
  'wrong_currency',
  'wrong_amount',
  'order_paid',
  'known_payment',
  'inactive',
  'already_held',
  'invalid_tier',
  'not_awaited',
  'rejected',
] as const

export type RefundReason = (typeof refundReasons)[number]
