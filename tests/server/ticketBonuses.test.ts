import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { BonusPeriod } from '#contract/scan/bonus.ts'
import { endpoints } from '#contract/index.ts'
import { audit } from '#server/services/audit.ts'
import { givePoints } from '#server/services/points/points.ts'
import { settle } from '#server/services/tickets/settlement.ts'
import { addTicketBonuses } from '#server/store/points/ticketBonuses.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { importFiles, validFiles } from '#tests/support/contents.ts'
import { newMember, pointsOf } from '#tests/support/members.ts'
import { asStaff } from '#tests/support/staff.ts'
import { claimFor, issueTicket, issueTickets, type IssuedTicket } from '#tests/support/tickets.ts'
import { scanAndConfirm, type TestApi, testApi } from './testApi.ts'

const dayMs = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString()
const season = { code: 'Scan Thanksgiving', factor: 1.5, members: 'all', from: inDays(-3), to: inDays(3) } as const
const birthday = { ...season, code: 'Birthday Double Points', factor: 2, members: 'birthday_month' } as const

const periodFiles = (periods: readonly BonusPeriod[]) => ({
  ...validFiles(),
  'bonus_periods/entries.json': JSON.stringify(periods.map((period, index) => ({ key: `period-${index}`, ...period }))),
})

let api: TestApi
beforeAll(async () => {
  api = await testApi()
  await importFiles(api.db, periodFiles([season, birthday]))
})
afterAll(() => api.close())

/** A date of birth in the month in which a concert begins in Hong Kong, or so many later. */
function dobIn(startsAt: Date, later: number): string {
  const month = (new Date(startsAt.getTime() + 8 * 3_600_000).getUTCMonth() + later) % 12
  return `1990-${String(month + 1).padStart(2, '0')}-01`
}

/** A member whose birthday is in the month in which a concert begins in Hong Kong, or in another one. */
async function memberBorn(startsAt: string, inThatMonth: boolean) {
  const member = await newMember(api.db)
  const dob = dobIn(new Date(startsAt), inThatMonth ? 0 : 1)
  await api.db.updateTable('members').set({ dob }).where('id', '=', member.id).execute()
  return { ...member, token: await api.signIn(member.id) }
}

const startsOf = async ({ performanceId }: IssuedTicket) =>
  (
    await api.db
      .selectFrom('performances')
      .select('starts_at')
      .where('id', '=', performanceId)
      .executeTakeFirstOrThrow()
  ).starts_at.toISOString()

async function logOf(token: string) {
  const { body } = await api.call(endpoints.me, {}, { token })
  const user: { point_transactions: { description: string; delta_balance: number }[] } = JSON.parse(
    JSON.stringify(body['user']),
  )
  return user.point_transactions.map(({ description, delta_balance: points }) => [description, points]).toReversed()
}

const birthdayTicket = {
  points: 100 + 50 + 100,
  bonuses: [
    { code: 'Scan Thanksgiving', points: 50 },
    { code: 'Birthday Double Points', points: 100 },
  ],
}

test('A scan promises the points that it then gives: those of the ticket, and each bonus as an entry of its own', async () => {
  const ticket = await issueTicket(api.db)
  const { id, token } = await memberBorn(await startsOf(ticket), true)
  const found = await api.call(endpoints.scanTicket, { qrcode: ticket.code }, { token })
  expect(found.body).toMatchObject({ status: 'found', ticket_info: birthdayTicket })
  const given = await scanAndConfirm(api, token, ticket.code)
  expect(given.body).toMatchObject({ status: 'success', ticket_info: birthdayTicket })
  expect(await logOf(token)).toEqual([
    ['Scan ticket', 100],
    ['Scan Thanksgiving', 50],
    ['Birthday Double Points', 100],
  ])
  expect(await pointsOf(api.db, id)).toBe(250)
  const { body } = await api.call(endpoints.claimedTickets, {}, { token })
  expect(body['tickets']).toMatchObject([{ status: 'success', ticket_info: birthdayTicket }])
})

test('Whoever has another birthday gets no birthday bonus, and a change of it afterwards gives a ticket nothing more', async () => {
  const ticket = await issueTicket(api.db)
  const { id, token } = await memberBorn(await startsOf(ticket), false)
  await scanAndConfirm(api, token, ticket.code)
  expect(await pointsOf(api.db, id)).toBe(150)
  await api.db
    .updateTable('members')
    .set({ dob: (await startsOf(ticket)).slice(0, 10) })
    .where('id', '=', id)
    .execute()
  const again = await scanAndConfirm(api, token, ticket.code)
  expect(again.body).toMatchObject({
    status: 'duplicated',
    ticket_info: { points: 150, bonuses: [{ code: 'Scan Thanksgiving', points: 50 }] },
  })
  expect(await pointsOf(api.db, id)).toBe(150)
})

test('A pending ticket promises its bonuses, and settlement gives them once', async () => {
  const ticket = await issueTicket(api.db, 'pending')
  const { id, token } = await memberBorn(await startsOf(ticket), true)
  const pending = await scanAndConfirm(api, token, ticket.code)
  expect(pending.body).toMatchObject({ status: 'pending', ticket_info: birthdayTicket })
  const endsAt = new Date(Date.now() - 1000)
  await api.db.updateTable('performances').set({ ends_at: endsAt }).where('id', '=', ticket.performanceId).execute()
  const settleNow = () =>
    settle({
      db: asStaff(api.serverDb),
      now: new Date(),
      pointsExpiryMonths: null,
      notify: api.dependencies.notify,
    })
  const runs = await Promise.all([settleNow(), settleNow()])
  expect(runs.reduce((sum, { points }) => sum + points, 0)).toBe(250)
  expect(await pointsOf(api.db, id)).toBe(250)
})

