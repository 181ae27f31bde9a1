import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as v from 'valibot'
import { endpoints } from '#contract/index.ts'
import { audit } from '#server/services/audit.ts'
import { returnTicket } from '#server/services/tickets/returnedTickets.ts'
import { settle } from '#server/services/tickets/settlement.ts'
import { addLedgerEntry, findBuckets } from '#server/store/points/ledger.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { addEntries } from '#tests/support/ledgerEntries.ts'
import { importFiles, validFiles } from '#tests/support/contents.ts'
import { newMember, pointsOf } from '#tests/support/members.ts'
import { asStaff } from '#tests/support/staff.ts'
import { claimFor, type IssuedTicket, issueTickets } from '#tests/support/tickets.ts'
import { scanAndConfirm, type TestApi, testApi } from './testApi.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
  const [from, to] = [-400, 400].map((days) => new Date(Date.now() + days * 86_400_000).toISOString())
  const season = { key: 'season', code: 'Scan Thanksgiving', factor: 1.5, members: 'all', from, to }
  await importFiles(api.db, { ...validFiles(), 'bonus_periods/entries.json': JSON.stringify([season]) })
})
afterAll(() => api.close())

async function newHolder(price: number, outlook: 'found' | 'pending' = 'found') {
  const member = await newMember(api.db)
  const token = await api.signIn(member.id)
  const [ticket] = await issueTickets(api.db, { price, outlook })
  if (!ticket) throw new Error('No ticket was issued')
  await scanAndConfirm(api, token, ticket.code)
  return { ...member, token, ticket }
}

const giveBack = ({ ticketNo }: Pick<IssuedTicket, 'ticketNo'>, isDryRun = false) =>
  returnTicket(asStaff(api.serverDb), { ticketNo, reason: 'The concert was moved', isDryRun, now: new Date() })

async function logOf(token: string) {
  const { body } = await api.call(endpoints.pointTransactions, {}, { token })
  const { point_transactions: log } = v.parse(endpoints.pointTransactions.answer, body)
  return log.map(({ description, delta_balance: points, ticket_no: ticketNo }) => [description, points, ticketNo])
}

async function returnedTimesOf(token: string) {
  const { body } = await api.call(endpoints.claimedTickets, {}, { token })
  return v.parse(endpoints.claimedTickets.answer, body).tickets.map(({ returned_at: at }) => at)
}

async function progressOf(token: string) {
  const { body } = await api.call(endpoints.me, {}, { token })
  return v.parse(endpoints.me.answer, body).user.member_profile.upgrade_progress
}

test('A returned ticket gives back its points and its bonus once, and counts neither for a tier nor in the gauges', async () => {
  const { id, token, ticket } = await newHolder(1000)
  const { ticketNo } = ticket
  expect(await pointsOf(api.db, id)).toBe(1500)
  const whole = { kind: 'returned', given: 1500, taken: 1500, before: 1500, after: 0, wasPending: false }
  expect(await giveBack(ticket, true)).toMatchObject(whole)
  expect(await pointsOf(api.db, id)).toBe(1500)
  expect(await returnedTimesOf(token)).toEqual([null])
  expect(await giveBack(ticket)).toMatchObject(whole)
  expect(await returnedTimesOf(token)).toEqual([expect.stringMatching(/^\d{4}-.*Z$/)])
  expect(await giveBack(ticket)).toMatchObject({ kind: 'repeated' })
  expect(await logOf(token)).toEqual([
    ['Return/Refund/Exchange', -1500, ticketNo],
    ['Scan Thanksgiving', 500, ticketNo],
    ['Scan ticket', 1000, ticketNo],
  ])
  expect(await progressOf(token)).toMatchObject({
    annualTicket: 0,
    ticketSpend: { periods: [{ spent: 0 }, { spent: 0 }] },
  })
  expect((await audit(api.serverDb)).differences).toEqual([])
})

test('Of points that the member has spent, only what is left is taken, and nobody owes any', async () => {
  const { id, token, ticket } = await newHolder(1000)
  await addEntries(api.serverDb, id, [{ code: 'Reward Redemption', points: -1200, at: new Date() }])
  expect(await giveBack(ticket)).toMatchObject({ kind: 'returned', given: 1500, taken: 300, after: 0 })
  const poor = await newHolder(100)
  await addEntries(api.serverDb, poor.id, [{ code: 'Reward Redemption', points: -150, at: new Date() }])
  expect(await giveBack(poor.ticket)).toMatchObject({ kind: 'returned', given: 150, taken: 0, after: 0 })
  expect((await logOf(poor.token))[0]).toEqual(['Return/Refund/Exchange', 0, poor.ticket.ticketNo])
  for (const holder of [token, poor.token]) expect(await progressOf(holder)).toMatchObject({ annualTicket: 0 })
  expect((await audit(api.serverDb)).differences).toEqual([])
})

