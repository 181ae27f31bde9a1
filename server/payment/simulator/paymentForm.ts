import * as v from 'valibot'
import { datafeedHash, type HashKey, orderHash } from '../secureHash.ts'
import type { CardOutcome } from './cards.ts'

const Field = v.pipe(v.string(), v.maxLength(300))

/** The form that starts a payment, as the gateway takes it. Fields that nothing depends on are dropped. */
export const PaymentForm = v.object({
  merchantId: Field,
  orderRef: v.pipe(v.string(), v.nonEmpty(), v.maxLength(35)),
  currCode: v.literal('344'),
  amount: v.pipe(v.string(), v.regex(/^\d{1,10}(?:\.\d{1,2})?$/)),
  payType: v.picklist(['N', 'H']),
  lang: v.optional(Field, 'E'),
  successUrl: Field,
  failUrl: Field,
  cancelUrl: Field,
  remark: v.optional(v.pipe(v.string(), v.maxLength(200)), ''),
  secureHash: Field,
})
export type PaymentForm = v.InferOutput<typeof PaymentForm>

/** What the simulator knows of its one merchant. */
export interface Merchant {
  merchantId: string
  key: HashKey
  /** The club's public origin, the only one that the browser is returned to. */
  origin: string
}

/** The posted form; null when it is not an order of the merchant. */
export function readPaymentForm(fields: unknown, { merchantId, key, origin }: Merchant): PaymentForm | null {
  const result = v.safeParse(PaymentForm, fields)
  if (!result.success || result.output.merchantId !== merchantId) return null
  const form = result.output
  const { orderRef, amount, payType, currCode: currency } = form
  if (form.secureHash !== orderHash({ merchantId, orderRef, currency, amount, payType }, key)) return null
  const returns = [form.successUrl, form.failUrl, form.cancelUrl]
  return returns.every((address) => URL.parse(address)?.origin === origin) ? form : null
}

/** Where the browser goes with the order's reference and nothing else: it proves nothing. */
export function returnAddress(address: string, orderRef: string): string {
  const url = new URL(address)
  url.searchParams.set('Ref', orderRef)
  return url.href
}

/** The codes by which a datafeed says what has happened. Source: AsiaPay's integration guide. */
const codes: Record<CardOutcome, { src: string; prc: string; successcode: string }> = {
  charged: { src: '0', prc: '0', successcode: '0' },
  declined: { src: '14', prc: '1', successcode: '1' },
  not_authenticated: { src: '-8', prc: '3', successcode: '1' },
}

/** The form-encoded datafeed about a payment. The gateway writes amounts its own way: `300.0`. */
export function datafeedOf(form: PaymentForm, payRef: string, outcome: CardOutcome, key: HashKey): string {
  const signed = {
    ...codes[outcome],
    Ref: form.orderRef,
    PayRef: payRef,
    Cur: form.currCode,
    Amt: Number(form.amount).toFixed(1),
    payerAuth: outcome === 'charged' ? 'Y' : 'N',
  }
  const rest = {
    Ord: payRef,
    Holder: 'TEST CARD',
    MerchantId: form.merchantId,
    remark: form.remark,
    AuthId: outcome === 'charged' ? payRef.slice(-6) : '',
    eci: outcome === 'charged' ? '05' : '07',
    sourceIp: '127.0.0.1',
    ipCountry: 'HK',
  }
  return new URLSearchParams({ ...signed, ...rest, secureHash: datafeedHash(signed, key) }).toString()
}
