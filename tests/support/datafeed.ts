import { datafeedHash, type HashKey } from '#server/payment/secureHash.ts'

/** The key of the tests' gateway, and of the simulator by default. */
export const gatewayKey: HashKey = { algorithm: 'sha1', secret: 'local-test-secret' }

// Above those of the payment simulator, which takes payments in the same database.
let payRefs = 900_000_000

/** A payment reference that no other report of the test has. */
export function newPayRef(): string {
  payRefs += 1
  return String(payRefs)
}

/** What a test says about a report; the rest is that of a payment of HK$300. */
export interface DatafeedFields {
  Ref: string
  PayRef?: string
  successcode?: string
  prc?: string
  Amt?: string
  Cur?: string
  MerchantId?: string
}

/** The body of a datafeed as the gateway sends it, signed. */
export function datafeed(given: DatafeedFields, key: HashKey = gatewayKey): string {
  const signed = {
    src: '0',
    prc: given.successcode === '1' ? '1' : '0',
    successcode: '0',
    PayRef: newPayRef(),
    Cur: '344',
    Amt: '300.0',
    payerAuth: 'U',
    MerchantId: '88888888',
    ...given,
  }
  const rest = {
    Ord: '12345678',
    Holder: 'CHAN WING YAN',
    remark: 'Club Bravo',
    AuthId: '123456',
    eci: '05',
    sourceIp: '203.0.113.9',
    ipCountry: 'HK',
  }
  return new URLSearchParams({ ...signed, ...rest, secureHash: datafeedHash(signed, key) }).toString()
}