test('Many people at once return a ticket once', async () => {
  const { id, ticket } = await newHolder(200)
  const returned = await Promise.all([1, 2, 3, 4].map(() => giveBack(ticket)))
  expect(returned.map(({ kind }) => kind).toSorted()).toEqual(['repeated', 'repeated', 'repeated', 'returned'])
  expect(await pointsOf(api.db, id)).toBe(0)
})

const settleNow = () =>
  settle({
    db: asStaff(api.serverDb),
    now: new Date(),
    pointsExpiryMonths: null,
    notify: api.dependencies.notify,
  })
const endNow = ({ performanceId }: IssuedTicket) =>
  api.db
    .updateTable('performances')
    .set({ ends_at: new Date(Date.now() - 1000) })
    .where('id', '=', performanceId)
    .execute()

test('A ticket that is returned before its performance is settled gives nothing at settlement, and other points keep their expiry', async () => {
  const { id, token, ticket } = await newHolder(1000, 'pending')
  await addEntries(api.serverDb, id, [{ code: 'Bulk Import', points: 70, at: new Date() }])
  const [kept] = await findBuckets(api.db, id)
  expect(await giveBack(ticket, true)).toMatchObject({ wasPending: true, given: 1500, taken: 1500 })
  expect(await logOf(token)).toHaveLength(1)
  expect(await giveBack(ticket)).toMatchObject({ wasPending: true, given: 1500, taken: 1500, before: 70, after: 70 })
  await endNow(ticket)
  expect((await settleNow()).failures).toEqual([])
  expect(await pointsOf(api.db, id)).toBe(70)
  expect(await findBuckets(api.db, id)).toEqual([kept])
  expect(await logOf(token)).toEqual([
    ['Return/Refund/Exchange', -1500, ticket.ticketNo],
    ['Scan Thanksgiving', 500, ticket.ticketNo],
    ['Scan ticket', 1000, ticket.ticketNo],
    ['Bulk Import', 70, null],
  ])
  expect(await progressOf(token)).toMatchObject({ annualTicket: 0 })
  expect((await audit(api.serverDb)).differences).toEqual([])
})

test('Tickets that are returned while their performances are settled give nothing, whatever comes first', async () => {
  const holders = await Promise.all(Array.from({ length: 8 }, () => newHolder(100, 'pending')))
  for (const { ticket } of holders) await endNow(ticket)
  const [run1, run2, ...returned] = await Promise.all([
    settleNow(),
    settleNow(),
    ...holders.map(({ ticket }) => giveBack(ticket)),
  ])
  expect([...run1.failures, ...run2.failures]).toEqual([])
  expect(returned.map(({ kind }) => kind)).toEqual(holders.map(() => 'returned'))
  for (const { id } of holders) expect(await pointsOf(api.db, id)).toBe(0)
  expect((await audit(api.serverDb)).differences).toEqual([])
})

test('A ticket that is returned unclaimed can be claimed by nobody, not even by who has found it before', async () => {
  const [finder, other] = [await newMember(api.db), await newMember(api.db)]
  const [finderToken, otherToken] = [await api.signIn(finder.id), await api.signIn(other.id)]
  for (const outlook of ['found', 'pending'] as const) {
    const [ticket] = await issueTickets(api.db, { price: 300, outlook })
    if (!ticket) throw new Error('No ticket was issued')
    const { ticketNo, code } = ticket
    const scan = (token: string) => api.call(endpoints.scanTicket, { qrcode: code }, { token })
    const verify = (token: string) =>
      api.call(endpoints.verifyTicket, { ticket_info: { ticket_no: ticketNo } }, { token })
    if (outlook === 'found') await scan(finderToken)
    expect(await giveBack(ticket, true)).toEqual({ kind: 'voided' })
    expect(await giveBack(ticket)).toEqual({ kind: 'voided' })
    expect(await giveBack(ticket)).toMatchObject({ kind: 'repeated' })
    for (const answer of [
      await scan(finderToken),
      await verify(finderToken),
      await scan(otherToken),
      await verify(otherToken),
    ])
      expect(answer).toMatchObject({ status: 200, body: { status: 'invalid', ticket_info: { ticket_no: ticketNo } } })
  }
  for (const { id } of [finder, other]) expect(await pointsOf(api.db, id)).toBe(0)
  expect((await audit(api.serverDb)).differences).toEqual([])
})

