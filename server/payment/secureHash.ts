import { createHash, timingSafeEqual } from 'node:crypto'

const hashAlgorithms = ['sha1', 'sha256', 'sha512'] as const
type HashAlgorithm = (typeof hashAlgorithms)[number]

/** How the merchant and the gateway prove to each other who they are. */
export interface HashKey {
  algorithm: HashAlgorithm
  secret: string
}

/** Lower-case hex of the fields and the secret, joined by `|`, in UTF-8. Source: AsiaPay's integration guide. */
export function secureHash(fields: readonly string[], { algorithm, secret }: HashKey): string {
  return createHash(algorithm)
    .update([...fields, secret].join('|'), 'utf8')
    .digest('hex')
}

/** What the merchant signs of an order. `amount` with two decimals. */
interface SignedOrder {
  merchantId: string
  orderRef: string
  currency: string
  amount: string
  payType: string
}

/** The hash of an order's form. */
export function orderHash({ merchantId, orderRef, currency, amount, payType }: SignedOrder, key: HashKey): string {
  return secureHash([merchantId, orderRef, currency, amount, payType], key)
}

/** What the gateway signs of its datafeed: the texts as they were sent. */
interface SignedDatafeed {
  src: string
  prc: string
  successcode: string
  Ref: string
  PayRef: string
  Cur: string
  Amt: string
  payerAuth: string
}

/** The hash of a datafeed. */
export function datafeedHash(feed: SignedDatafeed, key: HashKey): string {
  const { src, prc, successcode, Ref, PayRef, Cur, Amt, payerAuth } = feed
  return secureHash([src, prc, successcode, Ref, PayRef, Cur, Amt, payerAuth], key)
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Whether a datafeed comes from the gateway. `given` may be a list, separated by commas: any match passes. */
export function isAuthentic(feed: SignedDatafeed, given: string, key: HashKey): boolean {
  const expected = datafeedHash(feed, key)
  return given.split(',').some((one) => isEqual(one.trim().toLowerCase(), expected))
}
