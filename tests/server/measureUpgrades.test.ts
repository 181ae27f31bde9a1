import { tierEndOf } from '#contract/member/renewal.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as v from 'valibot'
import { pathOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { describeFailure } from '#server/maintenance/settlementReport.ts'
import { audit } from '#server/services/audit.ts'
import { readRefunds } from '#server/services/payments/refunds.ts'
import { startOfNextMembershipYear } from '#contract/hongKong.ts'
import { settle } from '#server/services/tickets/settlement.ts'
import { giveTier } from '#server/services/membership/tiers.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { datafeed } from '#tests/support/datafeed.ts'
import { readMails } from '#tests/support/mailbox.ts'
import { newMember, pointsOf, type TestMember } from '#tests/support/members.ts'
import { newPayer } from '#tests/support/registrations.ts'
import { asStaff } from '#tests/support/staff.ts'
import { type IssuedTicket, issueTickets } from '#tests/support/tickets.ts'
import { scanAndConfirm, type TestApi, testApi } from './testApi.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

async function signedInMember() {
  const member = await newMember(api.db)
  return { ...member, token: await api.signIn(member.id) }
}

async function sell(price: number, outlook: 'found' | 'pending' = 'found'): Promise<IssuedTicket> {
  const [ticket] = await issueTickets(api.db, { price, outlook })
  if (!ticket) throw new Error('No ticket was issued')
  return ticket
}

const profileOf = (token: string) => api.call(endpoints.me, {}, { token }).then(({ body }) => body['user'])
const tierOf = async ({ id }: TestMember) =>
  (await api.db.selectFrom('members').select('membership_tier').where('id', '=', id).executeTakeFirstOrThrow())
    .membership_tier
const mailsTo = ({ email }: TestMember) => readMails(api, email)

async function endPerformance({ performanceId }: IssuedTicket): Promise<void> {
  const endsAt = new Date(Date.now() - 60_000)
  await api.db
    .updateTable('performances')
    .set({ starts_at: endsAt, ends_at: endsAt })
    .where('id', '=', performanceId)
    .execute()
}

const settleNow = () => settleAt(new Date())

function settleAt(now: Date) {
  const { notify } = api.dependencies
  return settle({ db: asStaff(api.serverDb), now, pointsExpiryMonths: null, notify })
}

test('The scan that reaches HK$120,000 makes a member Gold to 31 August, with one bonus and a mail in their language', async () => {
  const member = await signedInMember()
  await api.db.updateTable('members').set({ preferred_lang: 'tc' }).where('id', '=', member.id).execute()
  const red = await scanAndConfirm(api, member.token, (await sell(119_999)).code)
  expect(red.body['upgrade']).toMatchObject({ from: 'Black', tier: 'Red', points: 1000 })
  expect(await profileOf(member.token)).toMatchObject({
    member_profile: {
      membership_tier: 'Red',
      upgrade_progress: { ticketSpend: { reached: false, periods: [{ spent: 119_999, goal: 120_000 }, {}] } },
    },
  })
  const gold = await scanAndConfirm(api, member.token, (await sell(1)).code)
  const validUntil = tierEndOf(new Date()).toISOString()
  expect(gold.body['upgrade']).toEqual({ from: 'Red', tier: 'Gold', points: 2000, valid_until: validUntil })
  expect(await profileOf(member.token)).toMatchObject({
    member_profile: {
      membership_tier: 'Gold',
      tier_expiry_date: expect.stringMatching(/-08-31T15:59:59\.999Z$/),
      upgrade_progress: { ticketSpend: { reached: true, periods: [{ spent: 120_000 }, { spent: 120_000 }] } },
    },
  })
  // The bonus of Red, which the first ticket gave, and that of Gold.
  expect(await pointsOf(api.db, member.id)).toBe(123_000)
  const [redMail, mail, ...more] = await mailsTo(member)
  expect(redMail?.subject).toBe('你已成為紅卡會員')
  expect(mail?.subject).toBe('你已成為金卡會員')
  expect(mail?.text).toContain('/tc/member-detail')
  const next = await scanAndConfirm(api, member.token, (await sell(120_000)).code)
  expect(next.body).not.toHaveProperty('upgrade')
  expect(await pointsOf(api.db, member.id)).toBe(243_000)
  expect([more, await mailsTo(member)]).toEqual([[], [redMail, mail]])
})

test('Two scans at once that both pass the threshold are one membership and one bonus', async () => {
  const member = await signedInMember()
  const tickets = [await sell(130_000), await sell(140_000)]
  await Promise.all(tickets.map(({ code }) => scanAndConfirm(api, member.token, code)))
  expect(await pointsOf(api.db, member.id)).toBe(272_000)
  const memberships = api.db.selectFrom('memberships').select(['tier', 'source']).where('member_id', '=', member.id)
  expect(await memberships.execute()).toEqual([{ tier: 'Gold', source: 'spend' }])
})

test('Settlement makes members Gold by the tickets that it credits, once, however many of it run', async () => {
  const member = await signedInMember()
  await scanAndConfirm(api, member.token, (await sell(60_000)).code)
  const pending = await sell(60_000, 'pending')
  await scanAndConfirm(api, member.token, pending.code)
  expect(await tierOf(member)).toBe('Red')
  await endPerformance(pending)
  const runs = await Promise.all([settleNow(), settleNow(), settleNow()])
  expect(runs.reduce((sum, { upgraded }) => sum + upgraded, 0)).toBe(1)
  expect(await tierOf(member)).toBe('Gold')
  expect(await pointsOf(api.db, member.id)).toBe(123_000)
  expect(await mailsTo(member)).toHaveLength(2)
})

test('A settlement that was cut off before it upgraded anybody is made good by the next one', async () => {
  const member = await signedInMember()
  const pending = await sell(120_000, 'pending')
  await scanAndConfirm(api, member.token, pending.code)
  await endPerformance(pending)
  // As where the server dies between crediting and upgrading.
  await api.db.updateTable('members').set({ active: false }).where('id', '=', member.id).execute()
  expect((await settleNow()).upgraded).toBe(0)
  expect(await tierOf(member)).toBe('Black')
  await api.db.updateTable('members').set({ active: true }).where('id', '=', member.id).execute()
  expect((await settleNow()).upgraded).toBe(1)
  expect(await tierOf(member)).toBe('Gold')
})

test('Whoever reaches Gold before their profile is complete gets it by completing the profile', async () => {
  const member = await signedInMember()
  const facts = { is_profile_completed: false, is_submitted_profile: 'submitted', dob: '1990-05-01' }
  await api.db.updateTable('members').set(facts).where('id', '=', member.id).execute()
  await scanAndConfirm(api, member.token, (await sell(120_000)).code)
  expect(await profileOf(member.token)).toMatchObject({
    member_profile: { membership_tier: 'Black', upgrade_progress: { ticketSpend: { reached: true } } },
  })
  await api.db
    .updateTable('members')
    .set({ interest_id: JSON.stringify(['concerto']) })
    .where('id', '=', member.id)
    .execute()
  await api.call(endpoints.welcome, {}, { token: member.token })
  expect(await tierOf(member)).toBe('Gold')
  expect(await pointsOf(api.db, member.id)).toBe(122_500)
})

test('A returned ticket counts neither for Gold nor in the gauges, and takes no tier away', async () => {
  const member = await signedInMember()
  const [returned, kept] = [await sell(70_000), await sell(70_000)]
  await scanAndConfirm(api, member.token, returned.code)
  const giveBack = ({ ticketNo }: IssuedTicket) =>
    api.db
      .insertInto('point_transactions')
      .values({ member_id: member.id, code: 'Return/Refund/Exchange', reference: ticketNo, delta_balance: 0 })
      .execute()
  await giveBack(returned)
  await scanAndConfirm(api, member.token, kept.code)
  expect(await profileOf(member.token)).toMatchObject({
    member_profile: {
      membership_tier: 'Red',
      upgrade_progress: { annualTicket: 1, ticketSpend: { periods: [{ spent: 70_000 }, {}] } },
    },
  })
  await scanAndConfirm(api, member.token, (await sell(50_000)).code)
  expect(await tierOf(member)).toBe('Gold')
  await giveBack(kept)
  await settleNow()
  expect(await tierOf(member)).toBe('Gold')
})

test('A Diamond member keeps Diamond, and a Gold member keeps the end of theirs', async () => {
  const end = new Date(Date.now() + 1000 * 60 * 60 * 24)
  for (const tier of ['Diamond', 'Gold'] as const) {
    const member = await signedInMember()
    await api.db
      .updateTable('members')
      .set({ membership_tier: tier, tier_expiry_date: end })
      .where('id', '=', member.id)
      .execute()
    await scanAndConfirm(api, member.token, (await sell(300_000)).code)
    expect(await profileOf(member.token)).toMatchObject({
      // Diamond has no end.
      member_profile: { membership_tier: tier, tier_expiry_date: tier === 'Gold' ? end.toISOString() : null },
    })
    expect(await pointsOf(api.db, member.id)).toBe(300_000)
  }
})

test('A tier that staff took away does not come back by the ticket that gave it', async () => {
  const member = await signedInMember()
  await scanAndConfirm(api, member.token, (await sell(120_000)).code)
  const lowered = { membership_tier: 'Black', tier_expiry_date: null } as const
  await api.db.updateTable('members').set(lowered).where('id', '=', member.id).execute()
  await scanAndConfirm(api, member.token, (await sell(100)).code)
  expect(await tierOf(member)).toBe('Black')
})

test('A tier that staff took away does not come back by an earlier ticket that settlement credits later', async () => {
  const member = await signedInMember()
  const pending = await sell(120_000, 'pending')
  await scanAndConfirm(api, member.token, pending.code)
  await endPerformance(pending)
  const before = new Date()
  await scanAndConfirm(api, member.token, (await sell(120_000)).code)
  expect(await tierOf(member)).toBe('Gold')
  const lowered = { membership_tier: 'Black', tier_expiry_date: null } as const
  await api.db.updateTable('members').set(lowered).where('id', '=', member.id).execute()
  expect(await settleAt(before)).toMatchObject({ claims: 1, upgraded: 0 })
  expect(await tierOf(member)).toBe('Black')
})

test('A member whose upgrade fails holds up no other, and is named', async () => {
  const members = [await signedInMember(), await signedInMember(), await signedInMember()]
  const tickets = await Promise.all(members.map(() => sell(120_000, 'pending')))
  for (const [index, { token }] of members.entries()) await scanAndConfirm(api, token, tickets[index]?.code ?? '')
  for (const ticket of tickets) await endPerformance(ticket)
  const [first] = members.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  await sql`create function stick() returns trigger language plpgsql as $$
    begin raise exception 'the disk is full'; end $$`.execute(api.db)
  await sql`create trigger stuck before insert on memberships for each row
    when (new.member_id = ${sql.lit(first?.id)}) execute function stick()`.execute(api.db)
  const { upgraded, failures } = await settleNow()
  await sql`drop function stick cascade`.execute(api.db)
  expect(upgraded).toBe(2)
  expect(failures.map(describeFailure)).toEqual([
    `Member ${first?.id} could not be upgraded by their concerts: the disk is full`,
  ])
  expect(await settleNow()).toMatchObject({ upgraded: 1, failures: [] })
})

test('A Red payment on its way when its member becomes Gold is refunded, and takes no tier away', async () => {
  const { id, email } = await newPayer(api.db)
  await api.db.updateTable('members').set({ is_profile_completed: true }).where('id', '=', id).execute()
  const token = await api.signIn(id)
  const { body } = await api.call(endpoints.tierPayment, {}, { token })
  const { order_ref: orderRef } = v.parse(endpoints.tierPayment.answer, body).tier_payment
  await scanAndConfirm(api, token, (await sell(120_000)).code)
  await api.send(pathOf(endpoints.paymentDatafeed, 'club-bravo'), {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: datafeed({ Ref: orderRef }),
  })
  expect(await profileOf(token)).toMatchObject({ email, member_profile: { membership_tier: 'Gold' } })
  const refunds = await readRefunds(api.serverDb, { withRefunded: false })
  expect(refunds).toMatchObject([{ orderRef, reason: 'invalid_tier' }])
  expect(await pointsOf(api.db, id)).toBe(122_000)
})

test('An audit names a membership by spend that its member had not reached', async () => {
  const member = await signedInMember()
  const ticket = await sell(119_999)
  await scanAndConfirm(api, member.token, ticket.code)
  expect((await audit(api.serverDb)).differences).toEqual([])
  const planted = { source: 'spend', reference: ticket.ticketNo, now: new Date(), pointsExpiryMonths: null } as const
  await inTransaction(api.serverDb, (transaction) =>
    giveTier(transaction, { ...planted, memberId: member.id, tier: 'Gold' }),
  )
  expect((await audit(api.serverDb)).differences).toEqual([
    `member ${member.id}: Gold by ticket ${ticket.ticketNo}, and what was spent does not reach it with that one`,
  ])
})

/** Tickets of as many programmes, at HK$100. */
async function programmes(count: number): Promise<IssuedTicket[]> {
  const tickets = await Promise.all(Array.from({ length: count }, () => sell(100)))
  for (const [index, { performanceId }] of tickets.entries()) {
    const name = JSON.stringify({ en: `Programme ${index}`, tc: `節目 ${index}`, sc: `节目 ${index}` })
    await api.db.updateTable('performances').set({ name }).where('id', '=', performanceId).execute()
  }
  return tickets
}

async function scanAll({ token }: { token: string }, tickets: readonly IssuedTicket[]): Promise<void> {
  for (const { code } of tickets) await scanAndConfirm(api, token, code)
}

const endOf = async ({ id }: TestMember) =>
  (await api.db.selectFrom('members').select('tier_expiry_date').where('id', '=', id).executeTakeFirstOrThrow())
    .tier_expiry_date

test('The scan that fills a gauge makes a Basic member Red, and nobody Gold, to the end of the membership year', async () => {
  const member = await signedInMember()
  const [last, ...first] = await programmes(6)
  await scanAll(member, first)
  expect(await tierOf(member)).toBe('Black')
  await scanAll(member, last ? [last] : [])
  expect([await tierOf(member), await endOf(member)]).toEqual(['Red', tierEndOf(new Date())])
  expect(await pointsOf(api.db, member.id)).toBe(1600)
  expect((await mailsTo(member)).map(({ subject }) => subject)).toEqual(['You’re now a Red member'])
  expect((await audit(api.serverDb, member.id)).differences).toEqual([])
})

test('A Red member whose programmes reach Gold’s level is Gold, and the gauges then show what keeps Gold', async () => {
  const member = await signedInMember()
  await scanAll(member, await programmes(10))
  expect(await tierOf(member)).toBe('Gold')
  expect(await pointsOf(api.db, member.id)).toBe(1000 + 1000 + 2000)
  const levels = await api.call(endpoints.gaugeLevels, {}, { token: member.token })
  expect(levels.body).toEqual({ fullTicketPurchased: 20, fullSynonyms: 10, fullEarnedPoint: 300_000 })
  expect(await profileOf(member.token)).toMatchObject({
    member_profile: { renewal: { tier: 'Gold', reason: tierEndOf(new Date()) > nextYear() ? 'valid' : 'earned' } },
  })
})

const nextYear = () => startOfNextMembershipYear(new Date())

test('A full gauge waits for the profile, and completing it upgrades at once', async () => {
  const member = await signedInMember()
  const facts = { is_profile_completed: false, is_submitted_profile: 'submitted', dob: '1990-05-01' }
  await api.db.updateTable('members').set(facts).where('id', '=', member.id).execute()
  await scanAll(member, await programmes(6))
  expect(await tierOf(member)).toBe('Black')
  await api.db
    .updateTable('members')
    .set({ interest_id: JSON.stringify(['concerto']) })
    .where('id', '=', member.id)
    .execute()
  await api.call(endpoints.welcome, {}, { token: member.token })
  expect(await tierOf(member)).toBe('Red')
})
