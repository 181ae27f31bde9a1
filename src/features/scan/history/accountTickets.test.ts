import { expect, it } from 'vitest'
import { capturedEntry } from '#src/outbox/entry.ts'
import { userOf } from '#tests/support/profile.ts'
import { ticketInfoOf } from '#tests/support/ticketInfo.ts'
import { accountTicketsOf } from './accountTickets.ts'

const transaction = (ticket_no: string | null, delta_balance = 300) => ({
  id: `${ticket_no} ${delta_balance}`,
  created_at: '2026-03-01T12:00:00Z',
  description: 'Scan ticket' as const,
  delta_balance,
  ticket_no,
})

const scan = capturedEntry({ id: '7f8c0de5-8f3b-4c55-9d6c-3f6f1a2b3c4d', memberId: 'm1', code: 'c', capturedAt: 1 })
const here = [{ ...scan, state: 'credited' as const, ticket: ticketInfoOf('T-2') }]
const user = {
  ...userOf(),
  point_transactions: [
    transaction('T-3', 150),
    transaction('T-3'),
    transaction('T-2'),
    transaction(null),
    transaction('T-1', -300),
  ],
}

const claim = (ticketNo: string, status: 'success' | 'pending', returnedAt: string | null = null) => ({
  status,
  claimed_at: '2026-02-20T15:00:00Z',
  returned_at: returnedAt,
  ticket_info: ticketInfoOf(ticketNo),
})

it('Claimed tickets come back into the history as they were, without those on the device', () => {
  const claimed = [claim('T-4', 'pending'), claim('T-2', 'success'), claim('T-3', 'success')]
  const known = { points: 300, since: '2026-02-20T15:00:00Z' }
  expect(accountTicketsOf(claimed, user, here)).toEqual([
    { ...known, ticketNo: 'T-4', status: 'pending', ticket: ticketInfoOf('T-4') },
    { ...known, ticketNo: 'T-3', status: 'credited', ticket: ticketInfoOf('T-3') },
  ])
})

it('Without that list, the points history tells of each ticket that gave points, with all it gave; returned ones are left out', () => {
  expect(accountTicketsOf(undefined, user, here)).toEqual([
    { ticketNo: 'T-3', status: 'credited', points: 450, since: '2026-03-01T12:00:00Z', ticket: null },
  ])
  expect(accountTicketsOf(undefined, undefined, [])).toEqual([])
})

it('A ticket that was returned is shown with its points taken back; the points history alone leaves it out', () => {
  const claimed = [claim('T-5', 'success', '2026-03-02T10:00:00Z')]
  expect(accountTicketsOf(claimed, user, here).map(({ status }) => status)).toEqual(['taken_back'])
  const returned = { ...transaction('T-3', -450), description: 'Return/Refund/Exchange' as const }
  const log = { ...user, point_transactions: [returned, ...user.point_transactions] }
  expect(accountTicketsOf(undefined, log, here)).toEqual([])
})
