import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { addEntries } from '#tests/support/ledgerEntries.ts'
import { readMails } from '#tests/support/mailbox.ts'
import { newMember, pointsOf } from '#tests/support/members.ts'
import { type TestApi, testApi } from './testApi.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

async function newSaver(points: number) {
  const member = await newMember(api.db)
  await addEntries(api.db, member.id, [{ code: 'Bulk Import', points, at: new Date() }])
  return { ...member, token: await api.signIn(member.id) }
}

const account = {
  asia_miles_membership_number: '1234 567 890',
  asia_miles_member_first_name: 'Wing Yan',
  asia_miles_member_last_name: 'Chan',
}

const convert = (token: string, points: unknown, own: Record<string, unknown> = {}, key: string = randomUUID()) =>
  api.call(endpoints.redeemAsiaMiles, { points_to_convert: points, ...account, ...own }, { token, key })

test('Points become miles once, with the balance before and after, an entry in the log, and a mail', async () => {
  const member = await newSaver(5000)
  const key = randomUUID()
  const { body } = await convert(member.token, 1200, {}, key)
  expect(body).toMatchObject({
    message: 'Asia Miles Redemption successfully',
    result: {
      asia_miles_name: 'Wing Yan Chan',
      asia_miles_no: '1234567890',
      asia_miles_convert: 300,
      point_to_convert: 1200,
      remaining_points: 3800,
    },
  })
  expect((await convert(member.token, 1200, {}, key)).body).toEqual(body)
  expect(await pointsOf(api.db, member.id)).toBe(3800)
  const log = await api.call(endpoints.pointTransactions, {}, { token: member.token })
  expect(JSON.stringify(log.body)).toContain('Asia Miles Redemption')
  const [mail] = await readMails(api, member.email)
  expect(mail?.subject).toBe('You’ve converted points to 300 miles')
})

test('Each refusal says why, and takes nothing', async () => {
  const member = await newSaver(1500)
  expect((await convert(member.token, 1001)).body['error']).toBe('invalid_point_conversion')
  expect((await convert(member.token, 996)).body['error']).toBe('min_points_not_reached')
  expect((await convert(member.token, 2000)).body).toEqual({
    message: 'no enough available points for this redeem request',
  })
  for (const points of [-4, 1000.5, '1000', null]) expect((await convert(member.token, points)).status).toBe(422)
  for (const number of ['', '12', 'ABCDEFGHIJ', '<script>'])
    expect((await convert(member.token, 1000, { asia_miles_membership_number: number })).status).toBe(422)
  expect((await convert(member.token, 1000, { asia_miles_member_first_name: '陳' })).status).toBe(422)
  expect(await pointsOf(api.db, member.id)).toBe(1500)
})

test('Nobody converts at a rate that they were not shown: after a change the request is refused, and asked again', async () => {
  const member = await newSaver(1200)
  const changed = { message: 'Asia Miles Redemption refused', error: 'miles_changed' }
  for (const miles of [240, 400])
    expect((await convert(member.token, 1200, { expected_miles: miles })).body).toEqual(changed)
  expect(await pointsOf(api.db, member.id)).toBe(1200)
  const { body } = await convert(member.token, 1200, { expected_miles: 300 })
  expect(body['message']).toBe('Asia Miles Redemption successfully')
})

test('Two conversions at once never spend more than there is', async () => {
  const member = await newSaver(1000)
  const answers = await Promise.all([1, 2, 3].map(() => convert(member.token, 1000)))
  expect(answers.filter(({ body }) => body['result'] !== undefined)).toHaveLength(1)
  expect(await pointsOf(api.db, member.id)).toBe(0)
})

test('Points are converted by verified members alone', async () => {
  const member = await newSaver(1000)
  await api.db.updateTable('members').set({ email_verified: false }).where('id', '=', member.id).execute()
  expect((await convert(member.token, 1000)).status).toBe(403)
  expect((await api.call(endpoints.redeemAsiaMiles, { points_to_convert: 1000, ...account })).status).toBe(401)
})
