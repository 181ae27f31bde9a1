import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { redeemMessages } from '#contract/spending/redemption.ts'
import { audit } from '#server/services/audit.ts'
import { giveRedemptionBack } from '#server/services/spending/returnedRedemptions.ts'
import { markVoucher } from '#server/services/spending/vouchers.ts'
import { markParcel } from '#server/services/spending/parcels.ts'
import { markImported } from '#server/store/contents.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { importFiles, rewardEntry, rewardTexts, validFiles } from '#tests/support/contents.ts'
import { addEntries } from '#tests/support/ledgerEntries.ts'
import { readMails } from '#tests/support/mailbox.ts'
import { newMember, pointsOf } from '#tests/support/members.ts'
import { asStaff } from '#tests/support/staff.ts'
import { type TestApi, testApi } from './testApi.ts'

const rewards = [
  rewardEntry({ key: 'tote', stock: 3, points: 400, delivery_methods: ['Mail'] }),
  rewardEntry({ key: 'drink', stock: 1000, points: 100, delivery_methods: ['Email', 'On-site pick-up'] }),
  rewardEntry({ key: 'limited', stock: 9, points: 10, each_member_max: 2, delivery_methods: ['Email'] }),
  rewardEntry({ key: 'for-gold', reward_visibility_tiers: ['Gold'], delivery_methods: ['Email'] }),
  rewardEntry({ key: 'hidden', status: 'inactive', delivery_methods: ['Email'] }),
  rewardEntry({ key: 'miles', rewardType: 'Asia Miles', delivery_methods: [] }),
  rewardEntry({ key: 'plain', points: 50, stock: 5, delivery_methods: [] }),
  rewardEntry({ key: 'ended', expiry_date: '2026-03-31T23:59:59+08:00', delivery_methods: ['Email'] }),
  rewardEntry({ key: 'rare', stock: 7, points: 1, delivery_methods: ['Email'] }),
]

const files = {
  ...validFiles(),
  'rewards/entries.json': JSON.stringify(rewards),
  'rewards/en.md': rewardTexts(...rewards.map(({ key }) => String(key))),
  'countries/entries.json': JSON.stringify([{ key: 'hk', country_code: '852' }]),
  'countries/en.md': '# hk\n## name\nHong Kong\n',
  'countries/tc.md': '# hk\n## name\n香港\n',
  'countries/sc.md': '# hk\n## name\n香港\n',
  'redeem_success_messages/entries.json': JSON.stringify([{ key: 'Email', seq: 1 }]),
  'redeem_success_messages/en.md': '# Email\n## name\nOn its way\n## content\nLook at your mail.\n',
  'redeem_success_messages/tc.md': '# Email\n## name\n已發送\n## content\n請查看電郵。\n',
  'redeem_success_messages/sc.md': '# Email\n## name\n已发送\n## content\n请查看邮件。\n',
}

let api: TestApi
let idOf: (alias: string) => string
beforeAll(async () => {
  api = await testApi()
  await importFiles(api.db, files)
  const rows = await api.db.selectFrom('contents').select(['id', 'key']).where('group_name', '=', 'rewards').execute()
  idOf = (alias) => String(rows.find(({ key }) => key === alias)?.id)
})
afterAll(() => api.close())

async function newSaver(points: number) {
  const member = await newMember(api.db)
  await addEntries(api.db, member.id, [{ code: 'Bulk Import', points, at: new Date() }])
  return { ...member, token: await api.signIn(member.id) }
}

type Saver = Awaited<ReturnType<typeof newSaver>>

const mailTo = async ({ email }: Saver) => (await readMails(api, email))[0]

interface Wish {
  quantity?: unknown
  delivery?: string | null
  /** The points that the member was shown. */
  shown?: number
  key?: string
}

const redeem = ({ token }: Saver, alias: string, wish: Wish = {}) => {
  const { quantity = 1, delivery = 'Email', shown, key = randomUUID() } = wish
  const request = { item_id: idOf(alias), quantity, delivery_method: delivery, expected_points: shown }
  return api.call(endpoints.redeem, request, { token, key })
}

