import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { LoggedTransaction } from '#contract/member/points.ts'
import { memberAreaQueries } from '#src/query/memberAreaQueries.ts'
import { savedLog } from './savedLog.ts'

const entry = (id: string, description: string, created_at: string): LoggedTransaction => ({
  id,
  created_at,
  description,
  delta_balance: 1,
  ticket_no: null,
  balance: 1,
})

const newest = [
  entry('4', 'Scan ticket', '2026-11-02T12:00:00Z'),
  entry('3', 'Asia Miles Redemption', '2026-10-31T15:59:59Z'),
]
const oldest = [
  entry('2', 'A gift of the club', '2026-10-31T16:00:00Z'),
  entry('1', 'Completed Profile', '2026-09-01T00:00:00Z'),
]

/** A device that has the first page of the log, or all of it. */
function deviceWith(pages: 1 | 2): QueryClient {
  const client = new QueryClient()
  const keep = (before: string | undefined, point_transactions: LoggedTransaction[], next: string | null) =>
    client.setQueryData(
      memberAreaQueries.pointTransactions(before === undefined ? {} : { before }).queryKey,
      { point_transactions, next, oldest: null, months: [] },
      { updatedAt: 1000 },
    )
  keep(undefined, newest, '3')
  if (pages === 2) keep('3', oldest, null)
  return client
}

const idsOf = (client: QueryClient, filter: Parameters<typeof savedLog>[1]) =>
  savedLog(client, filter)?.transactions.map(({ id }) => id)

test('Without a network a filter shows what this device has of the log, by Hong Kong’s months', () => {
  expect(idsOf(deviceWith(2), { type: 'miles' })).toEqual(['3'])
  expect(idsOf(deviceWith(2), { type: 'other' })).toEqual(['2'])
  expect(idsOf(deviceWith(2), { month: '2026-11' })).toEqual(['4', '2'])
  expect(idsOf(deviceWith(2), { month: '2026-10', type: 'miles' })).toEqual(['3'])
  expect(savedLog(deviceWith(2), { type: 'bonus' })?.updatedAt).toBe(1000)
})

test('Only a log that is saved as a whole proves that there is nothing for a filter', () => {
  expect(idsOf(deviceWith(2), { type: 'expired' })).toEqual([])
  expect(savedLog(deviceWith(1), { type: 'expired' })).toBeNull()
  expect(savedLog(new QueryClient(), { type: 'expired' })).toBeNull()
})
