import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Endpoint, pathOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { purgeAnswers, takeKey } from '#server/store/idempotency.ts'
import type { Database } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { lockMember } from '#server/store/members/members.ts'
import { creditsOf, newMember, pointsOf } from '#tests/support/members.ts'
import { issueTicket, issueTickets } from '#tests/support/tickets.ts'
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

const scan = (token: string, qrcode: string, key: string) => api.call(endpoints.scanTicket, { qrcode }, { token, key })

test('The same request under the same key always gets the same response', async () => {
  const { token } = await signedInMember()
  const other = await signedInMember()
  const [ticket, key] = [await issueTicket(api.db), randomUUID()]
  const first = await scan(token, ticket.code, key)
  expect(first.body['status']).toBe('found')
  await scanAndConfirm(api, other.token, ticket.code)
  expect((await scan(token, ticket.code, key)).body).toEqual(first.body)
  expect((await scan(token, ticket.code, randomUUID())).body['status']).toBe('duplicated')
})

test('A ticket that was not known is looked up anew under the same key, and a claim of it decided anew', async () => {
  const member = await signedInMember()
  const [{ code, ticketNo, amount }, key] = [await issueTicket(api.db), randomUUID()]
  const sold = api.db.deleteFrom('tickets').where('ticket_no', '=', ticketNo).returningAll()
  const row = await sold.executeTakeFirstOrThrow()
  expect(await scanAndConfirm(api, member.token, code, key)).toMatchObject({ body: { status: 'not_found' } })
  expect(await scanAndConfirm(api, member.token, code, key)).toMatchObject({ body: { status: 'not_found' } })
  await api.db.insertInto('tickets').values(row).execute()
  expect(await scanAndConfirm(api, member.token, code, key)).toMatchObject({ body: { status: 'success' } })
  expect(await pointsOf(api.db, member.id)).toBe(amount)
})

test('Every answer to a call with a key names it, a refusal and a failure as well', async () => {
  const { token } = await signedInMember()
  const [ticket, key] = [await issueTicket(api.db), randomUUID()]
  const answers = [
    await scan(token, ticket.code, key),
    await scan(token, ticket.code, key),
    await scan(token, 'another code', key),
    await scan('no token', ticket.code, key),
    await api.call(endpoints.scanTicket, { qrcode: '' }, { token, key }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 422, 401, 422])
  for (const { headers } of answers) expect(headers.get('idempotency-key')).toBe(key)
  // What caches share would be a foreign answer to everybody else.
  const shared = await api.call(endpoints.staticContents, {}, { key })
  expect([shared.status, shared.headers.get('idempotency-key')]).toEqual([200, null])
})

test('A claim whose response was lost gets "success" again, and is credited once', async () => {
  const member = await signedInMember()
  const [ticket, key] = [await issueTicket(api.db), randomUUID()]
  const first = await scanAndConfirm(api, member.token, ticket.code, key)
  const again = await scanAndConfirm(api, member.token, ticket.code, key)
  expect(first.body['status']).toBe('success')
  expect(again.body).toEqual(first.body)
  expect(await pointsOf(api.db, member.id)).toBe(ticket.amount)
})

test('Another request under a used key is refused with 422, and does nothing', async () => {
  const { token } = await signedInMember()
  const [first, second] = await issueTickets(api.db, { outlook: 'pending', count: 2 })
  const key = randomUUID()
  await scan(token, first?.code ?? '', key)
  const refused = await scan(token, second?.code ?? '', key)
  expect(refused).toMatchObject({
    status: 422,
    body: { errors: { 'Idempotency-Key': ['Idempotency-Key has already been used'] } },
  })
  const claims = await api.db
    .selectFrom('ticket_claims')
    .selectAll()
    .where('ticket_no', '=', second?.ticketNo ?? '')
    .execute()
  expect(claims).toEqual([])
})

test('Fields that the server ignores do not make another request: a ticket may be posted with or without its description', async () => {
  const { token } = await signedInMember()
  const [ticket, key] = [await issueTicket(api.db), randomUUID()]
  const success = await scanAndConfirm(api, token, ticket.code, key)
  const bare = { ticket_info: { ticket_no: ticket.ticketNo } }
  expect((await api.call(endpoints.verifyTicket, bare, { token, key })).body).toEqual(success.body)
})

