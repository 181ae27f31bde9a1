import type * as v from 'valibot'
import type { Receipt } from '#contract/member/receipts.ts'
import { paidTier } from '#contract/member/tiers.ts'
import { findPaymentsOf } from '#server/store/payments/payments.ts'
import type { ConnectionPool } from '#server/store/store.ts'

/** A member's payments, newest first, also those that are returned. */
export async function listReceipts(db: ConnectionPool, memberId: string): Promise<v.InferInput<typeof Receipt>[]> {
  const payments = await findPaymentsOf(db, memberId)
  return payments.map(({ payRef, orderRef, amount, paidAt, purpose, outcome, refundedAt, endsAt }) => ({
    order_ref: orderRef,
    pay_ref: payRef,
    amount: Number(amount),
    paid_at: paidAt.toISOString(),
    tier: purpose === 'tier' ? paidTier : null,
    valid_until: endsAt?.toISOString() ?? null,
    refund: outcome !== 'refund' ? null : refundedAt === null ? 'due' : 'done',
  }))
}
