import { findRefunds, noteRefund as saveNote } from '#server/store/payments/payments.ts'
import type { RefundReason } from '#server/store/tables/paymentTables.ts'
import type { ConnectionPool } from '#server/store/store.ts'

/** Why a payment bought nothing, for the operator. */
const reasons: Record<RefundReason, string> = {
  unknown_order: 'no order has this reference',
  wrong_merchant: 'it was made to another merchant',
  wrong_currency: 'it was made in another currency',
  wrong_amount: 'it is another amount than that of its order',
  order_paid: 'its order was paid before',
  inactive: 'the account is closed',
  already_held: 'the member has the tier already',
  invalid_tier: 'the member has a higher tier',
  not_awaited: 'the member’s application awaits no payment',
  rejected: 'the application was rejected',
}

/**
 * The payments to refund, oldest first, as lines for the operator; with `withRefunded` also those that were refunded.
 */
export async function listRefunds(db: ConnectionPool, options: { withRefunded: boolean }): Promise<string[]> {
  const refunds = await findRefunds(db, options)
  return refunds.map((refund) => {
    const reason = refund.refund_reason === null ? '' : reasons[refund.refund_reason]
    const done =
      refund.refunded_at === null ? '' : `; refunded ${refund.refunded_at.toISOString()}: ${refund.refund_note}`
    const facts = [
      refund.received_at.toISOString(),
      `payment ${refund.pay_ref}`,
      `order ${refund.given_ref}`,
      `${refund.amount} (currency ${refund.currency})`,
      refund.email ?? 'no member',
    ]
    return `${facts.join('  ')}: ${reason}${done}`
  })
}

/** Records an operator's refund. Resolves to false when no payment with this reference has to be refunded. */
export function noteRefund(db: ConnectionPool, refund: { payRef: string; note: string; now: Date }): Promise<boolean> {
  return saveNote(db, refund)
}
