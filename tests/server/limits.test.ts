import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pathOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { sha256 } from '#server/store/hash.ts'
import { datafeed } from '#tests/support/datafeed.ts'
import { newMember } from '#tests/support/members.ts'
import { letMinutesPass } from '#tests/support/rateLimits.ts'
import { newPayer } from '#tests/support/registrations.ts'
import { issueTicket } from '#tests/support/tickets.ts'
import { type TestApi, testApi } from './testApi.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi({ rateLimits: { signIn: 3, scans: 5, spending: 4 } })
})
afterAll(() => api.close())

const login = (email: string) =>
  api.call(endpoints.login, { login: email, password: 'subject', id_token: 'no token of the provider' })

test('Sign-ins for one address are limited, with a time to try again', async () => {
  const email = `${randomUUID()}@club.example`
  for (let attempt = 0; attempt < 3; attempt += 1) expect((await login(email)).status).toBe(401)
  const refused = await login(email.toUpperCase())
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await login(`other-${email}`)).status).toBe(401)
})

const registerNewMember = () =>
  api.call(endpoints.registerAccount, {
    email: `${randomUUID()}@club.example`,
    password: 'subject',
    password_confirmation: 'subject',
    id_token: 'no token of the provider',
  })

test('Sign-ins from one network address are limited, for any email address', async () => {
  const answers = []
  for (let attempt = 0; attempt < 61; attempt += 1) answers.push((await registerNewMember()).status)
  expect(answers).toEqual([...Array<number>(60).fill(401), 429])
})

test('Look-ups are limited for each member separately', async () => {
  const tokens = [await api.signIn((await newMember(api.db)).id), await api.signIn((await newMember(api.db)).id)]
  const scan = (token = '') => api.call(endpoints.scanTicket, { qrcode: 'anything' }, { token })
  for (let attempt = 0; attempt < 5; attempt += 1) expect((await scan(tokens[0])).status).toBe(200)
  expect((await scan(tokens[0])).status).toBe(429)
  expect((await scan(tokens[1])).status).toBe(200)
})

test('What spends points or takes places is limited for each member, so that refused requests with ever new keys store only so many answers', async () => {
  const [{ id }, other] = [await newMember(api.db), await newMember(api.db)]
  const [token, otherToken] = [await api.signIn(id), await api.signIn(other.id)]
  const redeem = (of: string) => api.call(endpoints.redeem, { item_id: 'none', quantity: 1 }, { token: of })
  const register = () => api.call(endpoints.registerEvent, { event_id: 'none', quantity: 1 }, { token })
  for (let attempt = 0; attempt < 3; attempt += 1) expect((await redeem(token)).status).toBe(200)
  expect((await register()).status).toBe(200)
  const refused = await redeem(token)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await register()).status).toBe(429)
  expect((await api.call(endpoints.cancelRegistration, { ref_no: 'none' }, { token })).status).toBe(429)
  expect((await redeem(otherToken)).status).toBe(200)
  const stored = await api.db.selectFrom('idempotency_keys').select('key').where('member_id', '=', id).execute()
  expect(stored).toHaveLength(4)
})

test('A call that was answered under its key gets that answer again, however many calls its member has made since', async () => {
  const { id } = await newMember(api.db)
  const token = await api.signIn(id)
  const [spent, saved, read] = [randomUUID(), randomUUID(), randomUUID()]
  const redeem = (key?: string) =>
    api.call(endpoints.redeem, { item_id: 'none', quantity: 1 }, { token, ...(key !== undefined && { key }) })
  const change = (key?: string) =>
    api.call(endpoints.updateProfile, { first_name: 'Ada' }, { token, ...(key !== undefined && { key }) })
  // That a code is not known is kept under no key.
  const { code: qrcode } = await issueTicket(api.db)
  const scan = (key?: string) =>
    api.call(endpoints.scanTicket, { qrcode }, { token, ...(key !== undefined && { key }) })
  for (const [key, call] of [
    [spent, redeem],
    [saved, change],
    [read, scan],
  ] as const) {
    const first = await call(key)
    expect(first.status).toBe(200)
    while ((await call()).status !== 429);
    for (let time = 0; time < 3; time += 1) expect(await call(key)).toMatchObject({ status: 200, body: first.body })
    expect((await call()).status).toBe(429)
  }
  // The handler would refuse the missing names.
  const other = { _is_ya_form: true, first_name: 'Grace' }
  expect((await api.call(endpoints.updateProfile, other, { token, key: saved })).body['errors']).toEqual({
    'Idempotency-Key': ['Idempotency-Key has already been used'],
  })
})

