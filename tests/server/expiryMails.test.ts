import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { remindOfExpiry } from '#server/services/points/expiryReminders.ts'
import { givePoints } from '#server/services/points/points.ts'
import { lockMember } from '#server/store/members/members.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { importFiles, rewardEntry, rewardTexts, validFiles } from '#tests/support/contents.ts'
import { readMails } from '#tests/support/mailbox.ts'
import { newMember, type TestMember } from '#tests/support/members.ts'
import { type TestApi, testApi } from './testApi.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
  const drink = rewardEntry({ key: 'drink', points: 100, stock: 9, delivery_methods: ['Email'] })
  await importFiles(api.db, {
    ...validFiles(),
    'rewards/entries.json': JSON.stringify([drink]),
    'rewards/en.md': rewardTexts('drink'),
  })
})
afterAll(() => api.close())

/** Noon in Hong Kong. */
const noon = (day: string) => new Date(`${day}T12:00:00+08:00`)
/** The midnight after a day in Hong Kong. */
const endOf = (day: string) => new Date(Date.parse(`${day}T00:00:00+08:00`) + 86_400_000)

/** A member who wants reminders, or none. */
async function newReader({ wantsReminders = true } = {}): Promise<TestMember> {
  const member = await newMember(api.db)
  await api.db
    .updateTable('members')
    .set({ receive_email_promotion: wantsReminders })
    .where('id', '=', member.id)
    .execute()
  return member
}

function give({ id: memberId }: TestMember, points: number, lastDay: string) {
  return inTransaction(api.serverDb, async (transaction) => {
    await lockMember(transaction, memberId)
    const cause = { memberId, code: 'Bulk Import', reference: randomUUID(), now: noon('2026-09-01') }
    await givePoints(transaction, cause, points, endOf(lastDay))
  })
}

/** The task of three servers at the same time. Resolves to how many mails they wrote. */
async function remind(day: string): Promise<number> {
  const task = { now: noon(day), notify: api.dependencies.notify }
  const runs = await Promise.all([1, 2, 3].map(() => remindOfExpiry(api.serverDb, task)))
  expect(runs.flatMap(({ failures }) => failures)).toEqual([])
  return runs.reduce((sum, { told }) => sum + told, 0)
}

const mailsTo = ({ email }: TestMember) => readMails(api, email)

test('Points that expire are told 30 and 7 days before, once each, with their last day in Hong Kong', async () => {
  const member = await newReader()
  await give(member, 480, '2026-12-26')
  await give(member, 20, '2026-12-26')
  await give(member, 1200, '2026-12-28')
  await give(member, 7, '2027-06-30')
  expect(await remind('2026-11-26')).toBe(0)
  expect(await remind('2026-11-28')).toBe(1)
  expect(await remind('2026-11-29')).toBe(1)
  expect(await remind('2026-12-10')).toBe(0)
  const [first, second] = await mailsTo(member)
  expect(first?.subject).toBe('500 points expire at the end of 26 Dec 2026')
  expect(first?.text).toContain('26 Dec 2026: 500 points')
  expect(second?.subject).toBe('1,200 points expire at the end of 28 Dec 2026')
  expect(await remind('2026-12-24')).toBe(1)
  expect(await remind('2026-12-25')).toBe(0)
  const [, , last, ...more] = await mailsTo(member)
  expect(more).toEqual([])
  expect(last?.text).toContain('26 Dec 2026: 500 points\n28 Dec 2026: 1,200 points')
  expect(await remind('2027-01-01')).toBe(0)
})

test('A server that was away tells what is left to tell: of points with five days left once, of expired ones nothing', async () => {
  const member = await newReader()
  await give(member, 100, '2027-02-10')
  await give(member, 200, '2027-02-05')
  expect(await remind('2027-02-06')).toBe(1)
  expect((await mailsTo(member)).map(({ kind, subject }) => [kind, subject])).toEqual([
    ['points_expire_7', '100 points expire at the end of 10 Feb 2027'],
  ])
})

test('Who wants no reminders gets the last notice alone; who is closed or unproved gets none', async () => {
  const member = await newReader({ wantsReminders: false })
  const [closed, unproved] = [await newReader(), await newReader()]
  for (const each of [member, closed, unproved]) await give(each, 100, '2027-03-31')
  await api.db.updateTable('members').set({ active: false }).where('id', '=', closed.id).execute()
  await api.db.updateTable('members').set({ email_verified: false }).where('id', '=', unproved.id).execute()
  expect(await remind('2027-03-05')).toBe(0)
  expect(await remind('2027-03-26')).toBe(1)
  expect(await mailsTo(member)).toMatchObject([{ kind: 'points_expire_7', unsubscribe: null }])
})

test('A voucher that nobody has used is told 30 and 7 days before, with its code and reward', async () => {
  const member = await newReader()
  const token = await api.signIn(member.id)
  await give(member, 200, '2030-01-01')
  const row = api.db.selectFrom('contents').select('id').where('group_name', '=', 'rewards')
  const { id } = await row.executeTakeFirstOrThrow()
  api.setTime(noon('2026-10-01'))
  const request = { item_id: id, quantity: 2, delivery_method: 'Email' }
  expect((await api.call(endpoints.redeem, request, { token })).status).toBe(200)
  api.setTime(null)
  const vouchers = await api.db.selectFrom('vouchers').select(['id', 'code', 'expires_at']).orderBy('code').execute()
  const [first, second] = vouchers
  expect(first?.expires_at).toEqual(new Date(endOf('2027-10-01').getTime() - 1))
  expect(await remind('2027-09-10')).toBe(1)
  const [, reminder] = await mailsTo(member)
  expect(reminder?.subject).toBe('2 vouchers expire soon')
  for (const { code } of vouchers) expect(reminder?.text).toContain(code)
  expect(reminder?.text).toContain('valid until 1 Oct 2027')
  await api.db
    .updateTable('vouchers')
    .set({ used_at: noon('2027-09-12') })
    .where('id', '=', first?.id ?? '')
    .execute()
  expect(await remind('2027-09-28')).toBe(1)
  const last = (await mailsTo(member)).at(-1)
  expect(last?.subject).toBe('Your voucher expires on 1 Oct 2027')
  expect(last?.text).toContain(second?.code)
  expect(last?.text).not.toContain(first?.code)
  expect(await remind('2027-09-29')).toBe(0)
})