async function listOf(token: string | undefined) {
  const { body } = await api.call(endpoints.listRedeemedItems, {}, token === undefined ? {} : { token })
  return v.parse(endpoints.listRedeemedItems.answer, body).redeemed_items
}

const leftOf = async (alias: string) =>
  (await api.call(endpoints.redeemedItemAvailable, { item_id: idOf(alias) })).body['availableQuantityOfRewardItem']

test('A redemption takes points and stock, gives a voucher for each piece, and is confirmed by mail', async () => {
  const member = await newSaver(1000)
  const before = Number(await leftOf('drink'))
  const { status, body } = await redeem(member, 'drink', { quantity: 2 })
  expect(status).toBe(200)
  expect(body['message']).toBe('redeem successfully')
  const { result } = v.parse(endpoints.redeem.answer, body)
  expect(result).toMatchObject({
    gift_eng_name: 'The drink',
    quantity: 2,
    points_redeemed: 200,
    remaining_points: 800,
    delivery: 'Email',
    address: null,
    enRedeemedItemBottomMessage: expect.stringContaining('Look at your mail.'),
    tcRedeemedItemBottomMessage: expect.stringContaining('請查看電郵。'),
  })
  const codes = result?.couponArr.map(({ code }) => code) ?? []
  expect(new Set(codes).size).toBe(2)
  for (const code of codes) expect(code).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}$/)
  expect(await pointsOf(api.db, member.id)).toBe(800)
  expect(await leftOf('drink')).toBe(before - 2)
  const listed = await listOf(member.token)
  expect(listed).toMatchObject([{ ref_no: result?.ref_no, alias: 'drink', quantity: 2, points_redeemed: 200 }])
  expect(listed[0]?.couponArr).toEqual(result?.couponArr)
  const mail = await mailTo(member)
  expect(mail?.subject).toBe('You’ve redeemed The drink')
  for (const code of codes) expect(mail?.text).toContain(code)
})

test('What goes by post needs a complete address, which is kept with the redemption and stands in the mail, and has no voucher', async () => {
  const member = await newSaver(1000)
  expect((await redeem(member, 'tote', { delivery: 'Mail' })).body).toEqual({
    message: redeemMessages.refused,
    error: 'shipping_address_missing',
  })
  const address = { house_or_building_estate: 'Harbour Court', road_or_street: '1 Pier Road', district: 'Central' }
  await api.db
    .updateTable('members')
    .set({ ...address, country: 'hk' })
    .where('id', '=', member.id)
    .execute()
  const { body } = await redeem(member, 'tote', { delivery: 'Mail' })
  expect(body['result']).toMatchObject({ delivery: 'Mail', couponArr: [], address: { ...address, country: 'hk' } })
  const mail = await mailTo(member)
  expect(mail?.text).toMatch(/Harbour Court\s+1 Pier Road\s+Central\s+Hong Kong\n/)
})

test('Each refusal says why, and takes nothing', async () => {
  const member = await newSaver(5000)
  const refusal = async (alias: string, wish?: Wish) => (await redeem(member, alias, wish)).body['error']
  expect(await refusal('hidden')).toBe('item_not_found')
  expect(await refusal('for-gold')).toBe('item_not_found')
  expect(await refusal('unknown')).toBe('item_not_found')
  expect(await refusal('miles', { delivery: null })).toBe('not_redeemable')
  expect(await refusal('ended')).toBe('expired')
  expect(await refusal('drink', { delivery: 'Mail' })).toBe('delivery_not_offered')
  expect(await refusal('drink', { delivery: null })).toBe('delivery_not_offered')
  expect(await refusal('plain')).toBe('delivery_not_offered')
  expect(await refusal('limited', { quantity: 3 })).toBe('over_member_limit')
  expect((await redeem(member, 'limited', { quantity: 2 })).body['message']).toBe(redeemMessages.redeemed)
  expect(await refusal('limited')).toBe('over_member_limit')
  expect(await pointsOf(api.db, member.id)).toBe(4980)
  const poor = await newSaver(99)
  expect((await redeem(poor, 'drink')).body).toEqual({ message: redeemMessages.short })
  expect(await pointsOf(api.db, poor.id)).toBe(99)
  expect((await redeem(member, 'plain', { delivery: null })).body['message']).toBe(redeemMessages.redeemed)
})