test('A member stores so many answers in a day, of scans, redemptions and registrations together', async () => {
  const apart = await testApi({ rateLimits: { scans: 1, spending: 1000 }, refusesTransactions: false })
  const [{ id }, other] = [await newMember(apart.db), await newMember(apart.db)]
  const [token, otherToken] = [await apart.signIn(id), await apart.signIn(other.id)]
  const redeem = (of: string) => apart.call(endpoints.redeem, { item_id: 'none', quantity: 1 }, { token: of })
  const { code: qrcode } = await issueTicket(apart.db)
  expect((await apart.call(endpoints.scanTicket, { qrcode }, { token })).status).toBe(200)
  const statuses: number[] = []
  for (let attempt = 0; attempt < 59; attempt += 1) statuses.push((await redeem(token)).status)
  expect(new Set(statuses)).toEqual(new Set([200]))
  const refused = await redeem(token)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(23 * 3600)
  expect((await apart.call(endpoints.registerEvent, { event_id: 'none', quantity: 1 }, { token })).status).toBe(429)
  expect((await redeem(otherToken)).status).toBe(200)
  const stored = await apart.db.selectFrom('idempotency_keys').select('key').where('member_id', '=', id).execute()
  expect(stored).toHaveLength(60)
  await apart.close()
})

test('What members store or have gathered of their own is limited for each call and member, and so are the answers that are kept', async () => {
  const [{ id }, other] = [await newMember(api.db), await newMember(api.db)]
  const [token, otherToken] = [await api.signIn(id), await api.signIn(other.id)]
  const change = (as: string) => api.call(endpoints.updateProfile, { first_name: 'Ada' }, { token: as })
  for (let count = 0; count < 60; count += 1) expect((await change(token)).status).toBe(200)
  const refused = await change(token)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000)
  expect((await change(otherToken)).status).toBe(200)
  const stored = await api.db.selectFrom('idempotency_keys').select('key').where('member_id', '=', id).execute()
  expect(stored).toHaveLength(60)
  const calls = [endpoints.exportAccount, endpoints.welcome, endpoints.refresh]
  for (const endpoint of calls) {
    // One after another: many at once wait for each other, and some would wait too long.
    const statuses: number[] = []
    for (let count = 0; count < 61; count += 1) statuses.push((await api.call(endpoint, {}, { token })).status)
    expect(statuses.slice(0, 60)).not.toContain(429)
    expect(statuses.at(-1)).toBe(429)
  }
})

test('Verification mails are limited for each address', async () => {
  const email = `${randomUUID()}@club.example`
  const resendLater = async () => {
    await letMinutesPass(api.db, 1)
    return api.call(endpoints.resendVerification, { email })
  }
  for (let attempt = 0; attempt < 5; attempt += 1) expect((await resendLater()).status).toBe(200)
  expect((await resendLater()).status).toBe(429)
  expect(api.mailed).toEqual(Array.from({ length: 5 }, () => email))
})

const lookUp = (text: string) => api.call(endpoints.verifyEmailOrMobile, { email_or_mobile: text })

test('Look-ups of an email address or mobile number are limited for each of them, and for a network address', async () => {
  for (let attempt = 0; attempt < 3; attempt += 1) expect((await lookUp('60009999')).status).toBe(200)
  expect((await lookUp('6000 9999')).status).toBe(429)
  const others = await Promise.all(Array.from({ length: 12 }, (_, index) => lookUp(`6100${index + 1000}`)))
  expect(others.filter(({ status }) => status === 429)).toHaveLength(1)
})

