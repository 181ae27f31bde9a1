import { expect, it } from 'vitest'
import type { ClaimedTicket } from '#contract/scan/scan.ts'
import { ticketInfoOf } from '#tests/support/ticketInfo.ts'
import { findPaidTickets } from './creditedScans.ts'

const ticketOf = (number: number): ClaimedTicket => ({
  status: number % 2 === 0 ? 'success' : 'pending',
  claimed_at: '2026-03-01T12:00:00Z',
  returned_at: null,
  ticket_info: ticketInfoOf(`T-${number}`),
})

/** A list of 30 tickets, T-30 the newest, in pages of ten; `readUntil`: the pages that are answered. */
function listOf30({ readUntil = Infinity } = {}) {
  const asked: (string | undefined)[] = []
  const readPage = (before: string | undefined) => {
    asked.push(before)
    const first = before === undefined ? 30 : Number(before.slice(2)) - 1
    const tickets = Array.from({ length: 10 }, (_, index) => ticketOf(first - index))
    const next = first - 9 > 1 ? `T-${first - 9}` : null
    return Promise.resolve(asked.length > readUntil ? null : { tickets, next })
  }
  return { asked, readPage }
}

it('Points of a ticket that was claimed long ago are found, and no page is read after the last ticket', async () => {
  const { asked, readPage } = listOf30()
  expect(await findPaidTickets(['T-14', 'T-29'], readPage)).toEqual(new Set(['T-14']))
  expect(asked).toEqual([undefined, 'T-21'])
})

it('A ticket that is not in the list ends with the list', async () => {
  const { asked, readPage } = listOf30()
  expect(await findPaidTickets(['T-2', 'unknown'], readPage)).toEqual(new Set(['T-2']))
  expect(asked).toHaveLength(3)
})

it('A page that is not answered keeps what the earlier ones said, and nothing is read for nothing', async () => {
  expect(await findPaidTickets(['T-28', 'T-2'], listOf30({ readUntil: 1 }).readPage)).toEqual(new Set(['T-28']))
  const { asked, readPage } = listOf30()
  expect(await findPaidTickets([], readPage)).toEqual(new Set())
  expect(asked).toEqual([])
})
