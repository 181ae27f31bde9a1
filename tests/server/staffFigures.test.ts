import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keysOf } from '#contract/keysOf.ts'
import { transactionKinds } from '#contract/member/points.ts'
import type { HigherTier, Tier } from '#contract/member/tiers.ts'
import type { FormType } from '#contract/registration/formTypes.ts'
import { endpoints } from '#contract/index.ts'
import { giveTier } from '#server/services/membership/tiers.ts'
import { givePoints, takePoints } from '#server/services/points/points.ts'
import { beginClosure } from '#server/store/members/accountClosures.ts'
import { addMembership } from '#server/store/members/memberships.ts'
import { addRedemption } from '#server/store/spending/redemptions.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { importFiles, validFiles } from '#tests/support/contents.ts'
import { addEntries } from '#tests/support/ledgerEntries.ts'
import { newMember } from '#tests/support/members.ts'
import { type SignedInStaff, signedInStaff, staffApi } from '#tests/support/staffApi.ts'
import { issueTickets } from '#tests/support/tickets.ts'
import { event, eventFiles } from './eventGuests.ts'
import { type TestApi, testApi } from './testApi.ts'

/** A moment of a day in Hong Kong. */
const at = (day: string, time = '12:00:00.000') => new Date(`${day}T${time}+08:00`)
const now = at('2026-11-26')
const monthOf = (moment: Date) => new Date(moment.getTime() + 8 * 60 * 60 * 1000).toISOString().slice(0, 7)

let api: TestApi
let staff: ReturnType<typeof staffApi>
let finance: SignedInStaff
beforeAll(async () => {
  api = await testApi()
  staff = staffApi(api, () => now)
  finance = await signedInStaff(api, ['finance'])
  await addSeason()
})
afterAll(() => api.close())

async function joinedAt(moment: Date, options: { verified?: boolean } = {}): Promise<string> {
  const { id } = await newMember(api.db, options)
  await sql`update members set created_at = ${moment} where id = ${id}`.execute(api.db)
  return id
}

/** Gives a tier as a payment of that day does. */
async function payTier(memberId: string, tier: HigherTier, moment: Date): Promise<void> {
  const gift = { memberId, tier, source: 'payment', reference: `${memberId} ${tier}`, now: moment } as const
  await inTransaction(api.db, (transaction) => giveTier(transaction, { ...gift, pointsExpiryMonths: null }))
}

const setTier = (memberId: string, tier: Tier) =>
  api.db.updateTable('members').set({ membership_tier: tier }).where('id', '=', memberId).execute()

async function redeem(memberId: string, alias: string, moment: Date): Promise<void> {
  await inTransaction(api.db, async (transaction) => {
    const cause = { memberId, code: 'Reward Redemption', reference: alias, now: moment }
    const taken = await takePoints(transaction, cause, 400)
    if (taken.kind === 'short') throw new Error('Too few points')
    const delivery = { delivery: null, address: null, vouchers: [] }
    await addRedemption(transaction, { entryId: taken.entryId, alias, quantity: 2, refNo: alias, ...delivery })
  })
}

async function giveUntil(memberId: string, points: number, expiresAt: Date): Promise<void> {
  const cause = { memberId, code: 'Bulk Import', reference: `until ${expiresAt.toISOString()}`, now: at('2026-07-20') }
  await inTransaction(api.db, (transaction) => givePoints(transaction, cause, points, expiresAt))
}

