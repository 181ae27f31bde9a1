import { expect, test } from 'vitest'
import { formatCode, readValidity } from './vouchers.ts'

test('Vouchers last as long as their reward says, else a year', () => {
  expect(readValidity('60 days')).toEqual({ count: 60, unit: 'days' })
  expect(readValidity('1 day')).toEqual({ count: 1, unit: 'days' })
  for (const nothing of [null, undefined]) expect(readValidity(nothing)).toEqual({ count: 12, unit: 'months' })
})

test('Codes have groups of four without characters that people confuse', () => {
  expect(formatCode(new Uint8Array(8))).toBe('2222-2222')
  expect(formatCode(Uint8Array.from({ length: 32 }, (_, index) => index)).replaceAll('-', '')).toBe(
    '23456789ABCDEFGHJKLMNPQRSTUVWXYZ',
  )
})
