import { expect, test } from 'vitest'
import type { RedeemedItem } from '#contract/spending/redeemedItems.ts'
import { couponStateOf, groupByUse } from './couponState.ts'

const end = '2026-11-20T15:59:59.999Z'
const coupon = { code: 'ABCD-EFGH', expires_at: end, used_at: null }

const item = (ref: string, ...coupons: RedeemedItem['couponArr']): RedeemedItem => ({
  ref_no: ref,
  name: null,
  image: null,
  quantity: 1,
  alias: 'interval-drink',
  points_redeemed: 100,
  redeemed_at: '2026-11-02T03:00:00.000Z',
  delivery: null,
  pick_up_content: null,
  address: null,
  couponArr: coupons,
})

test('A voucher is valid to the last moment of its day, and then expired', () => {
  expect(couponStateOf(coupon, Date.parse(end))).toEqual({ kind: 'valid', at: end })
  expect(couponStateOf(coupon, Date.parse(end) + 1)).toEqual({ kind: 'expired', at: end })
  expect(couponStateOf({ ...coupon, expires_at: null }, Infinity)).toEqual({ kind: 'valid', at: null })
})

test('A used voucher is used, whether or not it would have expired by now', () => {
  const used = { ...coupon, used_at: '2026-11-02T03:00:00.000Z' }
  expect(couponStateOf(used, Infinity)).toEqual({ kind: 'used', at: '2026-11-02T03:00:00.000Z' })
})

test('Redemptions with a voucher to use come first; the rest keep their order', () => {
  const used = { ...coupon, used_at: '2026-11-02T03:00:00.000Z' }
  const items = [item('parcel'), item('used', used), item('half used', used, coupon), item('expired')]
  const { usable, others } = groupByUse(items, Date.parse(end))
  expect([usable, others].map((group) => group.map(({ ref_no: ref }) => ref))).toEqual([
    ['half used'],
    ['parcel', 'used', 'expired'],
  ])
  expect(groupByUse(items, Date.parse(end) + 1).usable).toEqual([])
})