test('A concert outside of every period gives the points of its tickets and nothing else', async () => {
  const ticket = await issueTicket(api.db)
  const long = new Date(Date.now() - 10 * dayMs)
  await api.db.updateTable('performances').set({ starts_at: long }).where('id', '=', ticket.performanceId).execute()
  const { id, token } = await memberBorn(long.toISOString(), true)
  const { body } = await scanAndConfirm(api, token, ticket.code)
  expect(body).toMatchObject({ status: 'success', ticket_info: { points: 100 } })
  expect(body['ticket_info']).not.toHaveProperty('bonuses')
  expect(await pointsOf(api.db, id)).toBe(100)
})

test('What was spent counts without bonuses', async () => {
  const [ticket] = await issueTickets(api.db, { price: 100_000 })
  const { token } = await memberBorn(inDays(-1), false)
  await scanAndConfirm(api, token, ticket?.code ?? '')
  const { body } = await api.call(endpoints.tierProgress, {}, { token })
  expect(body['upgrade_progress']).toMatchObject({
    totalAnnualEarnedPoint: 100_000,
    ticketSpend: { reached: false, periods: [{ spent: 100_000 }, { spent: 100_000 }] },
  })
})

test.each<[string, Record<string, unknown>[], string]>([
  ['ends before it begins', [{ ...season, to: inDays(-4) }], 'period-0: to: must be after from'],
  [
    'shares concerts with one of the same type',
    [season, { ...season, from: inDays(2), to: inDays(9) }],
    'period-1: is at the same time as period-0, with the same code',
  ],
  ['has a factor of no use', [{ ...season, factor: 1.25 }], 'factor must be a number from 1.1 to 10'],
  ['has an unknown type', [{ ...season, code: 'Easter' }], 'code must be one of "Birthday Double Points"'],
  ['has a day that is none', [{ ...season, from: '1 November' }], 'from must be a date and time'],
])('A period that %s is refused with its reason', async (_fault, periods, reason) => {
  const files = {
    ...validFiles(),
    'bonus_periods/entries.json': JSON.stringify(
      periods.map((period, index) => ({ key: `period-${index}`, ...period })),
    ),
  }
  await expect(importFiles(api.db, files)).rejects.toThrow(reason)
})

test('An audit names a birthday bonus that a ticket did not give, if the birthday was known by then', async () => {
  const own = await testApi()
  onTestFinished(own.close)
  await importFiles(own.db, periodFiles([birthday]))
  const earlier = new Date(Date.now() - 3_600_000)
  await own.db.updateTable('contents').set({ updated_at: earlier }).where('group_name', '=', 'bonus_periods').execute()
  const credit = async (months: number, completedAt: Date) => {
    const ticket = await issueTicket(own.db)
    const { id } = await newMember(own.db)
    const { starts_at: startsAt } = await own.db
      .selectFrom('performances')
      .select('starts_at')
      .where('id', '=', ticket.performanceId)
      .executeTakeFirstOrThrow()
    await own.db
      .updateTable('members')
      .set({ dob: dobIn(startsAt, months) })
      .where('id', '=', id)
      .execute()
    const complete = () =>
      inTransaction(own.db, (transaction) =>
        givePoints(
          transaction,
          { memberId: id, code: 'Completed Profile', reference: id, now: completedAt },
          500,
          null,
        ),
      )
    if (completedAt < new Date()) await complete()
    await claimFor(own.db, ticket, id)
    if (completedAt > new Date()) await complete()
    return ticket.ticketNo
  }
  const missing = await credit(0, earlier)
  await credit(1, earlier)
  await credit(0, new Date(Date.now() + 60_000))
  expect((await audit(own.serverDb)).differences).toEqual([
    `ticket ${missing}: it gave no bonus of the type Birthday Double Points, and one is due`,
  ])
})

test('The database takes no bonus that its ticket does not give, and an audit names one that came around it', async () => {
  const { id } = await newMember(api.db)
  const ticket = await issueTicket(api.db)
  await claimFor(api.db, ticket, id)
  const credit = { ticketNo: ticket.ticketNo, memberId: id, code: 'Scan Thanksgiving', factor: 2 }
  const when = { now: new Date(), expiresAt: null }
  const add = (points: number) =>
    inTransaction(api.serverDb, (transaction) => addTicketBonuses(transaction, [{ ...credit, points }], when))
  await expect(add(101)).rejects.toThrow('is not the bonus of ticket')
  await add(100)
  await expect(add(100)).rejects.toThrow('point_transactions_code_reference_key')
  expect((await audit(api.serverDb)).differences).toEqual([])
  const cause = { memberId: id, code: 'Birthday Double Points', reference: 'planted', now: new Date() }
  const planted = await inTransaction(api.serverDb, (transaction) => givePoints(transaction, cause, 500, null))
  expect((await audit(api.serverDb)).differences).toEqual([
    `entry ${planted} (Birthday Double Points): it is the bonus of no ticket`,
  ])
})
