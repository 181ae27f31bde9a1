import { tierEndOf } from '#contract/member/renewal.ts'
import type { Transaction } from 'kysely'
import { paidTier } from '#contract/member/tiers.ts'
import type { NotifyMember } from '#server/mail/memberMails.ts'
import { faultOf, type GatewayReport, transitions } from '#server/domain/orders.ts'
import { lockMember } from '#server/store/members/members.ts'
import { changeOrder, findOrder, type OrderRow } from '#server/store/payments/orders.ts'
import { addPayment, findPayment } from '#server/store/payments/payments.ts'
import type { RefundReason } from '#contract/staff/refundReasons.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import type { Database } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { refusalOf } from './orders.ts'
import { giveTier } from '../membership/tiers.ts'
import { moveApplication } from '../membership/youth.ts'
import { findRecipient } from '../recipients.ts'

/** A report of the gateway whose hash was checked, and the texts that it was read from. */
interface ReceivedReport {
  report: GatewayReport
  /** The amount as the gateway wrote it. */
  amountText: string
  now: Date
  /** Months after which points given now expire, null when they never do. */
  pointsExpiryMonths: number | null
  notify: NotifyMember
}

/**
 * What became of a report.
 *
 * - membership, youth: a payment gave a Red membership, or moved an application
 * - refund: a payment bought nothing, and has to be refunded
 * - repeated: the payment is known
 * - failed: no payment was made
 */
type ReportResult = { kind: 'membership' | 'youth' | 'repeated' | 'failed' } | { kind: 'refund'; reason: RefundReason }

/** Why a payment buys nothing; null when it buys what its order is for. */
async function refundReasonOf(
  db: Transaction<Database>,
  order: OrderRow | undefined,
  { report, now }: ReceivedReport,
): Promise<RefundReason | null> {
  const terms = order ? { amount: order.amount, currency: order.currency, merchantId: order.merchant_id } : null
  const fault = faultOf(report, terms)
  if (fault !== null || !order) return fault
  if (order.state === 'paid') return 'order_paid'
  return refusalOf(db, { memberId: order.member_id, purpose: order.purpose, now })
}

/**
 * Gives what a payment has bought, with a receipt. The caller has locked the member and decided that it can be given.
 */
async function deliver(db: Transaction<Database>, order: OrderRow, received: ReceivedReport): Promise<void> {
  const { member_id: memberId, purpose } = order
  const { report, now, pointsExpiryMonths, notify } = received
  const gift = { tier: paidTier, source: 'payment', reference: report.payRef } as const
  const isDelivered =
    purpose === 'tier'
      ? (await giveTier(db, { ...gift, memberId, now, pointsExpiryMonths })) === 'given'
      : (await moveApplication(db, memberId, { event: 'paid', now })) !== null
  if (!isDelivered) throw new Error(`The payment of order ${order.order_ref} was not delivered`)
  await notify(db, await findRecipient(db, memberId), {
    kind: 'payment_received',
    bought: purpose === 'youth' ? 'youth' : { tier: paidTier, end: tierEndOf(now) },
    dollars: order.amount,
    paidAt: now,
    orderRef: order.order_ref,
    payRef: report.payRef,
  })
}

/**
 * Takes a payment whose reference is known, under another order: the gateway never gives one twice, so somebody has to
 * look at it. It buys nothing.
 */
async function takeConflict(
  db: Transaction<Database>,
  order: OrderRow | undefined,
  { report, amountText, now }: ReceivedReport,
): Promise<ReportResult> {
  const { orderRef, payRef, currency } = report
  const reason = 'known_payment'
  const isTaken = await addPayment(db, {
    pay_ref: `${payRef}@${orderRef}`,
    order_ref: order?.order_ref ?? null,
    given_ref: orderRef,
    amount: amountText,
    currency,
    received_at: now,
    outcome: 'refund',
    refund_reason: reason,
  })
  return isTaken ? { kind: 'refund', reason } : { kind: 'repeated' }
}

async function takePayment(
  db: Transaction<Database>,
  order: OrderRow | undefined,
  received: ReceivedReport,
): Promise<ReportResult> {
  const { report, amountText, now } = received
  const { orderRef, payRef, currency } = report
  const reason = await refundReasonOf(db, order, received)
  const bought = order?.purpose === 'youth' ? 'youth' : 'membership'
  const isTaken = await addPayment(db, {
    pay_ref: payRef,
    order_ref: order?.order_ref ?? null,
    given_ref: orderRef,
    amount: amountText,
    currency,
    received_at: now,
    outcome: reason === null ? bought : 'refund',
    refund_reason: reason,
  })
  if (!isTaken) {
    const known = await findPayment(db, payRef)
    return known?.given_ref === orderRef ? { kind: 'repeated' } : takeConflict(db, order, received)
  }
  if (reason !== null || !order) return { kind: 'refund', reason: reason ?? 'unknown_order' }
  await changeOrder(db, order.order_ref, { ...transitions.payment, now })
  await deliver(db, order, received)
  return { kind: bought }
}

/**
 * Takes a report of the gateway, in one transaction, so that whatever was answered is stored. Each payment counts once;
 * a failure that comes after it changes nothing.
 */
export function takeReport(db: ConnectionPool, received: ReceivedReport): Promise<ReportResult> {
  const { report, now } = received
  return inTransaction(db, async (transaction): Promise<ReportResult> => {
    const named = await findOrder(transaction, report.orderRef)
    if (named) await lockMember(transaction, named.member_id)
    // Whoever held the lock may have changed the order.
    const order = named && (await findOrder(transaction, report.orderRef))
    if (report.isPayment) return takePayment(transaction, order, received)
    await changeOrder(transaction, report.orderRef, { ...transitions.failure, now })
    return { kind: 'failed' }
  })
}
