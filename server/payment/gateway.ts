import { BlockList, isIP } from 'node:net'
import { inEachLanguage, type Language, languages, languageTable } from '#contract/language.ts'
import type { Datafeed, GatewayForm } from '#contract/registration/payment.ts'
import type { GatewayReport, OrderTerms } from '#server/domain/orders.ts'
import { type HashKey, isAuthentic, orderHash } from './secureHash.ts'

/** How the club's payments are set up, from the configuration. */
export interface PaymentSettings {
  /** Where the browser posts the order's form. */
  formAddress: string
  /** Whether the gateway is the product's own simulator. */
  isSimulated: boolean
  /** Whether real money is taken. */
  isLive: boolean
  merchantId: string
  key: HashKey
  /** N is a sale, H holds the amount. */
  payType: 'N' | 'H'
  /** In Hong Kong dollars. */
  fee: number
  /** The addresses and networks from which the gateway reports; empty for any. */
  datafeedFrom: readonly string[]
  /** How long an order waits for its payment, in minutes. */
  orderMinutes: number
}

/** An order as its form names it. */
interface FormOrder {
  orderRef: string
  /** In Hong Kong dollars. */
  amount: number
  /** At most 200 characters, shown to the merchant. */
  remark: string
}

/** The card payment gateway as the club sees it. */
export interface Gateway {
  isLive: boolean
  payType: 'N' | 'H'
  orderMinutes: number
  /** What every order asks for. */
  terms: OrderTerms
  /** The form that starts an order's payment, and its hash. */
  formOf: (order: FormOrder) => { hash: string; form: GatewayForm }
  /** What a datafeed reports; null when it is not the gateway's. */
  read: (feed: Datafeed) => GatewayReport | null
  /** Whether the gateway reports from a network address. */
  mayReport: (address: string) => boolean
}

/** The Hong Kong dollar. */
const currency = '344'

/** The language of the page that the gateway's name means; null for another one. */
export function languageOfGateway(name: string): Language | null {
  return languages.find((language) => languageTable[language].gateway === name) ?? null
}

/** What depends on the page's language. The gateway adds the order's reference to the addresses, as `Ref`. */
function localizedFields(origin: string, language: Language): Record<string, string> {
  const page = (name: string) => `${origin}/${language}/${name}`
  return {
    lang: languageTable[language].gateway,
    successUrl: page('registration-success'),
    failUrl: page('asia-pay-fail'),
    // The same page, which then says that nothing went wrong.
    cancelUrl: page('asia-pay-error?cancelled=1'),
    errorUrl: page('asia-pay-error'),
  }
}

const kindOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** A check of network addresses against addresses and networks (`203.0.113.0/24`). */
function allowList(allowed: readonly string[]): (address: string) => boolean {
  if (allowed.length === 0) return () => true
  const list = new BlockList()
  for (const one of allowed) {
    const [address = '', bits] = one.split('/')
    if (bits === undefined) list.addAddress(address, kindOf(address))
    else list.addSubnet(address, Number(bits), kindOf(address))
  }
  return (address) => {
    // A listener on both families names IPv4 clients in this form.
    const bare = address.replace(/^::ffff:(?=[\d.]+$)/i, '')
    return isIP(bare) !== 0 && list.check(bare, kindOf(bare))
  }
}

/**
 * A payment's reference as the club stores it. A gateway that takes no real money (a test environment, the simulator)
 * counts its references by itself, so theirs are told apart from the live ones.
 */
export function paymentReference(payRef: string, isLive: boolean): string {
  return isLive ? payRef : `test:${payRef}`
}

/** An amount of the gateway as a number of dollars; NaN for anything else. */
function readAmount(text: string): number {
  return /^\d{1,10}(?:\.\d{1,4})?$/.test(text) ? Number(text) : Number.NaN
}

/** @param origin the club's public origin, to which the gateway returns the browser */
export function createGateway(settings: PaymentSettings, origin: string): Gateway {
  const { isLive, payType, orderMinutes, merchantId, fee, key, formAddress } = settings
  return {
    isLive,
    payType,
    orderMinutes,
    terms: { amount: fee, currency, merchantId },
    mayReport: allowList(settings.datafeedFrom),
    formOf({ orderRef, amount, remark }) {
      const signed = { merchantId, orderRef, currency, amount: amount.toFixed(2), payType }
      const hash = orderHash(signed, key)
      const fields = {
        merchantId,
        orderRef,
        currCode: currency,
        amount: signed.amount,
        payType,
        mpsMode: 'NIL',
        payMethod: 'ALL',
        remark,
        secureHash: hash,
      }
      const localized = inEachLanguage((language) => localizedFields(origin, language))
      return { hash, form: { action: formAddress, fields, localized } }
    },
    read(feed) {
      if (!isAuthentic(feed, feed.secureHash, key)) return null
      return {
        orderRef: feed.Ref,
        payRef: paymentReference(feed.PayRef, isLive),
        isPayment: feed.successcode === '0',
        amount: readAmount(feed.Amt),
        currency: feed.Cur,
        merchantId: feed.MerchantId,
      }
    },
  }
}
