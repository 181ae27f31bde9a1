import { expect, test } from 'vitest'
import type { LoggedTransaction } from '#contract/member/points.ts'
import { byEvening } from './evenings.ts'

let made = 0
const entry = (ticketNo: string | null, points: number): LoggedTransaction => ({
  id: String((made += 1)),
  created_at: '2026-11-22T12:00:00Z',
  description: 'Scan ticket',
  delta_balance: points,
  ticket_no: ticketNo,
  balance: 0,
})
const pointsOf = (entries: readonly LoggedTransaction[]) =>
  byEvening(entries).map((evening) => evening.map(({ delta_balance: points }) => points))

test('A ticket’s points and its bonus are one evening, and another ticket’s are another', () => {
  expect(pointsOf([entry('1', 190), entry('1', 380), entry('2', 280)])).toEqual([[190, 380], [280]])
})

test('What took a ticket’s points back, and what belongs to no ticket, stays alone', () => {
  expect(pointsOf([entry('1', -380), entry('1', 190), entry('1', 380)])).toEqual([[-380], [190, 380]])
  expect(pointsOf([entry(null, 50), entry(null, 60)])).toEqual([[50], [60]])
  expect(pointsOf([])).toEqual([])
})
