import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit } from '#server/services/audit.ts'
import { type Adjustment, adjustPoints } from '#server/services/points/pointAdjustments.ts'
import { givePoints } from '#server/services/points/points.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { newMember, pointsOf, type TestMember } from '#tests/support/members.ts'
import { asStaff } from '#tests/support/staff.ts'
import { type TestApi, testApi } from './testApi.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const now = new Date('2026-11-22T04:00:00Z')

const adjust = ({ email }: TestMember, own: Partial<Adjustment>) =>
  adjustPoints(asStaff(api.serverDb), {
    kind: 'grant',
    member: email,
    points: 500,
    type: 'Bulk Import',
    reason: 'A concert that ended early',
    pointsExpiryMonths: null,
    isDryRun: false,
    now,
    ...own,
  })

const revoke = (member: TestMember, points: number, own: Partial<Adjustment> = {}) =>
  adjust(member, { kind: 'revoke', type: 'Return/Refund/Exchange', points, ...own })

function entriesOf({ id }: TestMember) {
  return api.db
    .selectFrom('point_transactions as entry')
    .innerJoin('point_adjustments', 'transaction_id', 'entry.id')
    .select(['code', 'delta_balance', 'reason'])
    .where('member_id', '=', id)
    .orderBy('entry.id')
    .execute()
}

/** Gives points that expire then. */
const giveUntil = ({ id }: TestMember, points: number, expiresAt: Date | null, reference: string) =>
  inTransaction(api.db, (transaction) =>
    givePoints(
      transaction,
      { memberId: id, code: 'Bulk Import', reference: `${id} ${reference}`, now },
      points,
      expiresAt,
    ),
  )

test('What staff give is an entry with its reason, and its points expire by the club’s rule', async () => {
  const member = await newMember(api.db)
  const expiresAt = new Date('2027-11-22T16:00:00Z')
  expect(await adjust(member, { pointsExpiryMonths: 12 })).toMatchObject({
    kind: 'adjusted',
    before: 0,
    after: 500,
    parts: [{ points: 500, expiresAt }],
  })
  expect(await entriesOf(member)).toEqual([
    { code: 'Bulk Import', delta_balance: 500, reason: 'A concert that ended early' },
  ])
  const buckets = await api.db.selectFrom('point_buckets').selectAll().where('member_id', '=', member.id).execute()
  expect(buckets).toMatchObject([{ earned: 500, remaining: 500, expires_at: expiresAt }])
})

test('A revoke takes the points that expire first, and never more than there are', async () => {
  const member = await newMember(api.db)
  await giveUntil(member, 300, null, 'forever')
  await giveUntil(member, 200, new Date('2027-01-01T00:00:00Z'), 'a year')
  await giveUntil(member, 900, new Date('2026-11-01T00:00:00Z'), 'expired')
  expect(await revoke(member, 501)).toEqual({ kind: 'short', available: 500 })
  expect(await entriesOf(member)).toEqual([])
  expect(await revoke(member, 250)).toMatchObject({
    before: 500,
    after: 250,
    parts: [
      { points: 200, expiresAt: new Date('2027-01-01T00:00:00Z') },
      { points: 50, expiresAt: null },
    ],
  })
  expect(await entriesOf(member)).toMatchObject([{ code: 'Return/Refund/Exchange', delta_balance: -250 }])
})

test('The same words twice, also at once, give points once; another reason gives them again', async () => {
  const member = await newMember(api.db)
  const both = await Promise.all([1, 2, 3].map(() => adjust(member, {})))
  expect(both.map(({ kind }) => kind).toSorted()).toEqual(['adjusted', 'repeated', 'repeated'])
  expect(await adjust(member, { now: new Date('2027-01-01T00:00:00Z') })).toEqual({ kind: 'repeated', at: now })
  expect(await adjust(member, { reason: 'A second concert that ended early' })).toMatchObject({ after: 1000 })
  expect(await pointsOf(api.db, member.id)).toBe(1000)
})

test('Several revokes at once never take more than there is', async () => {
  const member = await newMember(api.db)
  await giveUntil(member, 500, null, 'all')
  const taken = await Promise.all([1, 2, 3, 4].map((one) => revoke(member, 200, { reason: `Return ${one}` })))
  expect(taken.map(({ kind }) => kind).toSorted()).toEqual(['adjusted', 'adjusted', 'short', 'short'])
  expect(await pointsOf(api.db, member.id)).toBe(100)
  expect((await audit(api.serverDb, member.id)).differences).toEqual([])
})

test('A dry run says what would happen, and changes nothing; nothing is given to a closed or unknown account', async () => {
  const member = await newMember(api.db)
  expect(await adjust(member, { isDryRun: true })).toMatchObject({ kind: 'adjusted', before: 0, after: 500 })
  expect(await revoke(member, 1, { isDryRun: true })).toEqual({ kind: 'short', available: 0 })
  await api.db.updateTable('members').set({ active: false }).where('id', '=', member.id).execute()
  expect(await adjust(member, {})).toEqual({ kind: 'closed' })
  expect(await adjust(member, { member: 'nobody@club.example' })).toEqual({ kind: 'unknown_member' })
  expect(await entriesOf(member)).toEqual([])
})

test('Nobody changes or removes a reason afterwards', async () => {
  const member = await newMember(api.db)
  await adjust(member, {})
  const change = api.db.updateTable('point_adjustments').set({ reason: 'another' }).execute()
  await expect(change).rejects.toThrow('append-only')
  await expect(api.serverDb.deleteFrom('point_adjustments').execute()).rejects.toThrow('permission denied')
})
