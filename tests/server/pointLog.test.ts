import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as v from 'valibot'
import { pathOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { pointTransactionsPage, type TransactionKind } from '#contract/member/points.ts'
import { givePoints } from '#server/services/points/points.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { addEntries, type TestEntry } from '#tests/support/ledgerEntries.ts'
import { newMember, pointsOf } from '#tests/support/members.ts'
import { issueTicket } from '#tests/support/tickets.ts'
import { scanAndConfirm, type TestApi, testApi } from './testApi.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const addTo = (memberId: string, entries: readonly TestEntry[]) => addEntries(api.serverDb, memberId, entries)

async function newReader() {
  const member = await newMember(api.db)
  return { ...member, token: await api.signIn(member.id) }
}

interface Filter {
  type?: TransactionKind
  month?: string
  before?: string
}

const ask = (token: string | null, query: Record<string, string>) =>
  api.send(`${pathOf(endpoints.pointTransactions, 'club-bravo')}?${new URLSearchParams(query)}`, {
    headers: token === null ? {} : { Authorization: `Bearer ${token}` },
  })

async function readPage(token: string, filter: Filter = {}) {
  const { body } = await ask(token, { ...filter })
  return v.parse(endpoints.pointTransactions.answer, body)
}

/** The whole log, page by page; `between` runs after each page. */
async function readAll(token: string, filter: Filter, between: () => Promise<void> = () => Promise.resolve()) {
  const pages = []
  let before: string | undefined
  do {
    const page = await readPage(token, { ...filter, ...(before !== undefined && { before }) })
    pages.push(page.point_transactions)
    before = page.next ?? undefined
    await between()
  } while (before !== undefined)
  return pages
}

const gift = (points: number, at = new Date()): TestEntry => ({ code: 'Bulk Import', points, at })

test('The log is read page by page, without gaps or repeats while entries arrive, and each balance is the ledger’s', async () => {
  const member = await newReader()
  const count = pointTransactionsPage * 2 + 10
  await addTo(
    member.id,
    Array.from({ length: count }, (_, index) =>
      index % 3 === 2 ? { code: 'Reward Redemption', points: -(index + 1), at: new Date() } : gift(1000 + index),
    ),
  )
  const ledger = await api.db
    .selectFrom('point_transactions')
    .select(['id', 'delta_balance'])
    .where('member_id', '=', member.id)
    .orderBy('created_at')
    .execute()
  let sum = 0
  const balances = new Map(ledger.map(({ id, delta_balance: delta }) => [id, (sum += delta)]))

  const pages = await readAll(member.token, {}, () => addTo(member.id, [gift(7), gift(9)]))
  expect(pages.map(({ length }) => length)).toEqual([pointTransactionsPage, pointTransactionsPage, 10])
  const read = pages.flat()
  expect(read.map(({ id }) => id)).toEqual(ledger.map(({ id }) => id).toReversed())
  for (const { id, balance } of read) expect(balance).toBe(balances.get(id))

  const newest = (await readPage(member.token)).point_transactions[0]
  expect(newest).toMatchObject({ delta_balance: 9, balance: await pointsOf(api.db, member.id) })
})

test('What a server whose clock is behind writes comes after what the member has, and no balance is below 0', async () => {
  const member = await newReader()
  const now = Date.now()
  const before = (seconds: number) => new Date(now - seconds * 1000)
  await addTo(member.id, [gift(100, before(0)), { code: 'Reward Redemption', points: -80, at: before(5) }])
  await addTo(member.id, [gift(30, before(9)), { code: 'Reward Redemption', points: -50, at: before(20) }])
  const { point_transactions: log } = await readPage(member.token)
  expect(log.map(({ delta_balance: delta, balance }) => [delta, balance])).toEqual([
    [-50, 0],
    [30, 50],
    [-80, 20],
    [100, 100],
  ])
})

test('A filter by kind finds its entries alone, with the balances of the whole ledger', async () => {
  const member = await newReader()
  const ticket = await issueTicket(api.db)
  await scanAndConfirm(api, member.token, ticket.code)
  const at = new Date()
  // As a later version of the schema, which knows more types.
  await sql`alter table point_transactions drop constraint point_transactions_code`.execute(api.db)
  await addTo(member.id, [
    { code: 'Completed Profile', points: 500, at },
    { code: 'Birthday Double Points', points: 60, at },
    { code: 'Scan Ticket Thanksgiving', points: 80, at },
    { code: 'Reward Redemption', points: -30, at },
    { code: 'Asia Miles Redemption', points: -40, at },
    { code: 'Bulk Import', points: 20, at },
    { code: 'A code of next year', points: 10, at },
  ])
  const found = async (type: TransactionKind) =>
    (await readPage(member.token, { type })).point_transactions.map(({ description, balance }) => [
      description,
      balance,
    ])
  const { amount } = ticket
  expect(await found('ticket')).toEqual([
    ['Scan Ticket Thanksgiving', amount + 640],
    ['Scan ticket', amount],
  ])
  expect(await found('bonus')).toEqual([
    ['Birthday Double Points', amount + 560],
    ['Completed Profile', amount + 500],
  ])
  expect(await found('reward')).toEqual([['Reward Redemption', amount + 610]])
  expect(await found('miles')).toEqual([['Asia Miles Redemption', amount + 570]])
  expect(await found('expired')).toEqual([])
  expect(await found('other')).toEqual([
    ['A code of next year', amount + 600],
    ['Bulk Import', amount + 590],
  ])
  const scanned = (await readPage(member.token, { type: 'ticket' })).point_transactions
  expect(scanned.map(({ ticket_no: ticketNo }) => ticketNo)).toEqual([null, ticket.ticketNo])
})

test('A month begins and ends at midnight in Hong Kong', async () => {
  const member = await newReader()
  await addTo(
    member.id,
    [
      '2026-08-31T23:59:59.999+08:00',
      '2026-09-01T00:00:00+08:00',
      '2026-09-30T23:59:00+08:00',
      '2026-10-01T00:00:00+08:00',
      '2026-12-31T23:59:00+08:00',
    ].map((at, index) => gift(index + 1, new Date(at))),
  )
  const found = async (month: string) =>
    (await readPage(member.token, { month })).point_transactions.map(({ delta_balance: delta }) => delta)
  expect(await found('2026-08')).toEqual([1])
  expect(await found('2026-09')).toEqual([3, 2])
  expect(await found('2026-10')).toEqual([4])
  expect(await found('2026-12')).toEqual([5])
  expect(await found('2027-01')).toEqual([])
  expect((await readPage(member.token, { month: '2027-01', type: 'miles' })).oldest).toBe('2026-08-31T15:59:59.999Z')
})

test('A filtered log has pages, too', async () => {
  const member = await newReader()
  const at = new Date('2026-05-05T12:00:00+08:00')
  const entries = Array.from({ length: pointTransactionsPage + 1 }, () => [
    { code: 'Scan Thanksgiving', points: 3, at },
    { code: 'Reward Redemption', points: -1, at },
  ])
  await addTo(member.id, entries.flat())
  const pages = await readAll(member.token, { type: 'reward', month: '2026-05' })
  expect(pages.map(({ length }) => length)).toEqual([pointTransactionsPage, 1])
  expect(pages.flat().at(-1)).toMatchObject({ delta_balance: -1, balance: 2 })
})

test('Nobody reads another member’s log, also with a cursor from it; without a valid token nobody reads any', async () => {
  const [owner, other] = [await newReader(), await newReader()]
  await addTo(owner.id, [gift(100), gift(200)])
  const before = (await readPage(owner.token)).point_transactions[0]?.id ?? ''
  expect(await readPage(other.token, { before })).toEqual({
    point_transactions: [],
    next: null,
    oldest: null,
    months: [],
  })
  expect((await ask(null, {})).status).toBe(401)
  expect((await ask('made up', {})).status).toBe(401)
  await api.db
    .updateTable('sessions')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('member_id', '=', owner.id)
    .execute()
  expect((await ask(owner.token, {})).status).toBe(401)
})

test.each([
  { type: 'tickets' },
  { type: '' },
  { month: '2026-13' },
  { month: '2026-9' },
  { month: '0000-01' },
  { before: '-1' },
  { before: 'abc' },
  { before: '9'.repeat(19) },
])('A request with %o is refused by the name of the field', async (query) => {
  const { token } = await newReader()
  const refused = await ask(token, query)
  expect(refused.status).toBe(422)
  expect(Object.keys(refused.body['errors'] ?? {})).toEqual(Object.keys(query))
})

test('Points that have expired leave the log’s balance when it is read', async () => {
  const member = await newReader()
  const [earned, expires] = [new Date('2026-01-05T00:00:00Z'), new Date('2026-02-01T00:00:00Z')]
  const cause = { memberId: member.id, code: 'Bulk Import', reference: 'soon gone', now: earned }
  await inTransaction(api.serverDb, (db) => givePoints(db, cause, 300, expires))
  await addTo(member.id, [gift(20)])
  const [newest, ...older] = (await readPage(member.token)).point_transactions
  expect(newest).toMatchObject({ description: 'Points Expired', delta_balance: -300, balance: 20 })
  expect(older.map(({ balance }) => balance)).toEqual([320, 300])
})

test('The first page of the whole log says what each of the last 12 months has brought and taken, in Hong Kong time', async () => {
  const member = await newReader()
  const now = new Date()
  const thisMonth = new Date(now.getTime() + 8 * 3_600_000).toISOString().slice(0, 7)
  const [year = 0, month = 0] = thisMonth.split('-').map(Number)
  const startOf = (monthsAgo: number) => Date.UTC(year, month - 1 - monthsAgo, 1) - 8 * 3_600_000
  await addTo(member.id, [
    gift(5000, new Date(startOf(14))),
    // The last moment of a month there, and the first of the next.
    gift(300, new Date(startOf(2) - 1)),
    gift(40, new Date(startOf(2))),
    { code: 'Reward Redemption', points: -1200, at: new Date(startOf(1) + 1) },
    { code: 'Points Expired', points: -100, at: new Date(startOf(1) + 2) },
  ])
  const { months } = await readPage(member.token)
  expect(months).toHaveLength(12)
  expect(months.at(-1)).toEqual({ month: thisMonth, earned: 0, used: 0, expired: 0, balance: 4040 })
  expect(months.slice(-4).map(({ month: _month, ...sums }) => sums)).toEqual([
    { earned: 300, used: 0, expired: 0, balance: 5300 },
    { earned: 40, used: 0, expired: 0, balance: 5340 },
    { earned: 0, used: 1200, expired: 100, balance: 4040 },
    { earned: 0, used: 0, expired: 0, balance: 4040 },
  ])
  expect(months[0]).toMatchObject({ earned: 0, balance: 5000 })
  expect((await readPage(member.token, { type: 'ticket' })).months).toEqual([])
})
