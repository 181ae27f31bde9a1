import { describe, expect, it } from 'vitest'
import type { User } from '#contract/member/member.ts'
import { profileOf } from '#tests/support/profile.ts'
import { balanceIncluding, paidTicketsOf } from './paidTickets.ts'

function ticket(ticketNo: string) {
  return {
    ticket: {
      ticket_no: ticketNo,
      concert_name: 'Mahler 2',
      tc_concert_name: '馬勒第二',
      sc_concert_name: '马勒第二',
      performance_datetime: '2026-11-20T12:00:00.000Z',
      seat: 'A1',
      amount: 380,
      points: 380,
    },
  }
}

const user: User = {
  id: 'ada',
  email: 'ada@example.com',
  member_profile: profileOf({ id: 'ada', email: 'ada@example.com', available_points: 880 }),
  availablePoints: 880,
  point_buckets: [],
  point_transactions: [
    { id: '2', created_at: '2026-11-20T14:00:00Z', description: 'Scan ticket', delta_balance: 380, ticket_no: 'CB-1' },
    {
      id: '1',
      created_at: '2026-11-01T00:00:00Z',
      description: 'Completed Profile',
      delta_balance: 500,
      ticket_no: null,
    },
  ],
}

it('lists the tickets that the member’s transactions name', () => {
  expect(paidTicketsOf(user)).toEqual(new Set(['CB-1']))
  expect(paidTicketsOf(undefined)).toEqual(new Set())
})

describe('the balance on the success page', () => {
  it('is shown once it includes the points of every credited scan', () => {
    expect(balanceIncluding(user, [ticket('CB-1')])).toBe(880)
  })

  it('is left out while the local copy of the member is older than the points', () => {
    expect(balanceIncluding(user, [ticket('CB-1'), ticket('CB-2')])).toBeNull()
    expect(balanceIncluding(undefined, [ticket('CB-1')])).toBeNull()
    expect(balanceIncluding(user, [{ ticket: null }])).toBeNull()
  })
})