test('A request that is no request is refused, and so is a member who is not verified, and nobody', async () => {
  const member = await newSaver(1000)
  for (const quantity of [0, -1, 1.5, 101, '1', null])
    expect((await redeem(member, 'drink', { quantity })).status).toBe(422)
  expect((await redeem(member, 'drink', { delivery: 'Pigeon' })).status).toBe(422)
  await api.db.updateTable('members').set({ email_verified: false }).where('id', '=', member.id).execute()
  expect((await redeem(member, 'drink')).status).toBe(403)
  const nobody = await api.call(endpoints.redeem, { item_id: idOf('drink'), quantity: 1, delivery_method: 'Email' })
  expect(nobody.status).toBe(401)
  expect(await pointsOf(api.db, member.id)).toBe(1000)
})

test('A reward can be redeemed up to its last moment in Hong Kong', async () => {
  const member = await newSaver(1000)
  await api.db
    .updateTable('sessions')
    .set({ expires_at: new Date('2030-01-01') })
    .execute()
  try {
    api.setTime(new Date('2026-03-31T16:00:00Z'))
    expect((await redeem(member, 'ended')).body['error']).toBe('expired')
    api.setTime(new Date('2026-03-31T15:59:59Z'))
    expect((await redeem(member, 'ended')).body['error']).toBeUndefined()
  } finally {
    api.setTime(null)
  }
})

test('Nobody pays points that they were not shown: after a change of the price the request is refused, and asked again', async () => {
  const member = await newSaver(1000)
  const cheaper = { message: redeemMessages.refused, error: 'points_changed' }
  expect((await redeem(member, 'drink', { quantity: 2, shown: 180 })).body).toEqual(cheaper)
  expect((await redeem(member, 'drink', { quantity: 2, shown: 240 })).body).toEqual(cheaper)
  expect(await pointsOf(api.db, member.id)).toBe(1000)
  expect((await redeem(member, 'drink', { quantity: 2, shown: 200 })).body['message']).toBe(redeemMessages.redeemed)
  expect((await redeem(member, 'drink', { shown: -1 })).status).toBe(422)
})

test('The same request again redeems once, and gets the same answer', async () => {
  const member = await newSaver(1000)
  const key = randomUUID()
  const answers = await Promise.all([1, 2, 3].map(() => redeem(member, 'drink', { key })))
  const again = await redeem(member, 'drink', { key })
  // 409: the first one is still in progress.
  expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
  for (const { body } of answers.filter(({ status }) => status === 200)) expect(body).toEqual(again.body)
  expect(again.body['message']).toBe(redeemMessages.redeemed)
  expect(await pointsOf(api.db, member.id)).toBe(900)
  expect((await redeem(member, 'drink', { key, quantity: 2 })).status).toBe(422)
})

test('Of a few pieces that many want at once exactly those are given, and the others learn what is left', async () => {
  const members = await Promise.all(Array.from({ length: 12 }, () => newSaver(100)))
  const answers = await Promise.all(members.map((member) => redeem(member, 'rare')))
  const messages = answers.map(({ body }) => body['message'])
  expect(messages.filter((message) => message === redeemMessages.redeemed)).toHaveLength(7)
  const late = answers.filter(({ body }) => body['message'] === redeemMessages.outOfStock)
  expect(late.map(({ body }) => body['availableQuantityOfRewardItem'])).toEqual([0, 0, 0, 0, 0])
  const points = await Promise.all(members.map(({ id }) => pointsOf(api.db, id)))
  expect(points.reduce((sum, one) => sum + one, 0)).toBe(1200 - 7)
})

