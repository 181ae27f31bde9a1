import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { tierTable } from '#contract/member/tiers.ts'
import { endpoints } from '#contract/index.ts'
import { startMaintenance } from '#server/maintenance/maintenance.ts'
import { describeFailure, describeSettlement } from '#server/maintenance/settlementReport.ts'
import { settle, settlementBatch } from '#server/services/tickets/settlement.ts'
import { lockMember } from '#server/store/members/members.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { giveToken } from '#tests/support/clubTokens.ts'
import { creditsOf, newMember, pointsOf } from '#tests/support/members.ts'
import { asStaff } from '#tests/support/staff.ts'
import { type IssuedTicket, issueTickets } from '#tests/support/tickets.ts'
import { type TestApi, testApi } from './testApi.ts'

const hour = 60 * 60 * 1000

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

async function signedInMember() {
  const member = await newMember(api.db)
  return { ...member, token: await api.signIn(member.id) }
}

const scan = (token: string, { code }: IssuedTicket) => api.call(endpoints.scanTicket, { qrcode: code }, { token })
const settleNow = () =>
  settle({ db: asStaff(api.db), now: new Date(), pointsExpiryMonths: null, notify: api.dependencies.notify })

/** Tickets of a concert that is about to end. */
async function issueUnsettled(count: number): Promise<IssuedTicket[]> {
  return issueTickets(api.db, { outlook: 'pending', count })
}

async function end(tickets: readonly IssuedTicket[]): Promise<void> {
  const endsAt = new Date(Date.now() - hour)
  await api.db
    .updateTable('performances')
    .set({ starts_at: new Date(endsAt.getTime() - 2 * hour), ends_at: endsAt })
    .where('id', '=', tickets[0]?.performanceId ?? '')
    .execute()
}

const total = (tickets: readonly IssuedTicket[]) => tickets.reduce((sum, { amount }) => sum + amount, 0)

test('Pending tickets become points when their performance is settled, and not before it has ended', async () => {
  const member = await signedInMember()
  const tickets = await issueUnsettled(3)
  for (const ticket of tickets) await scan(member.token, ticket)
  expect(await settleNow()).toMatchObject({ performances: 0, claims: 0 })
  await end(tickets)
  const done = await settleNow()
  expect(done).toEqual({ performances: 1, claims: 3, points: total(tickets), expired: 0, upgraded: 0, failures: [] })
  expect(await pointsOf(api.db, member.id)).toBe(total(tickets))
  for (const ticket of tickets)
    expect((await scan(member.token, ticket)).body).toMatchObject({
      status: 'duplicated',
      ticket_info: { ticket_no: ticket.ticketNo },
    })
})

test('A ticket scanned between end and settlement is pending too; after settlement it is found', async () => {
  const member = await signedInMember()
  const [first, second] = await issueUnsettled(2)
  if (!first || !second) throw new Error('No tickets')
  await end([first])
  expect((await scan(member.token, first)).body['status']).toBe('pending')
  await settleNow()
  expect(await creditsOf(api.db, first.ticketNo)).toBe(1)
  expect((await scan(member.token, second)).body['status']).toBe('found')
})

test('Settling twice, and ten times at once, gives every ticket its points once', async () => {
  const members = await Promise.all(Array.from({ length: 5 }, signedInMember))
  const tickets = await issueUnsettled(40)
  await Promise.all(tickets.map((ticket, index) => scan(members[index % 5]?.token ?? '', ticket)))
  await end(tickets)
  const runs = await Promise.all(Array.from({ length: 10 }, settleNow))
  expect(runs.reduce((sum, { performances }) => sum + performances, 0)).toBe(1)
  expect(runs.reduce((sum, { claims }) => sum + claims, 0)).toBe(40)
  expect(await settleNow()).toMatchObject({ performances: 0, claims: 0, points: 0 })
  const points = await Promise.all(members.map(({ id }) => pointsOf(api.db, id)))
  expect(points.reduce((sum, one) => sum + one, 0)).toBe(total(tickets))
})

test('Scans that arrive while their performance is being settled are never left pending', async () => {
  for (let round = 0; round < 10; round += 1) {
    const members = await Promise.all(Array.from({ length: 4 }, signedInMember))
    const tickets = await issueUnsettled(12)
    await scan(members[0]?.token ?? '', tickets[0] ?? raise())
    await end(tickets)
    const scans = tickets.map((ticket, index) => scan(members[index % 4]?.token ?? '', ticket))
    const [, ...answers] = await Promise.all([settleNow(), ...scans])
    const statuses = new Set(answers.map(({ body }) => body['status']))
    expect([...statuses].every((status) => ['pending', 'found', 'duplicated'].includes(String(status)))).toBe(true)
    const left = await api.db
      .selectFrom('ticket_claims')
      .innerJoin('tickets', 'tickets.ticket_no', 'ticket_claims.ticket_no')
      .select('tickets.ticket_no')
      .where('performance_id', '=', tickets[0]?.performanceId ?? '')
      .where('transaction_id', 'is', null)
      .execute()
    expect(left).toEqual([])
  }
})

function raise(): never {
  throw new Error('No ticket was issued')
}

