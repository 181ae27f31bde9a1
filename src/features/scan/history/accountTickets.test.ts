import { expect, it } from 'vitest'
import { capturedEntry } from '#src/outbox/entry.ts'
import { userOf } from '#tests/support/profile.ts'
import { accountTicketsOf } from './accountTickets.ts'

const transaction = (ticket_no: string | null, delta_balance = 300) => ({
  id: `${ticket_no} ${delta_balance}`,
  created_at: '2026-03-01T12:00:00Z',
  description: 'Scan ticket' as const,
  delta_balance,
  ticket_no,
})

it('Tickets that only the account knows come back into the history; returned ones and those on the device do not', () => {
  const user = {
    ...userOf(),
    point_transactions: [transaction('T-3'), transaction('T-2'), transaction(null), transaction('T-1', -300)],
  }
  const scan = capturedEntry({ id: '7f8c0de5-8f3b-4c55-9d6c-3f6f1a2b3c4d', memberId: 'm1', code: 'c', capturedAt: 1 })
  const ticket = {
    ticket_no: 'T-2',
    concert_name: 'Mahler 2',
    tc_concert_name: '馬勒第二',
    sc_concert_name: '马勒第二',
    performance_datetime: '2026-02-20T12:00:00.000Z',
    seat: 'A1',
    amount: 300,
    points: 300,
  }
  expect(accountTicketsOf(user, [{ ...scan, state: 'credited', ticket }])).toEqual([
    { ticketNo: 'T-3', points: 300, creditedAt: '2026-03-01T12:00:00Z' },
  ])
  expect(accountTicketsOf(undefined, [])).toEqual([])
})