test('A member who redeems in several places at once never spends more than there is', async () => {
  const member = await newSaver(250)
  const answers = await Promise.all([1, 2, 3, 4].map(() => redeem(member, 'drink')))
  const messages = answers.map(({ body }) => String(body['message'])).toSorted((a, b) => a.localeCompare(b))
  expect(messages).toEqual([
    redeemMessages.short,
    redeemMessages.short,
    redeemMessages.redeemed,
    redeemMessages.redeemed,
  ])
  expect(await pointsOf(api.db, member.id)).toBe(50)
})

test('Nobody sees what another has redeemed', async () => {
  const member = await newSaver(1000)
  await redeem(member, 'drink')
  const other = await newSaver(0)
  const asOther = await api.call(endpoints.listRedeemedItems, { user: member.id }, { token: other.token })
  expect(asOther.body).toEqual({ redeemed_items: [] })
  expect(await listOf(undefined)).toEqual([])
  expect(await listOf(member.token)).toHaveLength(1)
})

test('An import changes a stock, and never takes away what was redeemed', async () => {
  const member = await newSaver(1000)
  const left = Number(await leftOf('plain'))
  await redeem(member, 'plain', { delivery: null })
  expect(await leftOf('plain')).toBe(left - 1)
  const withStock = (stock: number) => ({
    'rewards/entries.json': JSON.stringify(rewards.map((one) => (one['key'] === 'plain' ? { ...one, stock } : one))),
    'rewards/en.md': files['rewards/en.md'],
  })
  await importFiles(api.db, withStock(20))
  expect(await leftOf('plain')).toBe(20 - (5 - left) - 1)
  await expect(importFiles(api.db, withStock(0))).rejects.toThrow(/plain has a stock of 0, and \d have been redeemed/)
  const without = rewards.filter((one) => one['key'] !== 'plain')
  const removal = importFiles(api.db, {
    'rewards/entries.json': JSON.stringify(without),
    'rewards/en.md': rewardTexts(...without.map(({ key }) => String(key))),
  })
  await expect(removal).rejects.toThrow('plain has been redeemed: make it inactive')
})

test('The stock of a reward follows the contents, whoever writes them', async () => {
  const { fields, texts } = await api.db
    .selectFrom('contents')
    .select(['fields', 'texts'])
    .where('group_name', '=', 'rewards')
    .where('key', '=', 'drink')
    .executeTakeFirstOrThrow()
  const withStock = (stock: number) => JSON.stringify({ ...fields, stock })
  const entry = {
    group_name: 'rewards',
    key: 'written',
    position: 99,
    texts: JSON.stringify(texts),
    updated_at: new Date(),
  }
  await inTransaction(api.serverDb, async (db) => {
    await db
      .insertInto('contents')
      .values({ ...entry, fields: withStock(2) })
      .execute()
    await markImported(db, new Date())
  })
  const row = api.db.selectFrom('contents').select('id').where('key', '=', 'written')
  const { id } = await row.executeTakeFirstOrThrow()
  const member = await newSaver(1000)
  const redeemNew = (quantity: number) =>
    api.call(endpoints.redeem, { item_id: id, quantity, delivery_method: 'Email' }, { token: member.token })
  expect((await redeemNew(2)).body['message']).toBe(redeemMessages.redeemed)
  const change = (stock: number) =>
    api.serverDb
      .updateTable('contents')
      .set({ fields: withStock(stock) })
      .where('key', '=', 'written')
      .execute()
  await change(1)
  expect((await redeemNew(1)).body).toEqual({ message: redeemMessages.outOfStock, availableQuantityOfRewardItem: 0 })
  await change(3)
  expect((await redeemNew(1)).body['message']).toBe(redeemMessages.redeemed)
})

test('A stock is never redeemed beyond its end, whatever a program does', async () => {
  const beyond = api.serverDb.updateTable('reward_stock').set({ redeemed: 1001 }).where('alias', '=', 'drink').execute()
  await expect(beyond).rejects.toThrow('check constraint')
  await expect(api.serverDb.updateTable('vouchers').set({ code: 'X' }).execute()).rejects.toThrow('permission denied')
})

const giveBack = (memberId: string, refNo: string) =>
  giveRedemptionBack(asStaff(api.serverDb), {
    memberId,
    refNo,
    reason: 'The bar was closed',
    pointsExpiryMonths: null,
    now: new Date(),
  })

