import { expect, test } from 'vitest'
import { formatCode, voucherEndOf } from './vouchers.ts'

const end = (from: string, validity: string | null) => voucherEndOf(new Date(from), validity).toISOString()

test('A voucher lasts to the end of the Hong Kong day that its reward names, else a year later, also from a leap day', () => {
  expect(end('2026-11-22T17:00:00Z', null)).toBe('2027-11-23T15:59:59.999Z')
  expect(end('2028-02-29T02:00:00Z', null)).toBe('2029-02-28T15:59:59.999Z')
  expect(end('2026-11-30T02:00:00Z', '3 months')).toBe('2027-02-28T15:59:59.999Z')
  expect(end('2026-11-22T17:00:00Z', '60 days')).toBe('2027-01-22T15:59:59.999Z')
  expect(end('2026-11-22T17:00:00Z', '1 day')).toBe('2026-11-24T15:59:59.999Z')
})

test('Codes have groups of four without characters that people confuse', () => {
  expect(formatCode(new Uint8Array(8))).toBe('2222-2222')
  expect(formatCode(Uint8Array.from({ length: 32 }, (_, index) => index)).replaceAll('-', '')).toBe(
    '23456789ABCDEFGHJKLMNPQRSTUVWXYZ',
  )
})
