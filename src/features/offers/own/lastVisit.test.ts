import { expect, test } from 'vitest'
import { newSince, type Visit } from './lastVisit.ts'

const entry = (created_at: string) => ({
  id: created_at,
  created_at,
  description: '',
  delta_balance: 1,
  ticket_no: null,
})
const log = [
  entry('2026-11-20T21:00:00+08:00'),
  entry('2026-11-18T10:00:00+08:00'),
  entry('2026-11-12T19:30:00+08:00'),
  entry('2026-11-01T09:00:00+08:00'),
]
const visit = (newest: string | null): Visit => ({
  memberId: 'one',
  begun: Date.parse('2026-11-20T20:00:00+08:00'),
  last:
    newest === null
      ? null
      : { memberId: 'one', at: Date.parse('2026-11-13T08:00:00+08:00'), newest: Date.parse(newest) },
})

test('What came since the last visit is newer than what was seen in it, and older than this visit', () => {
  expect(newSince(visit('2026-11-12T19:30:00+08:00'), log)).toEqual([log[1]])
  expect(newSince(visit('2026-11-01T09:00:00+08:00'), log)).toEqual([log[1], log[2]])
})

test('On the first visit to a device, nothing is new', () => {
  expect(newSince(visit(null), log)).toEqual([])
})
