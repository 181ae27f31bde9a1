import type * as v from 'valibot'
import type { Receipt } from '#contract/member/receipts.ts'
import { paidTier } from '#contract/member/tiers.ts'
import type { PaymentResult } from '#contract/registration/payment.ts'
import type { OrderState } from '#server/domain/orders.ts'
import { hadTierAt } from '#server/store/members/memberships.ts'
import { findOrder } from '#server/store/payments/orders.ts'
import { findPaymentsOf } from '#server/store/payments/payments.ts'
import type { ConnectionPool } from '#server/store/store.ts'

type SentReceipt = v.InferInput<typeof Receipt>

/** A member's payments, newest first, also those that are returned. */
export async function listReceipts(db: ConnectionPool, memberId: string): Promise<SentReceipt[]> {
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

/** How the contract names an order's states: whether a payment is awaited, was made, was refused, or is given up. */
const resultStates = {
  created: 'awaited',
  sent: 'awaited',
  paid: 'paid',
  failed: 'refused',
  cancelled: 'ended',
  expired: 'ended',
} as const satisfies Record<OrderState, string>

/** What became of a member's own order; null where they have none with this reference. */
export async function readPaymentResult(
  db: ConnectionPool,
  { memberId, orderRef }: { memberId: string; orderRef: string },
): Promise<v.InferInput<typeof PaymentResult> | null> {
  const order = await findOrder(db, orderRef)
  if (order?.member_id !== memberId) return null
  const receipts = (await listReceipts(db, memberId)).filter(({ order_ref: ref }) => ref === orderRef)
  const isRenewal =
    order.purpose === 'tier' && (await hadTierAt(db, { memberId, tier: paidTier, at: order.created_at }))
  return {
    order_ref: orderRef,
    purpose: isRenewal ? 'renewal' : order.purpose,
    state: resultStates[order.state],
    // A second payment for an order is returned: it does not stand for the one that counts.
    receipt: receipts.find(({ refund }) => refund === null) ?? receipts[0] ?? null,
  }
}
