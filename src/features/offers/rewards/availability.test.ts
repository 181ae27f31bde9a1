import { afterEach, expect, test } from 'vitest'
import { availabilityOf } from './availability.ts'

const zoneBefore = process.env['TZ']
afterEach(() => {
  process.env['TZ'] = zoneBefore
})

const now = Date.parse('2026-11-20T02:00:00.000Z')
const reward = (count: number, expiry: string | null = null) => ({
  availableQuantityOfRewardItem: count,
  expiry_date: expiry,
})

test('Low stock shows a number, none shows sold out, and ample stock shows no number', () => {
  expect(availabilityOf(reward(6), now)).toEqual({ kind: 'available' })
  expect(availabilityOf(reward(5), now)).toEqual({ kind: 'few_left', count: 5 })
  expect(availabilityOf(reward(0), now)).toEqual({ kind: 'sold_out' })
})

test('A reward ends at its end date, sold out or not', () => {
  expect(availabilityOf(reward(0, '2026-11-20T02:00:00.000Z'), now)).toEqual({ kind: 'ended' })
  expect(availabilityOf(reward(9, '2026-11-20T02:00:00.001Z'), now)).toEqual({ kind: 'available' })
})

test.each(['Asia/Hong_Kong', 'UTC', 'America/Los_Angeles', 'Pacific/Kiritimati', 'Europe/London'])(
  'On a phone set to %s, a reward that ends with a day ends at midnight in Hong Kong',
  (zone) => {
    process.env['TZ'] = zone
    expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone)
    const lastDay = reward(9, new Date('2026-03-31T23:59:59+08:00').toISOString())
    expect(availabilityOf(lastDay, Date.parse('2026-03-31T15:59:58.999Z'))).toEqual({ kind: 'available' })
    expect(availabilityOf(lastDay, Date.parse('2026-03-31T16:00:00.000Z'))).toEqual({ kind: 'ended' })
  },
)
