import type { AnswerOf } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/index.ts'
import { membershipSuspended, notAwaited } from '#contract/registration/payment.ts'
import { markHandedOut, type OrderRefusal, placeOrder, withdrawOrder } from '#server/services/payments/orders.ts'
import { listReceipts, readPaymentResult } from '#server/services/payments/receipts.ts'
import { takeReport } from '#server/services/payments/payments.ts'
import type { CallContext, Handler } from './handler.ts'
import { closedError, faultsError, HttpError } from './httpError.ts'

/** The specification's messages, and those for `not_awaited` and `suspended`, which have none there. */
const refusals: Record<Exclude<OrderRefusal, 'inactive'>, string> = {
  already_held: 'duplicate_token',
  invalid_tier: 'invalid_tier',
  not_awaited: notAwaited,
  suspended: membershipSuspended,
}

const remarks = { tier: 'Club Bravo Red membership', youth: 'Club Bravo young audience scheme' }

/**
 * Makes an order and the form that starts its payment.
 *
 * @throws HttpError 503 where the club takes no payments, 422 where a payment would buy nothing, 403 where the account
 *   is closed
 */
async function order(
  purpose: keyof typeof remarks,
  { db, memberId, now, dependencies }: CallContext<Endpoints['tierPayment'] | Endpoints['youthPayment']>,
): Promise<AnswerOf<Endpoints['tierPayment']>> {
  const { gateway } = dependencies
  if (gateway === null) throw new HttpError(503, { message: 'Payments aren’t available at the moment.' })
  const { terms, payType, isLive, orderMinutes: minutes } = gateway
  const placed = await placeOrder(db, { memberId, purpose, terms, minutes, now })
  if (placed.kind === 'incomplete') throw faultsError(placed.faults)
  if (placed.kind === 'inactive') throw closedError()
  if (placed.kind !== 'placed') throw new HttpError(422, { message: refusals[placed.kind] })
  const { orderRef } = placed
  const { hash, form } = gateway.formOf({ orderRef, amount: terms.amount, remark: remarks[purpose] })
  await markHandedOut(db, orderRef, now)
  return {
    success: true,
    tier_payment: {
      order_ref: orderRef,
      amount: terms.amount,
      pay_type: payType,
      merchant_id: terms.merchantId,
      secure_hash: hash,
      is_live: isLive,
    },
    payment_gateway_params: form,
  }
}

const tierPayment: Handler<Endpoints['tierPayment']> = (_request, context) => order('tier', context)

const youthPayment: Handler<Endpoints['youthPayment']> = (_request, context) => order('youth', context)

const cancelTierPayment: Handler<Endpoints['cancelTierPayment']> = async (_request, { db, memberId, now }) => {
  await withdrawOrder(db, { memberId, purpose: 'tier', now })
  return { success: true }
}

const paymentDatafeed: Handler<Endpoints['paymentDatafeed']> = async (feed, { db, now, address, dependencies }) => {
  const { gateway, rules, warn, notify } = dependencies
  if (!gateway?.mayReport(address)) throw new HttpError(403, { message: 'Payments are not reported from here' })
  const report = gateway.read(feed)
  if (report === null) throw new HttpError(403, { message: 'secureHash is NOT valid' })
  const { pointsExpiryMonths } = rules
  const result = await takeReport(db, { report, amountText: feed.Amt, now, pointsExpiryMonths, notify })
  if (result.kind === 'refund')
    warn(`Payment ${report.payRef} has to be refunded (${result.reason}): To send, Refunds, in the staff’s pages`)
  return 'OK'
}

const receipts: Handler<Endpoints['receipts']> = async (_request, { db, memberId }) => ({
  receipts: await listReceipts(db, memberId),
})

const paymentResult: Handler<Endpoints['paymentResult']> = async ({ order_ref: orderRef }, { db, memberId }) => ({
  payment_result: await readPaymentResult(db, { memberId, orderRef }),
})

/** Paying for a tier or an application, and what the gateway reports about it (contract/registration/payment.ts). */
export const paymentHandlers = {
  tierPayment,
  cancelTierPayment,
  youthPayment,
  paymentDatafeed,
  receipts,
  paymentResult,
}
