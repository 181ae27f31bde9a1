import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { atLast, inTransaction } from '#server/store/transactions.ts'
import { importFiles, rewardEntry, rewardTexts, validFiles } from '#tests/support/contents.ts'
import { addEntries } from '#tests/support/ledgerEntries.ts'
import { newMember, pointsOf } from '#tests/support/members.ts'
import { patient } from '#tests/support/patience.ts'
import { issueTicket } from '#tests/support/tickets.ts'
import { type Answered, testApi, type TestApi } from './testApi.ts'

let api: TestApi
let reward: string

beforeAll(async () => {
  api = await testApi({ refusesTransactions: false, rateLimits: { spending: 3 } })
  const entries = [rewardEntry({ key: 'prize', points: 10, stock: 100, delivery_methods: ['Email'] })]
  const files = { 'rewards/entries.json': JSON.stringify(entries), 'rewards/en.md': rewardTexts('prize') }
  await importFiles(api.db, { ...validFiles(), ...files })
  reward = (await api.db.selectFrom('contents').select('id').where('key', '=', 'prize').executeTakeFirstOrThrow()).id
  await sql`alter system set log_statement = 'all'`.execute(api.db)
  await sql`select pg_reload_conf()`.execute(api.db)
  const isLogging = async () => {
    const { rows } = await sql<{ log_statement: string }>`show log_statement`.execute(api.serverDb)
    return rows[0]?.log_statement === 'all'
  }
  await vi.waitUntil(isLogging, { timeout: patient(20_000) })
})

afterAll(() => api.close())

async function signedInMember() {
  const { id } = await newMember(api.db)
  return { id, token: await api.signIn(id) }
}

/** The statements that PostgreSQL was asked for a call, in their order. */
async function statementsOf(call: () => Promise<Answered>): Promise<{ answered: Answered; statements: string[] }> {
  const log = join(api.dataDir, 'postgres/postgres.log')
  const before = (await readFile(log)).length
  const answered = await call()
  const lines = (await readFile(log)).subarray(before).toString()
  const found = lines.matchAll(/LOG: {2}(?:execute \S+|statement): \s*(.*)/g)
  return { answered, statements: [...found].map(([, statement = '']) => statement) }
}

/** A call is one statement that reads, and one transaction. */
function expectOneTransaction(statements: readonly string[], most: number): void {
  const [read, begin, ...rest] = statements
  expect(read).toMatch(/^select member\.id/)
  expect(begin).toMatch(/^start transaction/)
  expect(rest.at(-1)).toBe('commit')
  expect(rest.filter((statement) => /^(?:start|commit)/.test(statement))).toHaveLength(1)
  expect(statements.length).toBeLessThanOrEqual(most)
}

test('Each call of a scan is one read and one transaction', async () => {
  const { token } = await signedInMember()
  const [first, ticket] = [await issueTicket(api.db), await issueTicket(api.db)]
  // The first call of a server reads the contents.
  await api.call(endpoints.scanTicket, { qrcode: first.code }, { token })
  const scan = await statementsOf(() => api.call(endpoints.scanTicket, { qrcode: ticket.code }, { token }))
  expect(scan.answered.body['status']).toBe('found')
  expectOneTransaction(scan.statements, 9)
  const request = { ticket_info: { ticket_no: ticket.ticketNo } }
  const confirmed = await statementsOf(() => api.call(endpoints.verifyTicket, request, { token }))
  expect(confirmed.answered.body['status']).toBe('success')
  expectOneTransaction(confirmed.statements, 10)
})

test('A redemption is one read and one transaction, and so is its repetition', async () => {
  const { id, token } = await signedInMember()
  await addEntries(api.db, id, [{ code: 'Bulk Import', points: 100, at: new Date() }])
  const [request, key] = [{ item_id: reward, quantity: 1, delivery_method: 'Email' }, randomUUID()]
  const redeem = () => statementsOf(() => api.call(endpoints.redeem, request, { token, key }))
  const first = await redeem()
  expect(first.answered.body['message']).toBe('redeem successfully')
  expectOneTransaction(first.statements, 11)
  const again = await redeem()
  expect(again.answered.body).toEqual(first.answered.body)
  expectOneTransaction(again.statements, 9)
  expect(await pointsOf(api.db, id)).toBe(90)
})