/** A year of a small club. */
async function addSeason(): Promise<void> {
  const ada = await joinedAt(at('2025-10-05'))
  await addEntries(api.db, ada, [
    { code: 'Bulk Import', points: 5000, at: at('2025-11-10') },
    { code: 'Scan Thanksgiving', points: 100, at: at('2025-12-01', '00:00:00.000') },
  ])
  await payTier(ada, 'Red', at('2026-02-10'))
  await addEntries(api.db, ada, [{ code: 'Points Expired', points: -50, at: at('2026-03-31', '23:59:59.999') }])
  await redeem(ada, 'tote', at('2026-04-18'))
  await redeem(ada, 'gone', at('2026-04-19'))
  await addEntries(api.db, ada, [
    { code: 'Asia Miles Redemption', points: -1000, at: at('2026-06-01') },
    { code: 'Return/Refund/Exchange', points: 20, at: at('2026-08-02') },
    { code: 'Return/Refund/Exchange', points: -30, at: at('2026-08-03') },
  ])
  await setTier(ada, 'Black')

  // Pays for Red as soon as they join, becomes Gold, and is renewed as Red.
  const bea = await joinedAt(at('2026-02-01', '00:00:00.000'))
  await payTier(bea, 'Red', at('2026-02-01', '00:10:00.000'))
  await payTier(bea, 'Gold', at('2026-05-03'))
  const renewed = { starts_at: at('2026-09-01', '00:00:00.000'), ends_at: at('2027-08-31', '23:59:59.999') }
  await inTransaction(api.db, (transaction) =>
    addMembership(transaction, { member_id: bea, tier: 'Red', source: 'renewal', reference: 'bea', ...renewed }),
  )
  await setTier(bea, 'Red')
  await giveUntil(bea, 200, at('2026-11-20'))
  await giveUntil(bea, 300, at('2026-12-31', '23:59:59.999'))
  await giveUntil(bea, 100, at('2028-01-01'))

  // Comes with an earlier membership, and closes the account.
  const cho = await joinedAt(at('2026-03-15'))
  const migrated = { tier: 'Black', migrated_at: at('2026-03-16'), migrated_by: cho } as const
  await api.db
    .insertInto('old_members')
    .values({ member_no: 'OLD1', last_name: 'Cho', ...migrated })
    .execute()
  const closing = { tokenHash: 'none', now: at('2026-06-20'), closesAt: at('2026-07-20') }
  await inTransaction(api.db, (transaction) => beginClosure(transaction, { memberId: cho, ...closing }))

  // Never verifies the address.
  await joinedAt(at('2026-04-01'), { verified: false })

  // A student, who pays for Red months later.
  const eve = await joinedAt(at('2026-07-01'))
  const order = { order_ref: 'Y1', member_id: eve, purpose: 'youth', state: 'paid', amount: 50 } as const
  const times = { created_at: at('2026-07-03'), expires_at: at('2026-07-04'), changed_at: at('2026-07-03') }
  await api.db
    .insertInto('payment_orders')
    .values({ ...order, ...times, currency: '344', merchant_id: '88888888' })
    .execute()
  await payTier(eve, 'Red', at('2026-10-01'))

  await addConcerts([ada, bea])
  await addEvents(ada, bea)
}

/** A concert with four tickets, of which one is returned and two are scanned, and one that is still to come. */
async function addConcerts(members: readonly string[]): Promise<void> {
  const [first, ...others] = await issueTickets(api.db, { count: 4, now: at('2026-10-10') })
  const returned = { returned_at: at('2026-10-01'), return_reason: 'Ill' }
  await api.db
    .updateTable('tickets')
    .set(returned)
    .where('ticket_no', '=', first?.ticketNo ?? '')
    .execute()
  for (const [index, memberId] of members.entries())
    await api.db
      .insertInto('ticket_claims')
      .values({ ticket_no: others[index]?.ticketNo ?? '', member_id: memberId, claimed_at: at('2026-10-10') })
      .execute()
  await issueTickets(api.db, { outlook: 'pending', now })
}

/** An event with three places taken, of which two were used, and one that is still to come. */
async function addEvents(guest: string, waiting: string): Promise<void> {
  const events = [
    event('talk', { starts_at: at('2026-11-02').toISOString(), event_quota: 10 }),
    event('tour', { starts_at: at('2026-12-02').toISOString() }),
  ]
  await importFiles(api.db, { ...validFiles(), ...eventFiles(events) })
  const registration = { alias: 'talk', created_at: at('2026-10-20'), changed_at: at('2026-10-20') }
  await api.db
    .insertInto('event_registrations')
    .values([
      { ...registration, member_id: guest, quantity: 3, attended: 2, state: 'registered', ref_no: 'E-1' },
      { ...registration, member_id: waiting, quantity: 1, state: 'waiting', ref_no: 'E-2' },
    ])
    .execute()
}

test('Members count by the tier that they had at the end of each month, until they close their account', async () => {
  const { first, months } = await staff.call(endpoints.memberFigures, {}, finance)
  expect(first).toBe('2025-10')
  expect(months.map(({ month, tiers: { Black, Red, Gold, Diamond } }) => [month, Black, Red, Gold, Diamond])).toEqual([
    ['2025-12', 1, 0, 0, 0],
    ['2026-01', 1, 0, 0, 0],
    ['2026-02', 0, 2, 0, 0],
    ['2026-03', 1, 2, 0, 0],
    ['2026-04', 1, 2, 0, 0],
    ['2026-05', 1, 1, 1, 0],
    ['2026-06', 0, 1, 1, 0],
    ['2026-07', 1, 1, 1, 0],
    ['2026-08', 1, 1, 1, 0],
    ['2026-09', 2, 1, 0, 0],
    ['2026-10', 1, 2, 0, 0],
    ['2026-11', 1, 2, 0, 0],
  ])
})