const claim = { cb_member_no: 'OLD1', last_name: 'Chan', email_or_mobile: '51990001' }
const statusesOf = (count: number, call: (index: number) => Promise<{ status: number }>) =>
  Promise.all(Array.from({ length: count }, (_none, index) => call(index))).then((answers) =>
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
  )
const tenOf = (count: number) => [...Array<number>(10).fill(422), ...Array<number>(count - 10).fill(429)]

test('Guesses of who an old member is are limited for a number, a contact, a code and a member, from whatever network they come', async () => {
  const apart = await testApi()
  const lookUpAs = (facts: Partial<typeof claim>) => apart.call(endpoints.existingProfile, { ...claim, ...facts })
  const writings = ['OLD2', ' old2 ', 'ＯＬＤ２']
  expect(
    await statusesOf(40, (index) =>
      lookUpAs({ cb_member_no: writings[index % 3] ?? '', email_or_mobile: `5299${1000 + index}` }),
    ),
  ).toEqual(tenOf(40))
  const contacts = ['51990003', '5199 0003', '+852 5199 0003', '８５２５１９９０００３']
  expect(
    await statusesOf(12, (index) =>
      lookUpAs({ cb_member_no: `OLD${index + 100}`, email_or_mobile: contacts[index % 4] ?? '' }),
    ),
  ).toEqual(tenOf(12))
  const codes = ['WELCOME-1', ' welcome-1', 'Welcome - 1']
  const { email_or_mobile: _contact, ...facts } = claim
  const tryCode = (index: number) => {
    const guess = { cb_member_no: `OLD${index + 400}`, upgrade_code: codes[index % 3] ?? '' }
    return apart.call(endpoints.existingProfile, { ...facts, ...guess })
  }
  expect(await statusesOf(12, tryCode)).toEqual(tenOf(12))
  const token = await apart.signIn((await newMember(apart.db, { verified: false })).id)
  const take = (index: number) => {
    const guess = { ...claim, cb_member_no: `OLD${index + 200}`, email_or_mobile: `5399${1000 + index}` }
    return apart.call(endpoints.profileMigrated, guess, { token })
  }
  expect(await statusesOf(12, take)).toEqual(tenOf(12))
  await apart.close()
})

test('Wrong claims by others never keep away who has the code, and right claims do not count', async () => {
  const apart = await testApi()
  const right = { cb_member_no: 'OLD700', last_name: 'Chan', email_or_mobile: '51990700' }
  const person = { last_name: 'Chan', first_name: 'Siu Ming', country_code: '852', mobile: '51990700' }
  await apart.db
    .insertInto('old_members')
    .values({ member_no: 'OLD700', tier: 'Red', ...person })
    .execute()
  const code = { token_hash: sha256('coming-back'), kind: 'existing', tier: 'Red', old_member_no: 'OLD700' } as const
  await apart.db
    .insertInto('upgrade_tokens')
    .values({ ...code, expires_at: new Date(Date.now() + 3_600_000) })
    .execute()
  const ask = (facts: Partial<typeof claim> & { upgrade_code?: string }) =>
    apart.call(endpoints.existingProfile, { ...right, ...facts })
  for (let time = 0; time < 15; time += 1) expect((await ask({})).status).toBe(200)
  expect(await statusesOf(12, (index) => ask({ email_or_mobile: `5999${1000 + index}` }))).toEqual(tenOf(12))
  expect((await ask({})).status).toBe(429)
  const { email_or_mobile: _contact, ...facts } = right
  const withCode = { ...facts, upgrade_code: 'Coming-Back' }
  expect((await apart.call(endpoints.existingProfile, { ...withCode, upgrade_code: 'another' })).status).toBe(429)
  for (let time = 0; time < 15; time += 1)
    expect((await apart.call(endpoints.existingProfile, withCode)).status).toBe(200)
  const member = await newPayer(apart.db)
  const token = await apart.signIn(member.id)
  await statusesOf(12, (index) =>
    apart.call(endpoints.profileMigrated, { ...claim, cb_member_no: `OLD${index + 800}` }, { token }),
  )
  expect((await apart.call(endpoints.profileMigrated, withCode, { token })).body).toEqual({ success: true })
  await apart.close()
})