/** Two concerts that have ended, each with a pending ticket; writing fails for the one that ended first. */
async function endOneThatFails() {
  const member = await signedInMember()
  const tickets = [await issueUnsettled(1), await issueUnsettled(1)]
  const [stuck, sound] = tickets.map(([ticket]) => ticket ?? raise())
  if (!stuck || !sound) return raise()
  for (const ticket of [stuck, sound]) await scan(member.token, ticket)
  await end([stuck])
  await end([sound])
  const earlier = new Date(Date.now() - 3 * hour)
  await api.db.updateTable('performances').set({ ends_at: earlier }).where('id', '=', stuck.performanceId).execute()
  await sql`create function stick() returns trigger language plpgsql as $$
    begin raise exception 'the disk is full'; end $$`.execute(api.db)
  await sql`create trigger stuck before update of settled_at on performances for each row
    when (old.id = ${sql.lit(stuck.performanceId)}) execute function stick()`.execute(api.db)
  onTestFinished(async () => {
    await sql`drop function stick cascade`.execute(api.db)
    await settleNow()
  })
  return { stuck, sound }
}

test('A performance that cannot be settled does not block others, and is settled as soon as possible', async () => {
  const { stuck, sound } = await endOneThatFails()
  const done = await settleNow()
  expect(done).toMatchObject({ performances: 1, claims: 1, failures: [{ id: stuck.performanceId }] })
  expect(done.failures.map(describeFailure)).toEqual([
    `The performance ${stuck.performanceId} could not be settled, and its tickets stay pending: the disk is full`,
  ])
  expect(await creditsOf(api.db, sound.ticketNo)).toBe(1)
  expect(await creditsOf(api.db, stuck.ticketNo)).toBe(0)
  await sql`drop trigger stuck on performances`.execute(api.db)
  expect(await settleNow()).toMatchObject({ performances: 1, claims: 1, failures: [] })
  expect(await creditsOf(api.db, stuck.ticketNo)).toBe(1)
})

test('The command names a performance that it could not settle, and exits with 1 after the others', async () => {
  const { stuck, sound } = await endOneThatFails()
  const command = spawn(process.execPath, ['server/commands/club.ts', 'settle'], {
    cwd: fileURLToPath(new URL('../../', import.meta.url)),
    env: { PATH: process.env['PATH'], DATA_DIR: api.dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [output, errorOutput, [code]] = await Promise.all([
    text(command.stdout),
    text(command.stderr),
    once(command, 'exit'),
  ])
  expect(code).toBe(1)
  expect(output).toContain('Performances settled: 1. Pending tickets credited: 1.')
  expect(errorOutput).toContain(`The performance ${stuck.performanceId} could not be settled`)
  expect(await creditsOf(api.db, sound.ticketNo)).toBe(1)
})

test('The server settles the others and runs its maintenance, even if one performance cannot be settled', async () => {
  const { stuck, sound } = await endOneThatFails()
  const { id: memberId } = await newMember(api.db)
  const old = new Date(Date.now() - 100 * 24 * hour)
  await giveToken(api.db, memberId, old)
  const errors: string[] = []
  const log = { info: () => undefined, warn: () => undefined, error: (line: string) => void errors.push(line) }
  await startMaintenance(
    api.db,
    { settleMinutes: 60, pointsExpiryMonths: null, smtpUrl: null, origin: 'https://club.test' },
    log,
  )()
  expect(errors).toEqual([expect.stringContaining(stuck.performanceId)])
  expect(await creditsOf(api.db, sound.ticketNo)).toBe(1)
  expect(await api.db.selectFrom('sessions').where('token_hash', '=', 'old').select('token_hash').execute()).toEqual([])
})

/** Tickets of one performance that are claimed, as scans would have claimed them. */
async function issueClaimed(memberId: string, count: number): Promise<IssuedTicket[]> {
  const tickets = await issueUnsettled(count)
  const claims = tickets.map(({ ticketNo }) => ({ ticket_no: ticketNo, member_id: memberId, claimed_at: new Date() }))
  await api.db.insertInto('ticket_claims').values(claims).execute()
  await end(tickets)
  return tickets
}

test('A settlement that was stopped between two batches goes on in the next run', async () => {
  const member = await signedInMember()
  const tickets = await issueClaimed(member.id, settlementBatch + 20)
  const { notify } = api.dependencies
  const options = { db: asStaff(api.db), now: new Date(), pointsExpiryMonths: null, notify }
  const stopped = await settle({ ...options, signal: AbortSignal.abort() })
  expect(stopped).toMatchObject({ performances: 1, claims: settlementBatch, failures: [] })
  expect(await settle(options)).toMatchObject({ performances: 0, claims: 20, failures: [] })
  // That many tickets also make the member Gold.
  expect(await pointsOf(api.db, member.id)).toBe(total(tickets) + tierTable.Gold.upgradeBonus.points)
})

test('Settlement waits for no member who is busy, and makes no member wait', async () => {
  const member = await signedInMember()
  const tickets = await issueClaimed(member.id, 3)
  await inTransaction(api.db, async (transaction) => {
    await lockMember(transaction, member.id)
    expect((await settleNow()).failures).toEqual([])
  })
  expect(await pointsOf(api.db, member.id)).toBe(total(tickets))
})

test('The operator sees what was done', () => {
  expect(describeSettlement({ performances: 0, claims: 0, points: 0, expired: 0, upgraded: 0, failures: [] })).toBe(
    'There was no performance to settle.',
  )
  expect(
    describeSettlement({ performances: 2, claims: 7, points: 2660, expired: 120, upgraded: 1, failures: [] }),
  ).toBe(
    'Performances settled: 2. Pending tickets credited: 7. Points given: 2660. 120 points have expired. Members who became Gold by what they spent: 1.',
  )
  const failures = [{ step: 'settling' as const, id: 'gala', error: new Error('the disk is full') }]
  expect(describeSettlement({ performances: 0, claims: 0, points: 0, expired: 0, upgraded: 0, failures })).toBe(
    'No performance was settled.',
  )
})
