import { expect, test } from 'vitest'
import type { LoggedTransaction } from '#contract/member/points.ts'
import { byEvening } from './evenings.ts'

let made = 0
/** Of a ticket such as `requiem-1`, or of none. */
const entry = (ticketNo: string | null, points: number): LoggedTransaction => ({
  id: String((made += 1)),
  created_at: '2026-11-22T12:00:00Z',
  description: 'Scan ticket',
  delta_balance: points,
  ticket_no: ticketNo,
  balance: 0,
})
const pointsOf = (entries: readonly LoggedTransaction[]) =>
  byEvening(entries, ({ ticket_no: ticketNo }) => ticketNo?.split('-')[0]).map((evening) =>
    evening.map(({ delta_balance: points }) => points),
  )

test('The points of an evening’s tickets and their bonuses are one, and another evening’s are another', () => {
  expect(pointsOf([entry('requiem-1', 190), entry('requiem-1', 380), entry('trout-1', 280)])).toEqual([
    [190, 380],
    [280],
  ])
  const settled = [entry('trout-2', 20), entry('trout-1', 10), entry('trout-2', 200), entry('trout-1', 100)]
  expect(pointsOf(settled)).toEqual([[20, 10, 200, 100]])
})

test('What took a ticket’s points back, and what belongs to no ticket, stays alone', () => {
  expect(pointsOf([entry('trout-1', -380), entry('trout-1', 190), entry('trout-1', 380)])).toEqual([[-380], [190, 380]])
  expect(pointsOf([entry(null, 50), entry(null, 60)])).toEqual([[50], [60]])
  expect(pointsOf([])).toEqual([])
})
