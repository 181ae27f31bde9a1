import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { audit } from '#server/services/audit.ts'
import { givePoints, takePoints } from '#server/services/points/points.ts'
import { addDebits, findBuckets } from '#server/store/points/ledger.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { runProgram } from '#tests/support/commands.ts'
import { newMember } from '#tests/support/members.ts'
import { claimFor, issueTickets } from '#tests/support/tickets.ts'
import { testApi } from './testApi.ts'

/** A club with a member who has claimed three tickets and spent points of them. */
async function startClub() {
  const api = await testApi()
  onTestFinished(api.close)
  const { id } = await newMember(api.db)
  const tickets = await issueTickets(api.db, { count: 3 })
  for (const ticket of tickets) await claimFor(api.db, ticket, id)
  const cause = { memberId: id, code: 'Return/Refund/Exchange', reference: 'a ticket', now: new Date() }
  await inTransaction(api.db, (transaction) => takePoints(transaction, cause, 150))
  return { api, id, tickets }
}

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)

/** Runs the operator's command. */
const runAudit = (dataDir: string) => runProgram(dataDir, ['audit'])

test('An audit of a sound ledger finds nothing, beside the running server', async () => {
  const { api } = await startClub()
  expect(await audit(api.serverDb)).toEqual({
    compared: { members: 1, entries: 4, buckets: 3, claims: 3, payments: 0, rewards: 0 },
    differences: [],
  })
  expect(await runAudit(api.dataDir)).toMatchObject({
    code: 0,
    stdout: '0 differences. Compared: balances 1, entries 4, buckets 3, claims 3, payments 0, rewards 0.\n',
  })
})

test('An audit names every balance, entry, bucket and claim that was changed behind the guards', async () => {
  const { api, id, tickets } = await startClub()
  const [first, second] = tickets
  await api.db.connection().execute(async (connection) => {
    // Only the superuser of the database can do this: it leaves out triggers and constraints.
    await sql`set session_replication_role = replica`.execute(connection)
    await sql`update point_buckets set remaining = remaining - 7 where member_id = ${id}
      and id = (select max(id) from point_buckets)`.execute(connection)
    await sql`update point_transactions set delta_balance = 5 where reference = ${first?.ticketNo}`.execute(connection)
    await sql`delete from ticket_claims where ticket_no = ${second?.ticketNo}`.execute(connection)
    await sql`set session_replication_role = origin`.execute(connection)
  })
  const { code, stdout, stderr } = await runAudit(api.dataDir)
  expect(code).toBe(1)
  expect(stdout).toContain('5 differences. Compared: balances 1')
  expect(stderr).toMatch(/^member .*: the entries make -?\d+, the buckets hold \d+$/m)
  expect(stderr).toMatch(/^entry \d+: it is 5, its buckets and debits make 100$/m)
  expect(stderr).toMatch(/^bucket \d+: it holds \d+, its debits leave \d+$/m)
  expect(stderr).toContain(`ticket ${first?.ticketNo}: it gave 5 points, and its price gives 100`)
  expect(stderr).toContain(`ticket ${second?.ticketNo}: its claim and its entry do not belong together`)
})

test('An audit names who spent points that expire later before those that expire earlier', async () => {
  const api = await testApi()
  onTestFinished(api.close)
  const { id } = await newMember(api.db)
  const tomorrow = hoursAgo(-24)
  const cause = (reference: string, now: Date) => ({ memberId: id, code: 'Bulk Import', reference, now })
  const give = (reference: string, now: Date, expiresAt: Date | null) =>
    inTransaction(api.db, (transaction) => givePoints(transaction, cause(reference, now), 100, expiresAt))
  await give('earlier', hoursAgo(9), tomorrow)
  await give('later', hoursAgo(8), null)
  await inTransaction(api.db, (transaction) => takePoints(transaction, cause('in order', hoursAgo(5)), 30))
  expect((await audit(api.serverDb)).differences).toEqual([])
  const [live, never] = await findBuckets(api.db, id)
  const outOfOrder = [{ bucketId: never?.id ?? '', amount: 10 }]
  const wrong = await inTransaction(api.db, (transaction) =>
    addDebits(transaction, cause('out of order', hoursAgo(4)), outOfOrder),
  )
  const difference = `entry ${wrong} (Bulk Import): it took points that expire later than those of bucket ${live?.id}, which it left`
  expect((await audit(api.serverDb)).differences).toEqual([difference])
  expect((await audit(api.serverDb, id)).differences).toEqual([difference])
})

test('A member gets the points of a completed profile once; an audit names whoever got them twice all the same', async () => {
  const { api, id } = await startClub()
  const complete = (reference: string) =>
    inTransaction(api.db, (transaction) =>
      givePoints(transaction, { memberId: id, code: 'Completed Profile', reference, now: new Date() }, 500, null),
    )
  await complete(id)
  await expect(complete('again')).rejects.toThrow('point_transactions_profile_bonus_once')
  expect((await audit(api.serverDb)).differences).toEqual([])

  await sql`drop index point_transactions_profile_bonus_once`.execute(api.db)
  await complete('again')
  expect((await audit(api.serverDb)).differences).toEqual([
    `member ${id}: 2 entries are for a completed profile, and one is due`,
  ])
})

test('An audit names every entry of a redemption or conversion without it, and the other way round', async () => {
  const { api, id } = await startClub()
  const take = (code: string, reference: string) =>
    inTransaction(api.db, async (transaction) => {
      const taken = await takePoints(transaction, { memberId: id, code, reference, now: new Date() }, 12)
      return taken.kind === 'taken' ? taken.entryId : ''
    })
  const redeemed = await take('Reward Redemption', 'AAAA-2222')
  const converted = await take('Asia Miles Redemption', 'BBBB-2222')
  const [other, another] = [await take('Bulk Import', 'one'), await take('Bulk Import', 'two')]
  await api.db
    .insertInto('redemptions')
    .values({ transaction_id: other, reward_alias: 'poster', quantity: 1, ref_no: 'one' })
    .execute()
  await api.db.insertInto('miles_conversions').values({ transaction_id: another, ref_no: 'two', miles: 3 }).execute()
  expect((await audit(api.serverDb)).differences).toEqual([
    'reward poster: its stock says 0, its redemptions make 1',
    `redemption ${other}: it has 0, its pieces make 1`,
    ...[
      [redeemed, 'Reward Redemption'],
      [converted, 'Asia Miles Redemption'],
      [other, 'Bulk Import'],
      [another, 'Bulk Import'],
    ].map(([entry, code]) => `entry ${entry} (${code}): it and its redemption or conversion do not belong together`),
  ])
})
