import type { Insertable, Kysely, Selectable, Transaction } from 'kysely'
import type { PaymentsTable } from '../tables/paymentTables.ts'
import type { Database } from '../tables.ts'

type PaymentRow = Selectable<PaymentsTable>

/** A payment by the gateway's reference, or undefined. */
export function findPayment(db: Kysely<Database>, payRef: string): Promise<PaymentRow | undefined> {
  return db.selectFrom('payments').selectAll().where('pay_ref', '=', payRef).executeTakeFirst()
}

/** Adds a payment. Resolves to false when its reference is taken, also by a transaction that has just committed. */
export async function addPayment(db: Transaction<Database>, payment: Insertable<PaymentsTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('payments')
    .values(payment)
    .onConflict((conflict) => conflict.column('pay_ref').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/**
 * What a member has paid in Hong Kong dollars, newest first, with what each payment was for, and until when it bought.
 */
export function findPaymentsOf(db: Kysely<Database>, memberId: string) {
  return db
    .selectFrom('payments as payment')
    .innerJoin('payment_orders as order', 'order.order_ref', 'payment.order_ref')
    .leftJoin('memberships as bought', (join) =>
      join.on('bought.source', '=', 'payment').onRef('bought.reference', '=', 'payment.pay_ref'),
    )
    .select(['payment.pay_ref as payRef', 'order.order_ref as orderRef', 'payment.amount', 'order.purpose'])
    .select(['payment.received_at as paidAt', 'payment.outcome', 'payment.refunded_at as refundedAt'])
    .select('bought.ends_at as endsAt')
    .where('order.member_id', '=', memberId)
    .whereRef('payment.currency', '=', 'order.currency')
    .orderBy('payment.received_at', 'desc')
    .orderBy('payment.pay_ref', 'desc')
    .execute()
}

/** Marks the payment of a member's last application as one to refund. Resolves to its reference; null without one. */
export async function refundYouthPayment(
  db: Transaction<Database>,
  memberId: string,
  reason: 'rejected' | 'inactive' | 'not_awaited',
): Promise<string | null> {
  const last = db
    .selectFrom('payments as payment')
    .innerJoin('payment_orders as order', 'order.order_ref', 'payment.order_ref')
    .select('payment.pay_ref')
    .where('order.member_id', '=', memberId)
    .where('payment.outcome', '=', 'youth')
    .orderBy('payment.received_at', 'desc')
    .limit(1)
  const marked = await db
    .updateTable('payments')
    .set({ outcome: 'refund', refund_reason: reason })
    .where('pay_ref', 'in', last)
    .returning('pay_ref')
    .executeTakeFirst()
  return marked?.pay_ref ?? null
}

/** The payment of an application that is not rejected any more. Resolves to false where it was refunded meanwhile. */
export async function keepYouthPayment(db: Transaction<Database>, payRef: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payments')
    .set({ outcome: 'youth', refund_reason: null })
    .where('pay_ref', '=', payRef)
    .where('refund_reason', '=', 'rejected')
    .where('refunded_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The payments that have to be refunded, oldest first, with their members; and those that were, if asked for. */
export function findRefunds(db: Kysely<Database>, { withRefunded }: { withRefunded: boolean }) {
  return db
    .selectFrom('payments as payment')
    .leftJoin('payment_orders as order', 'order.order_ref', 'payment.order_ref')
    .leftJoin('members as member', 'member.id', 'order.member_id')
    .selectAll('payment')
    .select('member.email')
    .where('payment.outcome', '=', 'refund')
    .$if(!withRefunded, (refunds) => refunds.where('payment.refunded_at', 'is', null))
    .orderBy('payment.received_at')
    .execute()
}

/** Records that a payment was refunded. Resolves to false when none with this reference has to be. */
export async function noteRefund(
  db: Kysely<Database>,
  { payRef, note, now }: { payRef: string; note: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payments')
    .set({ refunded_at: now, refund_note: note })
    .where('pay_ref', '=', payRef)
    .where('outcome', '=', 'refund')
    .where('refunded_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Takes back that a payment was refunded. Resolves to false when that is not noted. */
export async function removeRefundNote(db: Transaction<Database>, payRef: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payments')
    .set({ refunded_at: null, refund_note: null })
    .where('pay_ref', '=', payRef)
    .where('refunded_at', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Who made the payment with this reference; null where that is not known. */
export async function findPayerOf(db: Kysely<Database>, payRef: string): Promise<string | null> {
  const order = await db
    .selectFrom('payments')
    .innerJoin('payment_orders', 'payment_orders.order_ref', 'payments.order_ref')
    .select('payment_orders.member_id')
    .where('pay_ref', '=', payRef)
    .executeTakeFirst()
  return order?.member_id ?? null
}
