/**
 * The state of an order.
 *
 * - created: recorded; nobody has its form yet
 * - sent: its form was handed to the member's browser
 * - paid: the gateway has reported a payment
 * - failed: the gateway has reported a failure
 * - cancelled: the member has started another order instead, or no longer wants to pay
 * - expired: nothing was reported in time
 */
export const orderStates = ['created', 'sent', 'paid', 'failed', 'cancelled', 'expired'] as const
export type OrderState = (typeof orderStates)[number]

export type OrderEvent = 'handed_out' | 'payment' | 'failure' | 'superseded' | 'withdrawn' | 'timeout'

/**
 * The transitions: an event leads from some states to one, and leaves an order in any other state as it is. A payment
 * counts in every state, because the money is taken: after a failure (the payment page allows another card), and for an
 * order that was given up. Nothing undoes a paid order.
 */
export const transitions = {
  handed_out: { from: ['created'], to: 'sent' },
  payment: { from: ['created', 'sent', 'failed', 'cancelled', 'expired'], to: 'paid' },
  failure: { from: ['created', 'sent'], to: 'failed' },
  superseded: { from: ['created', 'sent'], to: 'cancelled' },
  withdrawn: { from: ['created', 'sent', 'failed', 'expired'], to: 'cancelled' },
  timeout: { from: ['created', 'sent'], to: 'expired' },
} as const satisfies Record<OrderEvent, { from: readonly OrderState[]; to: OrderState }>

/** How long a member is reminded of an order that was not paid, in days: after that, they have decided otherwise. */
const reminderDays = 7

/** Whether a member is reminded that their newest order is not paid. */
export function isWorthReminding(order: { state: OrderState; created_at: Date }, now: Date): boolean {
  const age = now.getTime() - order.created_at.getTime()
  return order.state !== 'paid' && order.state !== 'cancelled' && age < reminderDays * 24 * 60 * 60 * 1000
}

/** What an order buys: a Red membership, or the application for the young audience scheme. */
export type OrderPurpose = 'tier' | 'youth'

/** What the gateway reports about an order, after its hash was checked. */
export interface GatewayReport {
  orderRef: string
  /** The club's reference of the payment (`paymentReference`). */
  payRef: string
  /** Whether the card was charged. */
  isPayment: boolean
  /** In Hong Kong dollars, as a number: `300.0` and `300.00` are the same. */
  amount: number
  currency: string
  merchantId: string
}

/** What an order says about its payment. */
export interface OrderTerms {
  amount: number
  currency: string
  merchantId: string
}

/** What is wrong with a report; null when it is about this order. */
type ReportFault = 'unknown_order' | 'wrong_merchant' | 'wrong_currency' | 'wrong_amount'

/** Compares a report with the order that it names. */
export function faultOf(report: GatewayReport, terms: OrderTerms | null): ReportFault | null {
  if (terms === null) return 'unknown_order'
  if (report.merchantId !== terms.merchantId) return 'wrong_merchant'
  if (report.currency !== terms.currency) return 'wrong_currency'
  return report.amount === terms.amount ? null : 'wrong_amount'
}