test('The right code is heard, whatever wrong claims have come from the same network address', async () => {
  const apart = await testApi({ rateLimits: { signIn: 1 } })
  const old = { member_no: 'OLD900', tier: 'Red', last_name: 'Chan', first_name: 'Ada' } as const
  await apart.db
    .insertInto('old_members')
    .values({ ...old, country_code: '852', mobile: '51990900' })
    .execute()
  const code = { token_hash: sha256('mine-alone'), kind: 'existing', tier: 'Red', old_member_no: 'OLD900' } as const
  await apart.db
    .insertInto('upgrade_tokens')
    .values({ ...code, expires_at: new Date(Date.now() + 3_600_000) })
    .execute()
  const ask = (facts: Record<string, string>) => apart.call(endpoints.existingProfile, { last_name: 'Chan', ...facts })
  const wrong = await statusesOf(21, (index) => ask({ cb_member_no: `OLD${index}`, email_or_mobile: '1' }))
  expect(wrong.at(-1)).toBe(429)
  expect((await ask({ cb_member_no: 'OLD900', upgrade_code: 'mine-alone' })).status).toBe(200)
  await apart.close()
})

test('Of a call whose caller is known to be over a limit, the body is not read', async () => {
  const token = await api.signIn((await newMember(api.db)).id)
  for (let attempt = 0; attempt < 6; attempt += 1) await api.call(endpoints.scanTicket, { qrcode: 'x' }, { token })
  let isRead = false
  const body = new ReadableStream(
    {
      pull(controller) {
        isRead = true
        controller.enqueue(new TextEncoder().encode('{}'))
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  const headers = {
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    'Content-Length': '2',
    'Idempotency-Key': randomUUID(),
  }
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', headers, body, duplex: 'half' }
  const { status } = await api.send(pathOf(endpoints.scanTicket, 'club-bravo'), init)
  expect([status, isRead]).toEqual([429, false])
})

test('Taking old memberships over is limited for a network address', async () => {
  const token = await api.signIn((await newMember(api.db)).id)
  const take = () => api.call(endpoints.profileMigrated, { ...claim, cb_member_no: 'OLD300' }, { token })
  expect(await statusesOf(4, take)).toEqual([422, 422, 422, 429])
})

test('Orders of payments are limited for a member, and the newest one can still be paid', async () => {
  const [member, other] = [await newPayer(api.db), await newPayer(api.db)]
  const [token, otherToken] = [await api.signIn(member.id), await api.signIn(other.id)]
  const order = (as: string) => api.call(endpoints.tierPayment, {}, { token: as })
  for (let count = 0; count < 20; count += 1) expect((await order(token)).status).toBe(200)
  const refused = await order(token)
  expect(refused).toMatchObject({ status: 429, body: { message: expect.stringContaining('several payments') } })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000)
  expect((await api.call(endpoints.youthPayment, {}, { token })).status).toBe(429)
  expect((await order(otherToken)).status).toBe(200)
  const orders = api.db.selectFrom('payment_orders').select('order_ref').where('member_id', '=', member.id)
  const { order_ref: Ref } = await orders.where('state', '=', 'sent').executeTakeFirstOrThrow()
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const path = pathOf(endpoints.paymentDatafeed, 'club-bravo')
  await api.send(path, { method: 'POST', headers, body: datafeed({ Ref }) })
  const memberships = api.db.selectFrom('memberships').select('tier').where('member_id', '=', member.id)
  expect(await memberships.execute()).toEqual([{ tier: 'Red' }])
})