test('Of a claim and a return at once, whoever comes second sees the other', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 24 }, async (_, index) => {
      const { id } = await newMember(api.db)
      const token = await api.signIn(id)
      const [ticket] = await issueTickets(api.db, { price: 100, outlook: index % 2 === 0 ? 'found' : 'pending' })
      if (!ticket) throw new Error('No ticket was issued')
      const [answer, returned] = await Promise.all([scanAndConfirm(api, token, ticket.code), giveBack(ticket)])
      const wasClaimed = answer.body['status'] !== 'invalid'
      expect([answer.status, returned.kind]).toEqual([200, wasClaimed ? 'returned' : 'voided'])
      expect(await pointsOf(api.db, id)).toBe(0)
      return wasClaimed
    }),
  )
  expect(outcomes).toHaveLength(24)
  expect((await audit(api.serverDb)).differences).toEqual([])
})

test('What cannot be returned is said, and changes nothing', async () => {
  expect(await giveBack({ ticketNo: 'NOTHING' })).toEqual({ kind: 'unknown_ticket' })
  const closed = await newHolder(300)
  await api.db.updateTable('members').set({ active: false }).where('id', '=', closed.id).execute()
  expect(await giveBack(closed.ticket)).toEqual({ kind: 'closed' })
  expect(await pointsOf(api.db, closed.id)).toBe(450)
})

test('An audit names a ticket that gave no bonus, though its period was there', async () => {
  const { id } = await newMember(api.db)
  const [ticket] = await issueTickets(api.db, { price: 300 })
  if (!ticket) throw new Error('No ticket was issued')
  await claimFor(api.db, ticket, id)
  // As long as the period may be newer than the credit, nothing is missed.
  expect((await audit(api.serverDb)).differences).toEqual([])
  const earlier = new Date(Date.now() - 3_600_000)
  await api.db.updateTable('contents').set({ updated_at: earlier }).where('group_name', '=', 'bonus_periods').execute()
  const difference = `ticket ${ticket.ticketNo}: it gave no bonus of the type Scan Thanksgiving, and one is due`
  expect((await audit(api.serverDb)).differences).toEqual([difference])
  expect((await audit(api.serverDb, id)).differences).toEqual([difference])
  await api.db
    .updateTable('contents')
    .set({ updated_at: new Date() })
    .where('group_name', '=', 'bonus_periods')
    .execute()
})

test('An audit names who gave back a ticket that was not theirs', async () => {
  const [{ ticket }, other] = [await newHolder(200), await newHolder(400)]
  const cause = { memberId: other.id, code: 'Return/Refund/Exchange', reference: ticket.ticketNo, now: new Date() }
  const entry = await inTransaction(api.serverDb, (transaction) => addLedgerEntry(transaction, cause, 0))
  expect((await audit(api.serverDb)).differences).toEqual([
    `entry ${entry} (return of ticket ${ticket.ticketNo}): its member has no points of it`,
  ])
})

test('Nobody can claim a ticket that was returned unclaimed, whoever writes it, and an audit would name that', async () => {
  const [ticket] = await issueTickets(api.db, { price: 100 })
  if (!ticket) throw new Error('No ticket was issued')
  const { id } = await newMember(api.db)
  expect(await giveBack(ticket)).toEqual({ kind: 'voided' })
  const claimed = { ticket_no: ticket.ticketNo, member_id: id, claimed_at: new Date() }
  const claim = () => api.serverDb.insertInto('ticket_claims').values(claimed).execute()
  // PostgreSQL's code for a conflict: the call is repeated, and answered 503 in the end.
  await expect(claim()).rejects.toMatchObject({ code: '40001' })
  await sql`alter table ticket_claims disable trigger ticket_claims_not_returned`.execute(api.db)
  await claim()
  await sql`alter table ticket_claims enable trigger ticket_claims_not_returned`.execute(api.db)
  const difference = `ticket ${ticket.ticketNo}: it was returned unclaimed, and is claimed`
  for (const only of [undefined, id]) expect((await audit(api.serverDb, only)).differences).toContain(difference)
})
