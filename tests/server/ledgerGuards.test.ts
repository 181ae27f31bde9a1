import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { creditClaims } from '#server/services/tickets/creditClaims.ts'
import { givePoints, takePoints } from '#server/services/points/points.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { addClaim } from '#server/store/points/tickets.ts'
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
    'update tickets set amount = 1000000',
    "update tickets set code = 'T', code_hash = 'T'",
    'update performances set starts_at = now()',
    'delete from ticket_imports',
    'update ticket_imports set added = 0',
    'drop trigger point_transactions_append_only on point_transactions',
    'set session_replication_role = replica',
    'set role club',
    'create temp table point_buckets (id bigint)',
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

test('A claim keeps its entry and its ticket, and names no entry of something else', async () => {
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
  for (const table of ['tickets', 'performances'])
    for (const db of [api.db, api.serverDb])
      expect(await reasonOf(db, sql.raw(`delete from ${table}`))).toMatch(/violates foreign key constraint/)
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

/** Makes an attempt in one transaction, in which empty temporary tables have the names of the ledger's. */
async function reasonOfShadowed(db: ConnectionPool, attempt: readonly RawBuilder<unknown>[]): Promise<string> {
  const shadows = [...ledgerTables, 'tickets'].map((table) =>
    sql.raw(`create temp table ${table} on commit drop as select * from public.${table} where false`),
  )
  return inTransaction(db, async (transaction) => {
    for (const statement of [...shadows, ...attempt]) await statement.execute(transaction)
  }).then(
    () => 'done',
    (error: unknown) => String(error),
  )
}

test('Temporary tables switch no check off, even for a role that may create them', async () => {
  await sql`grant temporary on database postgres to club_app`.execute(api.db)
  const reference = randomUUID()
  const unclaimed = await issueTicket(api.db)
  const bucket = sql`(select id from public.point_buckets where member_id = ${memberId})`
  const entry = sql`(select id from public.point_transactions where reference = ${reference})`
  const scanned = sql`(select id from public.point_transactions where reference = ${ticket.ticketNo})`
  const addEntry = (code: string, delta: number) =>
    sql`insert into public.point_transactions (member_id, code, reference, delta_balance)
      values (${memberId}, ${code}, ${reference}, ${delta})`
  const addBucket = (schema: 'public' | 'pg_temp', points: number) =>
    sql`insert into ${sql.table(`${schema}.point_buckets`)} (member_id, transaction_id, earned, remaining)
      values (${memberId}, ${entry}, ${points}, ${points})`
  const attempts: [RegExp, ...RawBuilder<unknown>[]][] = [
    [
      /holds other points than its debits leave/,
      sql`update public.point_buckets set remaining = 0 where id = ${bucket}`,
    ],
    [/gives points to no bucket/, addEntry('Bulk Import', 500), addBucket('pg_temp', 500)],
    [
      /its debits make another sum/,
      addEntry('Reward Redemption', -500),
      sql`insert into pg_temp.point_bucket_debits values (${entry}, 1, 500)`,
    ],
    [
      /has other points than its entry/,
      addEntry('Bulk Import', 5),
      addBucket('public', 500),
      sql`insert into pg_temp.point_transactions (id, member_id, delta_balance) values (${entry}, ${memberId}, 500)`,
    ],
    [
      /agrees with neither its bucket nor its entry/,
      sql`insert into public.point_bucket_debits values (${scanned}, ${bucket}, 1)`,
      sql`insert into pg_temp.point_bucket_debits values (${scanned}, ${bucket}, 1)`,
      sql`insert into pg_temp.point_buckets (id, member_id, earned, remaining) values (${bucket}, ${memberId}, 1, 0)`,
      sql`insert into pg_temp.point_transactions (id, member_id, delta_balance) values (${scanned}, ${memberId}, -1)`,
    ],
    [
      /ticket that is not claimed/,
      addEntry('Scan ticket', 0),
      sql`insert into pg_temp.ticket_claims (ticket_no, transaction_id) values (${reference}, ${entry})`,
    ],
    [
      /names an entry of something else/,
      addEntry('Bulk Import', 0),
      sql`insert into public.ticket_claims values (${unclaimed.ticketNo}, ${memberId}, now(), ${entry})`,
      sql`insert into pg_temp.point_transactions (id, member_id, code, reference, delta_balance)
        values (${entry}, ${memberId}, 'Scan ticket', ${unclaimed.ticketNo}, ${unclaimed.amount})`,
      sql`insert into pg_temp.tickets (ticket_no, amount) values (${unclaimed.ticketNo}, ${unclaimed.amount})`,
    ],
  ]
  for (const db of [api.db, api.serverDb])
    for (const [reason, ...attempt] of attempts) expect(await reasonOfShadowed(db, attempt)).toMatch(reason)
})

test('Every function of the schema looks tables up in the schema first', async () => {
  const { rows } = await sql<{ name: string; settings: string[] | null }>`
    select proname as name, proconfig as settings from pg_proc
    where pronamespace = 'public'::regnamespace order by 1`.execute(api.db)
  expect(rows.map(({ name }) => name)).toContain('refuse_change')
  for (const { name, settings } of rows) expect([name, settings]).toEqual([name, ['search_path=public, pg_temp']])
})

test('A ticket gives the points of its price, at once or at settlement, whoever writes', async () => {
  const priced = async () => {
    const issued = await issueTicket(api.db)
    await sql`update tickets set amount = 380.5 where ticket_no = ${issued.ticketNo}`.execute(api.db)
    return { ...issued, amount: 380.5 }
  }
  const [atOnce, settled] = [await priced(), await priced()]
  const startsAt = new Date()
  const rules = { now: startsAt, pointsExpiryMonths: null, bonusPeriods: [] }
  await inTransaction(api.db, (transaction) => addClaim(transaction, { ...settled, memberId, now: new Date() }))
  for (const db of [api.db, api.serverDb])
    for (const points of [99_999, 381, 379]) {
      const reason = new RegExp(`gives ${points} points, and its price gives 380`)
      await expect(claimFor(db, { ...atOnce, amount: points }, memberId)).rejects.toThrow(reason)
      const credit = inTransaction(db, (transaction) =>
        creditClaims(transaction, [{ ...settled, memberId, amount: points, startsAt }], rules),
      )
      await expect(credit).rejects.toThrow(reason)
    }
  await claimFor(api.serverDb, { ...atOnce, amount: 380 }, memberId)
  await inTransaction(api.serverDb, (transaction) =>
    creditClaims(transaction, [{ ...settled, memberId, startsAt }], rules),
  )
})
