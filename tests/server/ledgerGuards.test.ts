import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { givePoints, takePoints } from '#server/services/points.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { newMember, pointsOf } from '#tests/support/members.ts'
import { claimFor, type IssuedTicket, issueTicket } from '#tests/support/tickets.ts'
import { type TestApi, testApi } from './testApi.ts'

let api: TestApi
let memberId: string
let ticket: IssuedTicket

beforeAll(async () => {
  api = await testApi()
  memberId = (await newMember(api.db)).id
  ticket = await issueTicket(api.db)
  await claimFor(api.db, ticket, memberId)
  const cause = { memberId, code: 'Reward Redemption', reference: randomUUID(), now: new Date() }
  await inTransaction(api.db, (transaction) => takePoints(transaction, cause, 40))
})
afterAll(() => api.close())

const ledgerTables = ['point_transactions', 'point_buckets', 'point_bucket_debits', 'ticket_claims']

test('The server can neither empty, delete nor rewrite the ledger, nor switch its guards off', async () => {
  const attempts = [
    ...ledgerTables.flatMap((table) => [
      `truncate ${table} cascade`,
      `delete from ${table}`,
      `alter table ${table} disable trigger all`,
      `drop table ${table} cascade`,
    ]),
    'update point_transactions set delta_balance = 1000000',
    'update point_bucket_debits set amount = 1',
    'update point_buckets set earned = 1000000, remaining = 1000000',
    'update ticket_claims set member_id = gen_random_uuid()',
    `insert into tickets (ticket_no, performance_id, code, code_hash, seat, amount)
       select 'T', id, 'T', 'T', 'T', 1 from performances`,
    'drop trigger point_transactions_append_only on point_transactions',
    'set session_replication_role = replica',
    'set role club',
  ]
  for (const attempt of attempts)
    expect([attempt, await reasonOf(api.serverDb, sql.raw(attempt))]).toEqual([
      attempt,
      expect.stringMatching(/permission denied|must be owner/),
    ])
  const { rows } = await sql<{ user: string }>`select session_user as user`.execute(api.serverDb)
  expect(rows).toEqual([{ user: 'club_app' }])
})

async function reasonOf(db: ConnectionPool, statement: RawBuilder<unknown>): Promise<string> {
  return statement.execute(db).then(
    () => 'done',
    (error: unknown) => String(error),
  )
}

test('What a bucket holds follows from its debits, and an entry from its buckets and debits, whoever writes', async () => {
  const bucket = sql`(select id from point_buckets where member_id = ${memberId})`
  const entry = (code: string, delta: number, reference: string) =>
    sql`insert into point_transactions (member_id, code, reference, delta_balance)
      values (${memberId}, ${code}, ${reference}, ${delta})`
  const attempts: [RawBuilder<unknown>, RegExp][] = [
    [sql`update point_buckets set remaining = earned where id = ${bucket}`, /holds other points than its debits leave/],
    [
      sql`update point_buckets set remaining = remaining - 1 where id = ${bucket}`,
      /holds other points than its debits leave/,
    ],
    [
      sql`insert into point_bucket_debits (transaction_id, bucket_id, amount)
        select transaction_id, id, 1 from point_buckets where member_id = ${memberId}`,
      /agrees with neither its bucket nor its entry/,
    ],
    [entry('Bulk Import', 500, randomUUID()), /gives points to no bucket/],
    [entry('Reward Redemption', -500, randomUUID()), /its debits make another sum/],
    [entry('Reward Redemption', 500, randomUUID()), /point_transactions_sign/],
    [entry('Scan ticket', -500, randomUUID()), /point_transactions_sign/],
    [entry('Scan ticket', 0, randomUUID()), /ticket that is not claimed/],
  ]
  const foreign = (await newMember(api.db)).id
  attempts.push([
    sql`with entry as (
        insert into point_transactions (member_id, code, reference, delta_balance)
        values (${memberId}, 'Bulk Import', ${randomUUID()}, 500) returning id)
      insert into point_buckets (member_id, transaction_id, earned, remaining) select ${foreign}, id, 500, 500 from entry`,
    /has other points than its entry/,
  ])
  for (const db of [api.db, api.serverDb])
    for (const [attempt, reason] of attempts) expect(await reasonOf(db, attempt)).toMatch(reason)
  expect(await pointsOf(api.db, memberId)).toBe(ticket.amount - 40)
})

test('A claim keeps its entry, and names no entry of something else', async () => {
  const other = await issueTicket(api.db)
  const claim = sql`insert into ticket_claims (ticket_no, member_id, claimed_at, transaction_id)
    select ${other.ticketNo}, ${memberId}, now(), transaction_id from point_bucket_debits limit 1`
  const attempts: [RawBuilder<unknown>, RegExp][] = [
    [claim, /names an entry of something else/],
    [sql`update ticket_claims set transaction_id = null where ticket_no = ${ticket.ticketNo}`, /append-only/],
    [sql`delete from ticket_claims where ticket_no = ${ticket.ticketNo}`, /append-only/],
    [sql`delete from point_buckets`, /append-only/],
    [sql`truncate ticket_claims`, /append-only/],
    [sql`truncate point_transactions cascade`, /append-only/],
  ]
  for (const [attempt, reason] of attempts) expect(await reasonOf(api.db, attempt)).toMatch(reason)
})

test('A debit that takes more than a bucket holds is refused, even if the bucket agrees', async () => {
  const { id } = await newMember(api.db)
  const given = { memberId: id, code: 'Bulk Import', reference: randomUUID(), now: new Date() }
  await inTransaction(api.db, (transaction) => givePoints(transaction, given, 100, null))
  const excess = inTransaction(api.serverDb, async (transaction) => {
    await sql`update point_buckets set remaining = remaining - 150 where member_id = ${id}`.execute(transaction)
  })
  await expect(excess).rejects.toThrow('point_buckets_check')
  expect(await pointsOf(api.db, id)).toBe(100)
})