test('Over a limit, a call under an answered key is two reads, whatever it asks', async () => {
  const { token } = await signedInMember()
  const key = randomUUID()
  const redeem = (request: { item_id: string; quantity: number }, under: string = randomUUID()) =>
    api.call(endpoints.redeem, request, { token, key: under })
  const [same, other] = [
    { item_id: 'none', quantity: 1 },
    { item_id: 'none', quantity: 2 },
  ]
  const first = await redeem(same, key)
  while ((await redeem(same)).status !== 429);
  const again = await statementsOf(() => redeem(same, key))
  expect(again.answered).toMatchObject({ status: 200, body: first.body })
  const refused = await statementsOf(() => redeem(other, key))
  expect([refused.answered.status, Object.keys(refused.answered.body['errors'] ?? {})]).toEqual([
    422,
    ['Idempotency-Key'],
  ])
  for (const { statements } of [again, refused])
    expect(statements).toEqual([
      expect.stringMatching(/^select member\.id/),
      expect.stringMatching(/^select "sent_hash"/),
    ])
})

test('What goes out with the commit changes everything or nothing, and says why', async () => {
  const { id } = await signedInMember()
  const addKey = (route: string) => sql`
    insert into idempotency_keys (member_id, route, key, sent_hash, body_hash, answer)
    values (${id}, ${route}, ${id}, '', '', 'null')`
  const count = async () =>
    (await api.db.selectFrom('idempotency_keys').select('route').where('member_id', '=', id).execute()).length
  const failing = inTransaction(api.serverDb, (db) => {
    atLast(addKey('one').execute(db), addKey('one').execute(db), addKey('two').execute(db))
    return Promise.resolve('done')
  })
  await expect(failing).rejects.toMatchObject({ code: '23505' })
  expect(await count()).toBe(0)
  await inTransaction(api.serverDb, (db) => {
    atLast(addKey('one').execute(db), addKey('two').execute(db))
    return Promise.resolve()
  })
  expect(await count()).toBe(2)
})

test('What was sent behind a statement that fails, fails for the same reason', async () => {
  const failing = inTransaction(api.serverDb, async (db) => {
    const sent = [sql`select 1 / 0`.execute(db), sql`select 1`.execute(db), sql`select ${'two'}`.execute(db)]
    const ended = await Promise.allSettled(sent)
    for (const one of ended) expect(one).toMatchObject({ status: 'rejected', reason: { code: '22012' } })
    return 'done'
  })
  await expect(failing).rejects.toMatchObject({ code: '22012' })
  expect((await sql`select ${'alive'} as answer`.execute(api.serverDb)).rows).toEqual([{ answer: 'alive' }])
})

test('No statement goes out after its transaction has ended', async () => {
  const late = Promise.withResolvers<() => Promise<unknown>>()
  await inTransaction(api.serverDb, (db) => {
    late.resolve(() => sql`select 1`.execute(db))
    return Promise.resolve()
  })
  await expect((await late.promise)()).rejects.toThrow(/transaction/i)
})

test('A call that is refused counts against its limit, although nothing of it is kept', async () => {
  const limited = await testApi({ rateLimits: { scans: 3 }, refusesTransactions: false })
  onTestFinished(limited.close)
  const { id } = await newMember(limited.db)
  const [token, key] = [await limited.signIn(id), randomUUID()]
  const scan = (qrcode: string) => limited.call(endpoints.scanTicket, { qrcode }, { token, key })
  const statuses: number[] = []
  const { code: one } = await issueTicket(limited.db)
  for (const code of [one, 'two', 'three', 'four']) statuses.push((await scan(code)).status)
  expect(statuses).toEqual([200, 422, 422, 429])
})
