import { sql } from 'kysely'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { endpoints } from '#contract/index.ts'
import type { HigherTier, Tier } from '#contract/member/tiers.ts'
import { defaultLevels } from '#server/domain/membershipYear.ts'
import { memberMails } from '#server/mail/memberMails.ts'
import { audit } from '#server/services/audit.ts'
import { giveTier, renewTiers, withTierAt } from '#server/services/membership/tiers.ts'
import { creditClaims } from '#server/services/tickets/creditClaims.ts'
import { lockMember } from '#server/store/members/members.ts'
import { addClaim } from '#server/store/points/tickets.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { openClubDatabase } from '#tests/support/database.ts'
import { readMails } from '#tests/support/mailbox.ts'
import { newMember, pointsOf, type TestMember } from '#tests/support/members.ts'
import { asStaff } from '#tests/support/staff.ts'
import { issueTickets } from '#tests/support/tickets.ts'
import { type TestApi, testApi, testOrigin } from './testApi.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const inTerm = new Date('2026-11-22T04:00:00Z')
const lastMoment = new Date('2027-08-31T15:59:59.999Z')
const renewal = new Date('2027-08-31T16:00:00.000Z')
const dayMs = 86_400_000

let gifts = 0
function give(memberId: string, tier: HigherTier, now = inTerm) {
  gifts += 1
  const gift = {
    memberId,
    tier,
    source: 'operator',
    reference: `gift ${gifts}`,
    now,
    pointsExpiryMonths: null,
  } as const
  return inTransaction(api.serverDb, (transaction) => giveTier(transaction, gift))
}

const renew = async (now: Date) =>
  renewTiers({
    db: asStaff(api.serverDb),
    now,
    levels: defaultLevels,
    notify: memberMails({ smtpUrl: null }),
  })

