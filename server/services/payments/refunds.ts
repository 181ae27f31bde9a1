import type { SentAnswerOf } from '#contract/endpoint.ts'
import type { refunds } from '#contract/staff/sending.ts'
import { findPayerOf, findRefunds, noteRefund as saveNote } from '#server/store/payments/payments.ts'
import { findLastAct } from '#server/store/staffActs.ts'
import type { RefundReason } from '#contract/staff/refundReasons.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { recordAct } from '../acts.ts'

/** Why a payment bought nothing, for the operator. */
const reasons: Record<RefundReason, string> = {
  unknown_order: 'no order has this reference',
  wrong_merchant: 'it was made to another merchant',
  wrong_currency: 'it was made in another currency',
  wrong_amount: 'it is another amount than that of its order',
  order_paid: 'its order was paid before',
  known_payment: 'its reference is that of another order’s payment',
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

/** The same as the page of staff shows them. */
export async function readRefunds(
  db: ConnectionPool,
  options: { withRefunded: boolean },
): Promise<SentAnswerOf<typeof refunds>['refunds']> {
  const found = await findRefunds(db, options)
  return found.map((refund) => ({
    payRef: refund.pay_ref,
    orderRef: refund.given_ref,
    amount: refund.amount,
    currency: refund.currency,
    receivedAt: refund.received_at.toISOString(),
    reason: refund.refund_reason,
    email: refund.email,
    refundedAt: refund.refunded_at?.toISOString() ?? null,
    note: refund.refund_note,
  }))
}

/**
 * Records an operator's refund, once.
 *
 * @returns `refused` when no payment with this reference has to be refunded (any more), and who has noted it before
 */
export function noteRefund(
  db: ConnectionPool,
  refund: { payRef: string; note: string; now: Date },
): Promise<{ kind: 'noted' } | { kind: 'refused'; by: { actor: string; at: Date } | null }> {
  const { payRef, note } = refund
  return inTransaction(db, async (transaction) => {
    const subject = { kind: 'payment', id: payRef } as const
    if (!(await saveNote(transaction, refund)))
      return { kind: 'refused', by: await findLastAct(transaction, subject, ['refund_note']) }
    const memberId = await findPayerOf(transaction, payRef)
    await recordAct(transaction, { action: 'refund_note', subject, memberId, reason: note })
    return { kind: 'noted' }
  })
}
