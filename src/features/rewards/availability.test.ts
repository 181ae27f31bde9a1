import { expect, test } from 'vitest'
import { availabilityOf } from './availability.ts'

const now = Date.parse('2026-11-20T02:00:00.000Z')
const reward = (count: number, expiry: string | null = null) => ({
  availableQuantityOfRewardItem: count,
  expiry_date: expiry,
})

test('Low stock shows a number, none shows sold out, and ample stock shows no number', () => {
  expect(availabilityOf(reward(6), now)).toEqual({ kind: 'available' })
  expect(availabilityOf(reward(5), now)).toEqual({ kind: 'few-left', count: 5 })
  expect(availabilityOf(reward(0), now)).toEqual({ kind: 'sold-out' })
})

test('A reward ends at its end date, sold out or not', () => {
  expect(availabilityOf(reward(0, '2026-11-20T02:00:00.000Z'), now)).toEqual({ kind: 'ended' })
  expect(availabilityOf(reward(9, '2026-11-20T02:00:00.001Z'), now)).toEqual({ kind: 'available' })
})
