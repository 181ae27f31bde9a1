import { expect, test } from 'vitest'
import { formatDate } from '#src/i18n/dates.ts'
import { expiringPoints } from './expiringPoints.ts'

const now = Date.parse('2026-11-22T12:00:00+08:00')
const bucket = (remaining: number, expires_at: string | null) => ({ id: '1', earned: 900, remaining, expires_at })

test('Points of one day are added up, the soonest day first, and named by the last day on which they can be spent', () => {
  const soon = expiringPoints(
    [bucket(300, '2027-01-31T16:00:00Z'), bucket(120, '2026-12-31T16:00:00Z'), bucket(80, '2026-12-31T16:00:00.000Z')],
    now,
  )
  expect(soon.map(({ points, lastMoment }) => [points, formatDate(lastMoment, 'en')])).toEqual([
    [200, '31 Dec 2026'],
    [300, '31 Jan 2027'],
  ])
})

test('Points that never expire, have expired, are spent, or last longer than 90 days do not expire soon', () => {
  const others = [
    bucket(100, null),
    bucket(100, '2026-11-22T04:00:00Z'),
    bucket(0, '2026-12-01T16:00:00Z'),
    bucket(100, '2027-02-21T16:00:00Z'),
    bucket(100, 'some day'),
  ]
  expect(expiringPoints(others, now)).toEqual([])
  // Those that last longer are told where all of them are.
  expect(expiringPoints(others, now, Infinity).map(({ points }) => points)).toEqual([100])
})
