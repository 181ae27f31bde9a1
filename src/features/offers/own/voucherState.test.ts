import { expect, test } from 'vitest'
import type { RedeemedItem } from '#contract/spending/redeemedItems.ts'
import { groupByUse, usableVouchers, voucherStateOf } from './voucherState.ts'

const end = '2026-11-20T15:59:59.999Z'
const voucher = { code: 'ABCD-EFGH', expires_at: end, used_at: null }

const kept = { returned_at: null }

const item = (ref: string, ...vouchers: RedeemedItem['couponArr']): RedeemedItem => ({
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
  parcel: null,
  returned_at: null,
  couponArr: vouchers,
})

test('A voucher is valid to the last moment of its day, and then expired', () => {
  expect(voucherStateOf(voucher, kept, Date.parse(end))).toEqual({ kind: 'valid', at: end })
  expect(voucherStateOf(voucher, kept, Date.parse(end) + 1)).toEqual({ kind: 'expired', at: end })
  expect(voucherStateOf({ ...voucher, expires_at: null }, kept, Infinity)).toEqual({ kind: 'valid', at: null })
})

test('A used voucher is used, whether or not it would have expired by now', () => {
  const used = { ...voucher, used_at: '2026-11-02T03:00:00.000Z' }
  expect(voucherStateOf(used, kept, Infinity)).toEqual({ kind: 'used', at: '2026-11-02T03:00:00.000Z' })
})

test('Vouchers to use are counted one by one, also those of one redemption; used and expired ones are not', () => {
  const used = { ...voucher, used_at: '2026-11-02T03:00:00.000Z' }
  const unlimited = { ...voucher, code: 'JKLM-NPQR', expires_at: null }
  const items = [item('parcel'), item('two', voucher, unlimited), item('half used', used, voucher), item('used', used)]
  expect(usableVouchers(items, Date.parse(end))).toEqual([voucher, unlimited, voucher])
  expect(usableVouchers(items, Date.parse(end) + 1)).toEqual([unlimited])
})

test('Redemptions with a voucher to use, without one, and with none left to use are apart, each in their order', () => {
  const used = { ...voucher, used_at: '2026-11-02T03:00:00.000Z' }
  const items = [
    item('parcel'),
    item('used', used),
    item('half used', used, voucher),
    item('gift'),
    item('new', voucher),
  ]
  const { usable, others, over } = groupByUse(items, Date.parse(end))
  expect([usable, others, over].map((group) => group.map(({ ref_no: ref }) => ref))).toEqual([
    ['half used', 'new'],
    ['parcel', 'gift'],
    ['used'],
  ])
  expect(groupByUse(items, Date.parse(end) + 1).over.map(({ ref_no: ref }) => ref)).toEqual([
    'used',
    'half used',
    'new',
  ])
  expect(groupByUse(items, Date.parse(end) + 1).usable).toEqual([])
})

test('A redemption that was given back has no voucher to use, whatever else they say', () => {
  const at = '2026-11-03T03:00:00.000Z'
  const [voided, parcel] = [item('void', voucher), item('parcel')].map((one) => ({ ...one, returned_at: at }))
  expect(voucherStateOf(voucher, { returned_at: at }, Date.parse(end))).toEqual({ kind: 'void', at })
  const items = [voided, parcel].filter((one) => one !== undefined)
  expect(usableVouchers(items, Date.parse(end))).toEqual([])
  expect(groupByUse(items, Date.parse(end))).toEqual({ usable: [], others: [], over: items })
})