test('A version of the server that reads more or less in a body answers its copy with the stored answer', async () => {
  const { token } = await signedInMember()
  const [ticket, key] = [await issueTicket(api.db), randomUUID()]
  const first = await scan(token, ticket.code, key)
  const stored = api.db.updateTable('idempotency_keys').where('key', '=', key)
  await stored.set({ body_hash: 'as another version read it' }).execute()
  expect(await scan(token, ticket.code, key)).toMatchObject({ status: 200, body: first.body })
  expect((await scan(token, 'another code', key)).status).toBe(422)
})

test('A key belongs to its member and its route', async () => {
  const [one, other] = [await signedInMember(), await signedInMember()]
  const [ticket, key] = [await issueTicket(api.db), randomUUID()]
  expect((await scanAndConfirm(api, one.token, ticket.code, key)).body['status']).toBe('success')
  expect((await scan(other.token, ticket.code, key)).body).toEqual({ status: 'duplicated', ticket_info: null })
})

test('A key is accepted in any letter case, and refused if it is not a UUID', async () => {
  const { token } = await signedInMember()
  const [ticket, key] = [await issueTicket(api.db), randomUUID()]
  expect((await scan(token, ticket.code, key)).status).toBe(200)
  expect((await scan(token, 'something else', key.toUpperCase())).status).toBe(422)
  expect(await scan(token, ticket.code, 'not-a-uuid')).toMatchObject({
    status: 422,
    body: { errors: { 'Idempotency-Key': ['Idempotency-Key is NOT valid'] } },
  })
})

