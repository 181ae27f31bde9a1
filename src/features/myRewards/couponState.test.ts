import { expect, test } from 'vitest'
import { couponStateOf } from './couponState.ts'

const end = '2026-11-20T15:59:59.999Z'
const coupon = { code: 'ABCD-EFGH', expires_at: end, used_at: null }

test('A voucher is valid to the last moment of its day, and then expired', () => {
  expect(couponStateOf(coupon, Date.parse(end))).toEqual({ kind: 'valid', at: end })
  expect(couponStateOf(coupon, Date.parse(end) + 1)).toEqual({ kind: 'expired', at: end })
  expect(couponStateOf({ ...coupon, expires_at: null }, Infinity)).toEqual({ kind: 'valid', at: null })
})

test('A used voucher is used, whether or not it would have expired by now', () => {
  const used = { ...coupon, used_at: '2026-11-02T03:00:00.000Z' }
  expect(couponStateOf(used, Infinity)).toEqual({ kind: 'used', at: '2026-11-02T03:00:00.000Z' })
})
