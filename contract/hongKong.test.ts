import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { clockTimeAfter, endOfDayAfter, endOfDayAfterMonths, inHongKong, startOfMembershipYear } from './hongKong.ts'

test('A day ends at midnight in Hong Kong, in any time zone of the machine', () => {
  expect(endOfDayAfter(new Date('2026-11-20T15:59:59Z'), 0)).toEqual(new Date('2026-11-20T16:00:00Z'))
  expect(endOfDayAfter(new Date('2026-11-20T16:00:00Z'), 0)).toEqual(new Date('2026-11-21T16:00:00Z'))
  expect(endOfDayAfter(new Date('2026-11-20T12:00:00Z'), 30)).toEqual(new Date('2026-12-20T16:00:00Z'))
})

test('A month later is the same day of the month, or the last day if the month is shorter', () => {
  expect(endOfDayAfterMonths(new Date('2026-01-31T04:00:00Z'), 1)).toEqual(new Date('2026-02-28T16:00:00Z'))
  expect(endOfDayAfterMonths(new Date('2027-12-31T04:00:00Z'), 2)).toEqual(new Date('2028-02-29T16:00:00Z'))
  expect(endOfDayAfterMonths(new Date('2026-11-20T04:00:00Z'), 24)).toEqual(new Date('2028-11-20T16:00:00Z'))
})

test('The end of a day lies in the future, by at most the given number of days and one more', () => {
  const dates = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(dates, fc.integer({ min: 0, max: 400 }), (moment, days) => {
      const away = endOfDayAfter(moment, days).getTime() - moment.getTime()
      expect(away).toBeGreaterThan(days * 86_400_000)
      expect(away).toBeLessThanOrEqual((days + 1) * 86_400_000)
    }),
  )
})

const startOf = (moment: string) => startOfMembershipYear(new Date(moment)).toISOString()

test('The membership year begins on 1 September in Hong Kong', () => {
  expect(startOf('2026-11-20T00:00:00Z')).toBe('2026-08-31T16:00:00.000Z')
  expect(startOf('2026-08-31T16:00:00Z')).toBe('2026-08-31T16:00:00.000Z')
  expect(startOf('2026-08-31T15:59:59Z')).toBe('2025-08-31T16:00:00.000Z')
  expect(startOf('2027-01-01T00:00:00Z')).toBe('2026-08-31T16:00:00.000Z')
})

const at = (moment: string, days: number, hour: number, minute: number) =>
  clockTimeAfter(new Date(moment), { days, hour, minute }).toISOString()

test('A clock time on a later day is in Hong Kong time', () => {
  expect(at('2026-11-20T15:59:00Z', 0, 23, 59)).toBe('2026-11-20T15:59:00.000Z')
  expect(at('2026-11-20T16:00:00Z', 1, 10, 0)).toBe('2026-11-22T02:00:00.000Z')
  expect(at('2026-01-01T00:00:00Z', -1, 0, 0)).toBe('2025-12-30T16:00:00.000Z')
})

test('The year changes when it does in Hong Kong', () => {
  expect(inHongKong(Date.UTC(2026, 11, 31, 15, 59, 59)).getUTCFullYear()).toBe(2026)
  expect(inHongKong(Date.UTC(2026, 11, 31, 16)).getUTCFullYear()).toBe(2027)
})
