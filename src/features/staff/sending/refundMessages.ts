import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import type { RefundReason } from '#contract/staff/refundReasons.ts'

/** Why a payment bought nothing. */
export const refundMessages: Record<RefundReason, MessageDescriptor> = {
  unknown_order: msg`No order has this reference`,
  wrong_merchant: msg`Paid to another merchant`,
  wrong_currency: msg`Paid in another currency`,
  wrong_amount: msg`The amount differs from the order`,
  order_paid: msg`The order had already been paid`,
  known_payment: msg`The reference belongs to another payment`,
  inactive: msg`The account is closed`,
  already_held: msg`The member already has the tier`,
  invalid_tier: msg`The member has a higher tier`,
  not_awaited: msg`The application doesn’t need a payment`,
  rejected: msg`The application was rejected`,
}
