import type { RefundReason } from '#contract/staff/refundReasons.ts'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { NullableText, NullableTimestamp, Timestamp } from './columns.ts'

/** An order. `domain/orders.ts` has its states. */
export interface PaymentOrdersTable {
  order_ref: string
  member_id: string
  purpose: 'tier' | 'youth'
  state: 'created' | 'sent' | 'paid' | 'failed' | 'cancelled' | 'expired'
  /** In the currency's units, with two decimals. */
  amount: number
  currency: string
  merchant_id: string
  created_at: Timestamp
  /** Until when the order waits for its payment. */
  expires_at: Timestamp
  /** When it got its state. */
  changed_at: Timestamp
}

/** What the gateway has taken, by its reference, which counts once. */
export interface PaymentsTable {
  pay_ref: string
  /** null where no order has the reference that the gateway gave. */
  order_ref: NullableText
  given_ref: string
  /** As the gateway wrote it. */
  amount: string
  currency: string
  received_at: Timestamp
  outcome: 'membership' | 'youth' | 'refund'
  refund_reason: ColumnType<RefundReason | null>
  refunded_at: NullableTimestamp
  /** What staff wrote about the refund. */
  refund_note: NullableText
}

/** What the payment simulator's payment page was asked for. It exists without meaning for the club. */
export interface SimulatedPaymentsTable {
  /** The payment page's address. */
  id: string
  /** Makes the gateway's reference. */
  number: Generated<string>
  form: JSONColumnType<Record<string, string>>
  state: Generated<'open' | 'charged' | 'declined' | 'not_authenticated' | 'cancelled'>
  created_at: Timestamp
  /** The form-encoded report; null where nothing is reported. */
  datafeed: NullableText
  /** When to deliver the report next; null when there is nothing to deliver. */
  due_at: NullableTimestamp
  attempts: Generated<number>
}
