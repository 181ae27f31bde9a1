import { expect, test } from 'vitest'
import { voucherEndOf } from './voucherValidity.ts'

const end = (from: string, count: number, unit: 'days' | 'months') =>
  voucherEndOf(new Date(from), { count, unit }).toISOString()

test('A voucher lasts to the end of the Hong Kong day that its reward names, also from a leap day', () => {
  expect(end('2026-11-22T17:00:00Z', 12, 'months')).toBe('2027-11-23T15:59:59.999Z')
  expect(end('2028-02-29T02:00:00Z', 12, 'months')).toBe('2029-02-28T15:59:59.999Z')
  expect(end('2026-11-30T02:00:00Z', 3, 'months')).toBe('2027-02-28T15:59:59.999Z')
  expect(end('2026-11-22T17:00:00Z', 60, 'days')).toBe('2027-01-22T15:59:59.999Z')
  expect(end('2026-11-22T17:00:00Z', 1, 'days')).toBe('2026-11-24T15:59:59.999Z')
})
