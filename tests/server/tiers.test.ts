import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { HigherTier, Tier } from '#contract/member/tiers.ts'
import { endpoints } from '#contract/index.ts'
import { memberMails } from '#server/mail/memberMails.ts'
import { audit } from '#server/services/audit.ts'
import { giveTier, renewTiers } from '#server/services/membership/tiers.ts'
import { lockMember } from '#server/store/members/members.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { openClubDatabase } from '#tests/support/database.ts'
import { newMember, pointsOf, type TestMember } from '#tests/support/members.ts'
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

const renew = (now: Date) =>
  renewTiers({ db: api.serverDb, now, notify: memberMails({ smtpUrl: null, origin: testOrigin }) })

function memberOf({ id }: TestMember) {
  return api.db.selectFrom('members').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

async function tierOf(member: TestMember): Promise<[Tier, string | undefined]> {
  const { membership_tier: tier, tier_expiry_date: end } = await memberOf(member)
  return [tier, end?.toISOString()]
}

function mailsTo({ email }: TestMember) {
  return api.db
    .selectFrom('mailbox')
    .select(['subject', 'text', 'html'])
    .where('recipient', '=', email)
    .orderBy('created_at')
    .execute()
}

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

test('A tier ends at midnight in Hong Kong: several processes end it once, with one mail in the member’s language', async () => {
  const member = await newMember(api.db)
  await give(member.id, 'Red')
  await api.db.updateTable('members').set({ preferred_lang: 'tc' }).where('id', '=', member.id).execute()
  await renew(lastMoment)
  expect((await tierOf(member))[0]).toBe('Red')
  await Promise.all(Array.from({ length: 4 }, () => renew(renewal)))
  expect(await tierOf(member)).toEqual(['Black', undefined])
  const [, ended, ...more] = await mailsTo(member)
  expect(more).toEqual([])
  expect(ended?.subject).toBe('你的紅卡會籍已到期')
  expect(ended?.text).toContain('已於2027年8月31日到期')
  expect(ended?.text).toContain(`${testOrigin}/tc/registration-red`)
  expect(await pointsOf(api.db, member.id)).toBe(1000)
})

test('From midnight a member is Basic on every page, even before the task has run', async () => {
  const member = await newMember(api.db)
  const token = await api.signIn(member.id)
  // A tier that ended a moment ago.
  await give(member.id, 'Gold', new Date())
  const end = new Date(Date.now() - 1)
  await api.db.updateTable('members').set({ tier_expiry_date: end }).where('id', '=', member.id).execute()
  const { body } = await api.call(endpoints.me, {}, { token })
  expect(body).toMatchObject({ user: { member_profile: { membership_tier: 'Black', tier_expiry_date: null } } })
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

test('Members are told once that their tier ends, 30 days ahead; whoever joins in August is not', async () => {
  const [member, late] = [await newMember(api.db), await newMember(api.db)]
  await give(member.id, 'Gold')
  await renew(new Date(lastMoment.getTime() - 31 * dayMs))
  expect(await mailsTo(member)).toEqual([])
  const monthBefore = new Date(lastMoment.getTime() - 30 * dayMs)
  await give(late.id, 'Red', monthBefore)
  await Promise.all(Array.from({ length: 4 }, () => renew(monthBefore)))
  await renew(lastMoment)
  const [ending, ...more] = await mailsTo(member)
  expect(more).toEqual([])
  expect(ending?.subject).toBe('Your Gold membership ends on 31 Aug 2027')
  expect(await mailsTo(late)).toEqual([])
})

test.each([
  ['Red', 'Renew my membership', 'You can renew at any time', '/en/registration-red'],
  ['Gold', 'See my membership', 'Your ticket spend can make you a Gold member again', '/en/member-detail'],
] as const)('A member whose %s has ended is told how to get it again', async (tier, link, way, page) => {
  const member = await newMember(api.db)
  await give(member.id, tier)
  await renew(renewal)
  const ended = (await mailsTo(member)).find(({ subject }) => subject === `Your ${tier} membership has ended`)
  expect(ended?.text).toContain(way)
  expect(ended?.html).toContain(link)
  expect(ended?.text).toContain(page)
})
