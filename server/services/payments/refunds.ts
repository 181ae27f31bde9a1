import type { SentAnswerOf } from '#contract/endpoint.ts'
import type { Undo } from '#contract/staff/schemas.ts'
import type { listRefunds } from '#contract/staff/sending.ts'
import {
  findPayerOf,
  findRefunds,
  noteRefund as saveNote,
  removeRefundNote as removeNote,
} from '#server/store/payments/payments.ts'
import { findLastAct } from '#server/store/staffActs.ts'
import type { ActingPool, ConnectionPool } from '#server/store/store.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { type Inverse, recordUndoableAct } from '../acts.ts'

/** The payments to refund, oldest first; with `withRefunded` also those that were refunded. */
export async function readRefunds(
  db: ConnectionPool,
  options: { withRefunded: boolean },
): Promise<SentAnswerOf<typeof listRefunds>['refunds']> {
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
 * Records that staff have refunded a payment, once.
 *
 * @returns `refused` when no payment with this reference has to be refunded (any more), and who has noted it before
 */
export function noteRefund(
  db: ActingPool,
  refund: { payRef: string; note: string; now: Date },
): Promise<{ kind: 'noted'; undo: Undo } | { kind: 'refused'; by: { actor: string; at: Date } | null }> {
  const { payRef, note } = refund
  return inTransaction(db, async (transaction) => {
    const subject = { kind: 'payment', id: payRef } as const
    if (!(await saveNote(transaction, refund)))
      return { kind: 'refused', by: await findLastAct(transaction, subject, ['refund_note']) }
    const memberId = await findPayerOf(transaction, payRef)
    const undo = await recordUndoableAct(transaction, { action: 'refund_note', subject, memberId, reason: note })
    return { kind: 'noted', undo }
  })
}

/** A payment waits for its refund again. */
export const takeRefundNoteBack: Inverse = async (db, { subjectId }) =>
  (await removeNote(db, subjectId)) ? 'undone' : 'changed'