const useVoucher = (code: string) =>
  markVoucher(asStaff(api.serverDb), { code, isUsed: true, takesExpired: false, undoes: 'any', now: new Date() })

async function redeemed(member: Saver, alias: string, wish?: Wish) {
  const { result } = v.parse(endpoints.redeem.answer, (await redeem(member, alias, wish)).body)
  if (!result) throw new Error('Nothing was redeemed')
  return { refNo: result.ref_no, code: result.couponArr[0]?.code ?? '' }
}

test('A redemption that is given back, once, voids its voucher, and frees its stock and the member’s maximum', async () => {
  const member = await newSaver(1000)
  const left = Number(await leftOf('limited'))
  const { refNo, code } = await redeemed(member, 'limited', { quantity: 2 })
  expect((await redeem(member, 'limited')).body['error']).toBe('over_member_limit')
  const answers = await Promise.all([1, 2, 3].map(() => giveBack(member.id, refNo)))
  expect(answers.map(({ kind }) => kind).toSorted()).toEqual(['repeated', 'repeated', 'returned'])
  expect(answers).toContainEqual({ kind: 'returned', points: 20, after: 1000 })
  expect(await pointsOf(api.db, member.id)).toBe(1000)
  expect(await leftOf('limited')).toBe(left)
  expect(await listOf(member.token)).toMatchObject([{ ref_no: refNo, returned_at: expect.stringMatching(/^20/) }])
  expect(await useVoucher(code)).toMatchObject({ kind: 'void', voucher: { voidAt: expect.any(Date), usedAt: null } })
  const older = api.serverDb.updateTable('vouchers').set({ used_at: new Date() }).where('code', '=', code).execute()
  await expect(older).rejects.toThrow('is void')
  expect((await redeem(member, 'limited', { quantity: 2 })).body['message']).toBe(redeemMessages.redeemed)
  expect((await audit(api.serverDb, member.id)).differences).toEqual([])
})

test('What a member has had, or what is on its way, is not given back; a parcel that is still here is sent no more', async () => {
  const member = await newSaver(2000)
  const drink = await redeemed(member, 'drink')
  expect(await useVoucher(drink.code)).toMatchObject({ kind: 'marked' })
  expect(await giveBack(member.id, drink.refNo)).toEqual({ kind: 'used' })
  expect(await giveBack((await newSaver(0)).id, drink.refNo)).toEqual({ kind: 'unknown' })
  const address = { house_or_building_estate: 'Harbour Court', road_or_street: '1 Pier Road', district: 'Central' }
  const home = { ...address, country: 'hk' }
  await api.db.updateTable('members').set(home).where('id', '=', member.id).execute()
  const [sent, here] = [
    await redeemed(member, 'tote', { delivery: 'Mail' }),
    await redeemed(member, 'tote', { delivery: 'Mail' }),
  ]
  const mark = (refNo: string, state: 'packed' | 'sent') =>
    markParcel(asStaff(api.serverDb), {
      refNo,
      state,
      tracking: null,
      now: new Date(),
      notify: () => Promise.resolve(),
    })
  await mark(sent.refNo, 'packed')
  await mark(sent.refNo, 'sent')
  expect(await giveBack(member.id, sent.refNo)).toEqual({ kind: 'sent' })
  expect(await giveBack(member.id, here.refNo)).toMatchObject({ kind: 'returned', points: 400 })
  expect(await mark(here.refNo, 'packed')).toEqual({ kind: 'unknown' })
  const listed = (await listOf(member.token)).find(({ ref_no: refNo }) => refNo === here.refNo)
  expect(listed).toMatchObject({ parcel: null, returned_at: expect.stringMatching(/^20/) })
})

test('After all this the audit finds no difference; and one that is made, it finds', async () => {
  expect((await audit(api.serverDb)).differences).toEqual([])
  await api.db.updateTable('reward_stock').set({ redeemed: 0 }).where('alias', '=', 'rare').execute()
  expect((await audit(api.serverDb)).differences).toEqual(['reward rare: its stock says 0, its redemptions make 7'])
})