test('The calls of the specification that say nothing of a key are served once for each call without one', async () => {
  const [member, ticket] = [await signedInMember(), await issueTicket(api.db)]
  const unkeyed = (endpoint: Endpoint, request: object, key?: string) =>
    api.send(pathOf(endpoint, 'club-bravo'), {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${member.token}`,
        'Content-Type': 'application/json',
        ...(key !== undefined && { 'Idempotency-Key': key }),
      },
      body: JSON.stringify(request),
    })
  const miles = {
    points_to_convert: 1000,
    asia_miles_membership_number: '1234567890',
    asia_miles_member_first_name: 'Ada',
    asia_miles_member_last_name: 'Chan',
  }
  const requests = [
    [endpoints.updateProfile, { email: member.email }],
    [endpoints.redeem, { item_id: 'nothing', quantity: 1 }],
    [endpoints.registerEvent, { event_id: 'nothing', quantity: 1 }],
    [endpoints.redeemAsiaMiles, miles],
    [endpoints.scanTicket, { qrcode: ticket.code }],
    [endpoints.verifyTicket, { ticket_info: { ticket_no: ticket.ticketNo } }],
  ] as const
  for (const [endpoint, request] of requests) {
    const [first, again] = [await unkeyed(endpoint, request), await unkeyed(endpoint, request)]
    expect([endpoint.path, first.status, again.status]).toEqual([endpoint.path, 200, 200])
    expect(first.headers.get('idempotency-key')).toBeNull()
    expect((await unkeyed(endpoint, request, 'not-a-uuid')).status).toBe(422)
  }
  const keys = await api.db.selectFrom('idempotency_keys').select('key').where('member_id', '=', member.id).execute()
  expect(keys).toHaveLength(2 * requests.length)
})

test('A request that is still in progress gets 409 with a time to wait, and later its response', async () => {
  const member = await signedInMember()
  const [ticket, key] = [await issueTicket(api.db), randomUUID()]
  const locked = Promise.withResolvers<undefined>()
  const release = Promise.withResolvers<undefined>()
  const holding = inTransaction(api.db, async (transaction) => {
    await lockMember(transaction, member.id)
    locked.resolve(undefined)
    await release.promise
  })
  await locked.promise
  const slow = scan(member.token, ticket.code, key)
  await waitUntilOneWaits()
  const early = await scan(member.token, ticket.code, key)
  expect(early).toMatchObject({ status: 409, body: { message: 'This request is in progress' } })
  expect(early.headers.get('retry-after')).toBe('1')
  release.resolve(undefined)
  await holding
  const answered = await slow
  expect(answered.body['status']).toBe('found')
  expect((await scan(member.token, ticket.code, key)).body).toEqual(answered.body)
})

/** Waits until a request has taken its key and waits for the member's row. */
async function waitUntilOneWaits(): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await sql<{ waiting: number }>`
        select count(*)::int as waiting from pg_locks where not granted`.execute(api.db)
      return rows[0]?.waiting
    })
    .toBe(1)
}

test('50 copies of one scan under one key at once: one effect, and no response but its own', async () => {
  const member = await signedInMember()
  const [ticket, key] = [await issueTicket(api.db, 'pending'), randomUUID()]
  const answers = await Promise.all(Array.from({ length: 50 }, () => scan(member.token, ticket.code, key)))
  for (const { status, body } of answers) expect(status === 409 || body['status'] === 'pending').toBe(true)
  expect(answers.some(({ status }) => status === 200)).toBe(true)
})

test('A refused request leaves its key unused', async () => {
  const member = await signedInMember()
  await api.db.updateTable('members').set({ email_verified: false }).where('id', '=', member.id).execute()
  const [ticket, key] = [await issueTicket(api.db), randomUUID()]
  expect((await scan(member.token, ticket.code, key)).status).toBe(403)
  await api.db.updateTable('members').set({ email_verified: true }).where('id', '=', member.id).execute()
  expect((await scan(member.token, ticket.code, key)).body['status']).toBe('found')
})

test('What was answered is answered again, also where it would be refused by now, and only in a valid session', async () => {
  const { id, token } = await signedInMember()
  const [ticket, key] = [await issueTicket(api.db), randomUUID()]
  const first = await scan(token, ticket.code, key)
  expect(first.body['status']).toBe('found')
  const change = (facts: { email_verified?: boolean; active?: boolean }) =>
    api.db.updateTable('members').set(facts).where('id', '=', id).execute()
  await change({ email_verified: false })
  expect(await scan(token, ticket.code, key)).toMatchObject({ status: 200, body: first.body })
  expect(await scan(token, 'another code', key)).toMatchObject({
    status: 422,
    body: { errors: { 'Idempotency-Key': ['Idempotency-Key has already been used'] } },
  })
  const refused = { status: 403, body: { message: 'please verify email' } }
  expect(await scan(token, ticket.code, randomUUID())).toMatchObject(refused)
  // A key is answered for its route alone.
  const confirm = { ticket_info: { ticket_no: ticket.ticketNo } }
  expect(await api.call(endpoints.verifyTicket, confirm, { token, key })).toMatchObject(refused)
  const other = await api.signIn(id)
  await api.call(endpoints.logout, {}, { token: other })
  expect((await scan(other, ticket.code, key)).status).toBe(401)
  // An account that is closed has no sign-in any more, and is told why.
  await change({ active: false })
  expect(await scan(token, ticket.code, key)).toMatchObject({ status: 403, body: { message: 'inactive_account' } })
})

test('Responses are kept for 90 days, and a claim remains one after they are deleted', async () => {
  const member = await signedInMember()
  const [ticket, key] = [await issueTicket(api.db), randomUUID()]
  await scanAndConfirm(api, member.token, ticket.code, key)
  const day = 24 * 60 * 60 * 1000
  const storedRows = () =>
    api.db.selectFrom('idempotency_keys').select('key').where('member_id', '=', member.id).execute()
  await purgeAnswers(api.db, new Date(Date.now() - 90 * day))
  expect(await storedRows()).toHaveLength(2)
  await purgeAnswers(api.db, new Date(Date.now() + day))
  expect(await storedRows()).toHaveLength(0)
  const ownAlready = { status: 'duplicated', ticket_info: { ticket_no: ticket.ticketNo, points: ticket.amount } }
  expect((await scan(member.token, ticket.code, key)).body).toMatchObject(ownAlready)
  const verify = { ticket_info: { ticket_no: ticket.ticketNo } }
  expect((await api.call(endpoints.verifyTicket, verify, { token: member.token, key })).body).toMatchObject(ownAlready)
  expect(await creditsOf(api.db, ticket.ticketNo)).toBe(1)
})

const readLimit = async (db: Kysely<Database>) =>
  (await sql<{ lock_timeout: string }>`show lock_timeout`.execute(db)).rows

test('Only for its key a call waits shortly: for other locks it waits as long as its connection allows', async () => {
  const { id } = await signedInMember()
  const usual = await readLimit(api.serverDb)
  await inTransaction(api.serverDb, async (transaction) => {
    const scope = { memberId: id, route: 'a route', key: randomUUID() }
    expect(await takeKey(transaction, scope, { sentHash: 'sent', bodyHash: 'body' }, new Date())).toBe('taken')
    expect(await readLimit(transaction)).toEqual(usual)
  })
  expect(await readLimit(api.serverDb)).toEqual(usual)
})
