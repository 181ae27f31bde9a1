import { expect, test } from 'vitest'
import { datafeedHash, isAuthentic, orderHash, secureHash } from './secureHash.ts'

const key = { algorithm: 'sha1', secret: 'local-test-secret' } as const
const order = {
  merchantId: '88888888',
  orderRef: 'CB-20240901-000001',
  currency: '344',
  amount: '300.00',
  payType: 'N',
}
const feed = {
  src: '0',
  prc: '0',
  successcode: '0',
  Ref: 'CB-20240901-000001',
  PayRef: '1000001',
  Cur: '344',
  Amt: '300.0',
  payerAuth: 'U',
}

test('The hashes are those of the gateway’s documentation', () => {
  const fields = 'dummy|dummy|0|Test Transaction|dummy|EUR|1111.11|dummy'.split('|')
  expect(secureHash(fields, { algorithm: 'sha1', secret: 'coincoin_motherducker' })).toBe(
    '3e5bf55d9a23969130a6686db7aa4f0230956d0a',
  )
  expect(orderHash(order, key)).toBe('ea7d1a9584eb61ac7f1e9d463a62b46d32b04eb5')
  expect(datafeedHash(feed, key)).toBe('90eb46a439ea222a4380279e387c0de4cf9242a6')
})

test('SHA-256 and SHA-512 are other hashes of the same text', () => {
  const lengths = (['sha1', 'sha256', 'sha512'] as const).map(
    (algorithm) => orderHash(order, { ...key, algorithm }).length,
  )
  expect(lengths).toEqual([40, 64, 128])
})

test('A datafeed is authentic if one hash of the list is its own', () => {
  const hash = datafeedHash(feed, key)
  for (const given of [hash, hash.toUpperCase(), `${'0'.repeat(40)},${hash}`, `${hash}, ${'0'.repeat(40)}`])
    expect(isAuthentic(feed, given, key)).toBe(true)
  for (const given of ['', ',', '0'.repeat(40), hash.slice(1), `${hash}0`, datafeedHash(feed, { ...key, secret: 'x' })])
    expect(isAuthentic(feed, given, key)).toBe(false)
})

test('A datafeed with any other text is not authentic: the amount is hashed as it was sent', () => {
  const hash = datafeedHash(feed, key)
  for (const field of Object.keys(feed))
    expect([field, isAuthentic({ ...feed, [field]: '9' }, hash, key)]).toEqual([field, false])
  expect(isAuthentic({ ...feed, Amt: '300.00' }, hash, key)).toBe(false)
})