test('The points of each month are those of the ledger, and what is outstanding is what members have', async () => {
  const { months } = await staff.call(endpoints.pointFigures, {}, finance)
  const entries = await api.db.selectFrom('point_transactions').selectAll().execute()
  const sumOf = (isCounted: (entry: (typeof entries)[number]) => boolean) =>
    entries.filter(isCounted).reduce((sum, entry) => sum + Math.abs(entry.delta_balance), 0)
  for (const { month, given, taken, outstanding } of months) {
    const until = (isGiven: boolean) =>
      sumOf((entry) => monthOf(entry.created_at) <= month && entry.delta_balance > 0 === isGiven)
    const of = (kind: keyof typeof transactionKinds, isGiven: boolean) =>
      sumOf(
        ({ created_at, code, delta_balance: delta }) =>
          monthOf(created_at) === month && delta > 0 === isGiven && transactionKinds[kind].some((one) => one === code),
      )
    const due = {
      given: { ticket: of('ticket', true), bonus: of('bonus', true), other: of('other', true) },
      taken: {
        reward: of('reward', false),
        miles: of('miles', false),
        expired: of('expired', false),
        other: of('other', false),
      },
      outstanding: until(true) - until(false),
    }
    expect([month, { given, taken, outstanding }]).toEqual([month, due])
  }
  expect(months.find(({ month }) => month === '2025-12')?.given.ticket).toBe(100)
  expect(months.find(({ month }) => month === '2026-03')?.taken.expired).toBe(50)
  const buckets = await api.db.selectFrom('point_buckets').select('remaining').execute()
  const held = buckets.reduce((sum, { remaining }) => sum + remaining, 0)
  expect(months.at(-1)?.outstanding).toBe(held)
  expect((await staff.call(endpoints.expiryFigures, {}, finance)).outstanding).toBe(held)
})

test('Points are told by the month in which they expire; what is due counts in this one', async () => {
  const { outstanding, months, later, never } = await staff.call(endpoints.expiryFigures, {}, finance)
  expect([months[0], months[1], months.at(-1)]).toEqual([
    { month: '2026-11', points: 200 },
    { month: '2026-12', points: 300 },
    { month: '2027-10', points: 0 },
  ])
  expect([later, never]).toEqual([100, outstanding - 600])
})

test('Of a concert that has begun, tickets count that were not returned, and those that were scanned', async () => {
  const { concerts } = await staff.call(endpoints.concertFigures, {}, finance)
  expect(concerts).toMatchObject([{ startsAt: at('2026-10-09').toISOString(), sold: 3, scanned: 2 }])
})

test('Of an event that has begun, the places that were taken count, and those at which somebody arrived', async () => {
  const { events } = await staff.call(endpoints.eventFigures, {}, finance)
  expect(events).toMatchObject([{ alias: 'talk', places: 10, registered: 3, attended: 2 }])
})

test('What was redeemed is told by reward, also one that is no longer published', async () => {
  const { rewards } = await staff.call(endpoints.rewardFigures, {}, finance)
  const redeemed = { redemptions: 1, quantity: 2, points: 400 }
  expect(rewards).toEqual([
    { alias: 'gone', name: null, ...redeemed },
    { alias: 'tote', name: expect.objectContaining({ en: 'The tote' }), ...redeemed },
  ])
})

test('Each member joined by the first route that they took within days, or free of charge', async () => {
  const { months } = await staff.call(endpoints.joinFigures, { until: '2026-08' }, finance)
  const joined = months.flatMap(({ month, routes }) =>
    keysOf(routes).flatMap((route): [string, FormType, number][] =>
      routes[route] === 0 ? [] : [[month, route, routes[route]]],
    ),
  )
  expect(joined).toEqual([
    ['2025-10', 'free', 1],
    ['2026-02', 'red', 1],
    ['2026-03', 'existing', 1],
    ['2026-07', 'ya', 1],
  ])
})

test('A membership year that has not ended has the months until now; one that is to come has none', async () => {
  const monthsOf = async (until: string) =>
    (await staff.call(endpoints.memberFigures, { until }, finance)).months.map(({ month }) => month)
  expect(await monthsOf('2027-08')).toEqual(['2026-09', '2026-10', '2026-11'])
  expect(await monthsOf('2030-08')).toEqual([])
  for (const endpoint of [endpoints.pointFigures, endpoints.joinFigures])
    expect(await staff.call(endpoint, { until: '2030-08' }, finance)).toEqual({ months: [] })
  expect(await staff.call(endpoints.rewardFigures, { until: '2030-08' }, finance)).toEqual({ rewards: [] })
  expect(await staff.call(endpoints.concertFigures, { until: '2030-08' }, finance)).toEqual({ concerts: [] })
  expect(await staff.call(endpoints.eventFigures, { until: '2030-08' }, finance)).toEqual({ events: [] })
})