function memberOf({ id }: TestMember) {
  return api.db.selectFrom('members').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

async function tierOf(member: TestMember): Promise<[Tier, string | undefined]> {
  const { membership_tier: tier, tier_expiry_date: end } = await memberOf(member)
  return [tier, end?.toISOString()]
}

const mailsTo = ({ email }: TestMember) => readMails(api, email)

test('A tier lasts to 31 August and comes with the bonus of its upgrade', async () => {
  const member = await newMember(api.db)
  expect(await give(member.id, 'Red')).toBe('given')
  expect(await tierOf(member)).toEqual(['Red', lastMoment.toISOString()])
  expect((await memberOf(member)).membership_since).toEqual(inTerm)
  expect(await pointsOf(api.db, member.id)).toBe(1000)
  expect(await give(member.id, 'Gold')).toBe('given')
  expect(await pointsOf(api.db, member.id)).toBe(3000)
  expect((await audit(api.serverDb)).differences).toEqual([])
})

test('The profile names the bonuses that a member has yet to get, whatever the tier is now', async () => {
  const member = await newMember(api.db)
  const token = await api.signIn(member.id)
  const due = async () => {
    const { body } = await api.call(endpoints.me, {}, { token })
    return v.parse(endpoints.me.answer, body).user.member_profile.due_bonuses
  }
  expect(await due()).toEqual([
    { tier: 'Red', points: 1000 },
    { tier: 'Gold', points: 2000 },
  ])
  await give(member.id, 'Red')
  expect(await due()).toEqual([{ tier: 'Gold', points: 2000 }])
  await renew(renewal)
  expect((await tierOf(member))[0]).toBe('Black')
  expect(await due()).toEqual([{ tier: 'Gold', points: 2000 }])
})

test('Nobody gets the tier that they have, or a lower one, and nothing changes for them', async () => {
  const member = await newMember(api.db)
  await give(member.id, 'Gold')
  const before = await memberOf(member)
  expect(await give(member.id, 'Red')).toBe('invalid_tier')
  expect(await give(member.id, 'Gold')).toBe('already_held')
  expect(await memberOf(member)).toEqual(before)
  expect(await pointsOf(api.db, member.id)).toBe(2000)
})

test('Ten upgrades at once are one membership and one bonus', async () => {
  const member = await newMember(api.db)
  const decisions = await Promise.all(Array.from({ length: 10 }, () => give(member.id, 'Red')))
  expect(decisions.filter((decision) => decision === 'given')).toHaveLength(1)
  expect(await pointsOf(api.db, member.id)).toBe(1000)
  const memberships = await api.db.selectFrom('memberships').selectAll().where('member_id', '=', member.id).execute()
  expect(memberships).toHaveLength(1)
})

test('A cause gives one membership, also where two members name it', async () => {
  const [first, second] = [await newMember(api.db), await newMember(api.db)]
  const gift = {
    tier: 'Red',
    source: 'operator',
    reference: 'one cause',
    now: inTerm,
    pointsExpiryMonths: null,
  } as const
  const giveOnce = ({ id }: TestMember) =>
    inTransaction(api.serverDb, (transaction) => giveTier(transaction, { ...gift, memberId: id }))
  await giveOnce(first)
  await expect(giveOnce(second)).rejects.toThrow('memberships_source_reference_key')
  expect((await tierOf(second))[0]).toBe('Black')
})

test('Red that was neither paid nor earned ends at midnight in Hong Kong: once, with one mail in the member’s language', async () => {
  const member = await newMember(api.db)
  await give(member.id, 'Red')
  await api.db.updateTable('members').set({ preferred_lang: 'tc' }).where('id', '=', member.id).execute()
  await renew(lastMoment)
  expect((await tierOf(member))[0]).toBe('Red')
  await Promise.all(Array.from({ length: 4 }, () => renew(renewal)))
  expect(await tierOf(member)).toEqual(['Black', undefined])
  const ended = (await mailsTo(member)).filter(({ subject }) => subject === '你的紅卡會籍已到期')
  expect(ended).toHaveLength(1)
  expect(ended[0]?.text).toContain('你現在是 Club Bravo 基本會員')
  expect(ended[0]?.text).toContain(`${testOrigin}/tc/registration-red`)
  expect(await pointsOf(api.db, member.id)).toBe(1000)
})

/** Tickets of as many programmes, credited to a member at a moment. */
async function creditAt({ id: memberId }: TestMember, count: number, at: Date, claimedAt = at): Promise<void> {
  const tickets = await issueTickets(api.db, { price: 100, outlook: 'found', count })
  await inTransaction(api.serverDb, async (transaction) => {
    await lockMember(transaction, memberId)
    for (const { ticketNo } of tickets) await addClaim(transaction, { ticketNo, memberId, now: claimedAt })
    const startsAt = new Date(at.getTime() - dayMs)
    const claims = tickets.map(({ ticketNo, amount }) => ({ ticketNo, memberId, amount, startsAt }))
    await creditClaims(transaction, claims, { now: at, pointsExpiryMonths: null, bonusPeriods: [] })
  })
}

test('On 1 September Gold goes on as Gold where the past year earned it, else as Red, with its mail', async () => {
  const [earned, not] = [await newMember(api.db), await newMember(api.db)]
  for (const { id } of [earned, not]) await give(id, 'Gold')
  await creditAt(earned, 20, inTerm)
  await renew(renewal)
  const nextEnd = '2028-08-31T15:59:59.999Z'
  expect(await tierOf(earned)).toEqual(['Gold', nextEnd])
  expect(await tierOf(not)).toEqual(['Red', nextEnd])
  expect((await mailsTo(earned)).map(({ subject }) => subject)).toEqual(['Your Gold membership has been renewed'])
  expect((await mailsTo(not)).map(({ subject }) => subject)).toEqual(['Your Gold membership has ended'])
  expect((await audit(api.serverDb)).differences).toEqual([])
})

test('Concerts of 31 August count for the year that ended, although settlement gave their points on 1 September', async () => {
  const [gold, late] = [await newMember(api.db), await newMember(api.db)]
  for (const { id } of [gold, late]) await give(id, 'Gold')
  const afterMidnight = new Date(renewal.getTime() + 3_600_000)
  await creditAt(gold, 20, afterMidnight, new Date(renewal.getTime() - 3_600_000))
  // What was claimed in the new year belongs to it.
  await creditAt(late, 20, afterMidnight)
  await renew(new Date(renewal.getTime() + 2 * 3_600_000))
  expect([(await tierOf(gold))[0], (await tierOf(late))[0]]).toEqual(['Gold', 'Red'])
  expect((await audit(api.serverDb, gold.id)).differences).toEqual([])
})

test('A server that was off on 1 September renews on the 3rd, dated the 1st, also after two years', async () => {
  const [member, late] = [await newMember(api.db), await newMember(api.db)]
  for (const { id } of [member, late]) await give(id, 'Gold')
  await api.db.updateTable('members').set({ tier_expiry_date: null }).where('id', '=', late.id).execute()
  await renew(new Date(renewal.getTime() + 2 * dayMs))
  expect(await tierOf(member)).toEqual(['Red', '2028-08-31T15:59:59.999Z'])
  const renewals = api.db.selectFrom('memberships').select(['tier', 'source', 'starts_at']).orderBy('id')
  expect((await renewals.where('member_id', '=', member.id).execute()).at(-1)).toEqual({
    tier: 'Red',
    source: 'renewal',
    starts_at: renewal,
  })
  // Gold of 2026/27 is Red of 2027/28, and Basic after that: two years in one run.
  await api.db.updateTable('members').set({ tier_expiry_date: lastMoment }).where('id', '=', late.id).execute()
  await renew(new Date('2028-09-03T00:00:00Z'))
  for (const one of [member, late]) expect(await tierOf(one)).toEqual(['Black', undefined])
})

test('A Red member who pays from 1 July on has the next year, is neither warned nor lowered, and hears of it on the day', async () => {
  const member = await newMember(api.db)
  await give(member.id, 'Red')
  expect(await give(member.id, 'Red', new Date('2027-06-30T15:00:00Z'))).toBe('already_held')
  expect(await give(member.id, 'Red', new Date('2027-07-01T00:00:00Z'))).toBe('given')
  await renew(lastMoment)
  expect(await mailsTo(member)).toEqual([])
  await Promise.all([1, 2, 3].map(() => renew(renewal)))
  await renew(new Date(renewal.getTime() + 29 * dayMs))
  expect(await tierOf(member)).toEqual(['Red', '2028-08-31T15:59:59.999Z'])
  const [told, ...more] = await mailsTo(member)
  expect([told?.subject, more]).toEqual(['Your Red membership has been renewed', []])
  expect(told?.text).toContain('valid until 31 Aug 2028')
  expect(await pointsOf(api.db, member.id)).toBe(1000)
})

test('Diamond has no end, and no renewal', async () => {
  const member = await newMember(api.db)
  await give(member.id, 'Diamond')
  await renew(new Date('2030-01-01T00:00:00Z'))
  expect(await tierOf(member)).toEqual(['Diamond', undefined])
  expect(await mailsTo(member)).toEqual([])
})

test('On 1 September a member renews, without a second bonus', async () => {
  const member = await newMember(api.db)
  await give(member.id, 'Red')
  await renew(renewal)
  expect(await give(member.id, 'Red', renewal)).toBe('given')
  expect(await tierOf(member)).toEqual(['Red', '2028-08-31T15:59:59.999Z'])
  expect(await pointsOf(api.db, member.id)).toBe(1000)
})

test('A member who renews at the moment of the lapse keeps the new tier', async () => {
  const member = await newMember(api.db)
  await give(member.id, 'Red')
  const { db, close } = await openClubDatabase(api.dataDir)
  onTestFinished(close)
  const waiting = sql`select from pg_stat_activity where wait_event_type = 'Lock'`
  const lapsing = await db.transaction().execute(async (transaction) => {
    await lockMember(transaction, member.id)
    const running = renew(renewal)
    await expect.poll(async () => (await waiting.execute(api.db)).rows.length).toBeGreaterThan(0)
    const gift = { tier: 'Red', source: 'operator', reference: 'renewal', pointsExpiryMonths: null } as const
    await giveTier(transaction, { ...gift, memberId: member.id, now: renewal })
    return { running }
  })
  await lapsing.running
  expect(await tierOf(member)).toEqual(['Red', '2028-08-31T15:59:59.999Z'])
})

test('Who will change tier is told 60 and 14 days before, once each; who keeps it is not', async () => {
  const [changing, keeping] = [await newMember(api.db), await newMember(api.db)]
  for (const { id } of [changing, keeping]) await give(id, 'Gold')
  await creditAt(keeping, 20, inTerm)
  await renew(new Date(lastMoment.getTime() - 61 * dayMs))
  expect(await mailsTo(changing)).toEqual([])
  const sixtyBefore = new Date(lastMoment.getTime() - 60 * dayMs)
  await Promise.all(Array.from({ length: 4 }, () => renew(sixtyBefore)))
  expect(await mailsTo(changing)).toHaveLength(1)
  await renew(new Date(lastMoment.getTime() - 15 * dayMs))
  expect(await mailsTo(changing)).toHaveLength(1)
  await renew(new Date(lastMoment.getTime() - 14 * dayMs))
  await renew(lastMoment)
  const [ending, again, ...more] = await mailsTo(changing)
  expect(more).toEqual([])
  expect([ending?.subject, again?.subject]).toEqual(Array(2).fill('Your Gold membership ends on 31 Aug 2027'))
  expect(ending?.text).toContain('From 1 September you’ll be a Red member')
  expect(ending?.text).toContain('reach one of these targets by 31 Aug 2027')
  for (const mail of [ending, again])
    expect(mail?.text).toMatch(/Tickets scanned: 20\s+Different programmes: 10\s+Points from tickets: 300,000/)
  expect(await mailsTo(keeping)).toEqual([])
})

test('Who is suspended, and can do nothing about it, is told that the tier will change once that is lifted', async () => {
  const member = await newMember(api.db)
  await give(member.id, 'Red')
  const suspend = (suspended_at: Date | null) =>
    api.db
      .updateTable('members')
      .set({ suspended_at, suspended_reason: suspended_at && 'Ada asked' })
      .where('id', '=', member.id)
      .execute()
  await suspend(inTerm)
  await renew(new Date(lastMoment.getTime() - 60 * dayMs))
  expect(await mailsTo(member)).toEqual([])
  await suspend(null)
  await renew(new Date(lastMoment.getTime() - 50 * dayMs))
  expect(await mailsTo(member)).toHaveLength(1)
})

test('A Red member who is warned is led to the payment that keeps Red', async () => {
  const member = await newMember(api.db)
  await give(member.id, 'Red')
  await renew(new Date(lastMoment.getTime() - 60 * dayMs))
  const [ending] = await mailsTo(member)
  expect(ending?.text).toContain('pay the fee for the new year now')
  expect(ending?.text).toContain('/en/registration-red')
})

const differencesOf = async ({ id }: TestMember) => (await audit(api.serverDb, id)).differences

/** Ends a member's present tier on a past 31 August, with tickets of that year, and renews it, all in the past. */
async function renewInThePast(tier: 'Red' | 'Gold', tickets: number): Promise<TestMember> {
  const member = await newMember(api.db)
  const inPast = new Date('2024-11-22T04:00:00Z')
  await give(member.id, tier, inPast)
  if (tickets > 0) await creditAt(member, tickets, new Date('2025-03-22T04:00:00Z'))
  await renew(new Date('2025-09-03T04:00:00Z'))
  return member
}

test('An audit recomputes tiers: what renewals, lapses and concerts have made is sound, and what differs is named', async () => {
  const [kept, fell, lapsed] = [
    await renewInThePast('Gold', 20),
    await renewInThePast('Gold', 0),
    await renewInThePast('Red', 0),
  ]
  expect([await tierOf(kept), await tierOf(fell)].map(([tier]) => tier)).toEqual(['Gold', 'Red'])
  for (const member of [kept, fell, lapsed]) expect(await differencesOf(member)).toEqual([])

  // As a fault of the renewal would leave them: the year's tickets were not seen.
  await creditAt(fell, 20, new Date('2025-04-22T04:00:00Z'))
  expect(await differencesOf(fell)).toEqual([
    `member ${fell.id}: Gold until 20250831 became Red, and that year's concerts make it Gold`,
  ])
  await creditAt(lapsed, 10, new Date('2025-04-22T04:00:00Z'))
  expect(await differencesOf(lapsed)).toEqual([
    `member ${lapsed.id}: Red until 20250831 became Black, and that year's concerts make it Red`,
  ])

  const diamond = { membership_tier: 'Diamond', tier_expiry_date: null } as const
  await api.db.updateTable('members').set(diamond).where('id', '=', kept.id).execute()
  expect(await differencesOf(kept)).toEqual([
    `member ${kept.id}: Diamond without an end, and the newest membership gives Gold until 20260831`,
  ])
})

test('An audit names a tier by concerts that no measure had reached, and a tier that lasts too long', async () => {
  const member = await newMember(api.db)
  const gift = { memberId: member.id, tier: 'Red', source: 'measure', now: inTerm, pointsExpiryMonths: null } as const
  await inTransaction(api.serverDb, (transaction) => giveTier(transaction, { ...gift, reference: 'T1:Red' }))
  const unreached = `member ${member.id}: Red by ticket T1, and no measure of that year reaches it`
  expect(await differencesOf(member)).toEqual([unreached])
  await api.db
    .updateTable('members')
    .set({ tier_expiry_date: new Date('2029-08-31T15:59:59.999Z') })
    .where('id', '=', member.id)
    .execute()
  expect(await differencesOf(member)).toEqual([
    `member ${member.id}: Red until 20290831, and the newest membership gives Red until 20270831`,
    unreached,
  ])
  // What staff take away is no difference.
  const taken = { membership_tier: 'Black', tier_expiry_date: null } as const
  await api.db.updateTable('members').set(taken).where('id', '=', member.id).execute()
  expect(await differencesOf(member)).toEqual([unreached])
})

test('At the first moment of 1 September everything goes by the renewed tier, before the task has run', async () => {
  const [gold, red] = [await newMember(api.db), await newMember(api.db)]
  await give(gold.id, 'Gold')
  await give(red.id, 'Red')
  const [goldToken, redToken] = [await api.signIn(gold.id), await api.signIn(red.id)]
  onTestFinished(() => api.setTime(null))
  const profileOf = async (token: string) => {
    const { body } = await api.call(endpoints.me, {}, { token })
    const { membership_tier: tier, tier_expiry_date: end } = v.parse(endpoints.me.answer, body).user.member_profile
    return [tier, end]
  }
  const stored = await memberOf(gold)
  const seen = (moment: Date) => withTierAt(api.serverDb, stored, moment)
  expect((await seen(lastMoment)).membership_tier).toBe('Gold')
  expect(await seen(renewal)).toMatchObject({
    membership_tier: 'Red',
    tier_expiry_date: new Date('2028-08-31T15:59:59.999Z'),
  })
  await api.db
    .updateTable('sessions')
    .set({ expires_at: new Date('2030-01-01') })
    .execute()
  api.setTime(renewal)
  expect(await profileOf(goldToken)).toEqual(['Red', '2028-08-31T15:59:59.999Z'])
  expect(await profileOf(redToken)).toEqual(['Black', null])
  expect(await tierOf(red)).toEqual(['Red', lastMoment.toISOString()])
  // What is paid for now is paid by a Basic member, and the books say both.
  expect(await give(red.id, 'Red', renewal)).toBe('given')
  expect(await give(gold.id, 'Red', renewal)).toBe('already_held')
  expect(await tierOf(gold)).toEqual(['Gold', lastMoment.toISOString()])
  await renew(renewal)
  expect(await tierOf(gold)).toEqual(['Red', '2028-08-31T15:59:59.999Z'])
  expect(await tierOf(red)).toEqual(['Red', '2028-08-31T15:59:59.999Z'])
  for (const { id } of [gold, red]) expect((await audit(api.serverDb, id)).differences).toEqual([])
})
