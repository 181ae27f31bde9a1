import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pathOf, referenceOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { registerAccount } from '#server/services/membership/membership.ts'
import { logIn } from '#server/services/membership/sessions.ts'
import { sha256 } from '#server/store/hash.ts'
import { newMember } from '#tests/support/members.ts'
import { issueTicket } from '#tests/support/tickets.ts'
import { scanAndConfirm, type TestApi, testApi } from './testApi.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const me = (token: string) => api.call(endpoints.me, {}, { token })

test('Members see their own points and entries, and never those of others', async () => {
  const [one, other] = [await newMember(api.db), await newMember(api.db)]
  const [first, second] = [await api.signIn(one.id), await api.signIn(other.id)]
  const ticket = await issueTicket(api.db)
  await scanAndConfirm(api, first, ticket.code)
  expect((await me(first)).body['user']).toMatchObject({
    id: one.id,
    email: one.email,
    availablePoints: ticket.amount,
    member_profile: { first_name: one.firstName, membership_tier: 'Black', available_points: ticket.amount },
    point_transactions: [{ description: 'Scan ticket', delta_balance: ticket.amount, ticket_no: ticket.ticketNo }],
  })
  expect((await me(second)).body['user']).toMatchObject({ id: other.id, availablePoints: 0, point_transactions: [] })
})

test('Member calls require a token that was issued, has not expired and was not revoked', async () => {
  const member = await newMember(api.db)
  const token = await api.signIn(member.id)
  expect((await me(token)).status).toBe(200)
  for (const wrong of ['', 'x', `${token}x`, sha256(token), 'a'.repeat(10_000)])
    expect((await me(wrong)).status).toBe(401)
  expect((await api.call(endpoints.me, {})).status).toBe(401)

  const shift = (set: { expires_at: Date } | { revoked_at: Date }) =>
    api.db.updateTable('sessions').set(set).where('token_hash', '=', sha256(token)).execute()
  await shift({ expires_at: new Date(Date.now() - 1000) })
  expect((await me(token)).status).toBe(401)
  await shift({ expires_at: new Date(Date.now() + 60_000) })
  expect((await me(token)).status).toBe(200)
  await shift({ revoked_at: new Date() })
  expect(await me(token)).toMatchObject({ status: 401, body: { message: 'Sign in again' } })
})

test('A member whose account was closed gets a clear error', async () => {
  const member = await newMember(api.db)
  const token = await api.signIn(member.id)
  await api.db.updateTable('members').set({ active: false }).where('id', '=', member.id).execute()
  expect(await me(token)).toMatchObject({ status: 403, body: { message: 'inactive_account' } })
})

test('An address counts as verified only when the identity provider confirms it', async () => {
  const member = await newMember(api.db, { verified: false })
  const token = await api.signIn(member.id)
  const verify = () => api.call(endpoints.emailVerified, {}, { token })
  expect((await verify()).body).toEqual({ success: false })
  expect((await me(token)).body['user']).toMatchObject({ member_profile: { email_verified: false } })
  await api.db.updateTable('members').set({ provider_email_verified: true }).where('id', '=', member.id).execute()
  expect((await verify()).body).toEqual({ success: true })
  expect((await verify()).body).toEqual({ success: true })
  expect((await me(token)).body['user']).toMatchObject({ member_profile: { email_verified: true } })
})

test('Responses for a member are not cached', async () => {
  const token = await api.signIn((await newMember(api.db)).id)
  for (const answer of [await me(token), await me('wrong'), await api.call(endpoints.emailVerified, {}, { token })])
    expect(answer.headers.get('cache-control')).toBe('no-store')
})

test('Static contents contain every concert and ticket key, and are sent again only when they have changed', async () => {
  const ticket = await issueTicket(api.db)
  const first = await api.call(endpoints.staticContents, {})
  expect(first.body['performances']).toContainEqual(expect.objectContaining({ id: ticket.performanceId }))
  expect(first.body['ticket_keys']).toEqual([{ kid: expect.any(String), x: expect.stringMatching(/^[\w-]{43}$/) }])
  expect(JSON.stringify(first.body)).not.toContain('"d"')
  expect(first.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')

  const ask = (tag: string) => api.call(endpoints.staticContents, {}, { headers: { 'If-None-Match': tag } })
  const tag = first.headers.get('etag') ?? ''
  expect((await ask(`"other", ${tag}`)).status).toBe(304)
  await issueTicket(api.db)
  const changed = await ask(tag)
  expect(changed.status).toBe(200)
  expect(changed.headers.get('etag')).not.toBe(tag)
})

test('An unknown address is 404, a wrong method 405 with the right one, both in JSON', async () => {
  const path = pathOf(endpoints.scanTicket, 'club-bravo')
  const unknown = await api.send('/api/club-bravo/no-such-thing')
  expect(unknown).toMatchObject({ status: 404, body: { message: 'There is nothing at this address' } })
  expect((await api.send('/api/other-club/scan-ticket', { method: 'POST' })).status).toBe(404)
  const wrong = await api.send(path)
  expect(wrong.status).toBe(405)
  expect(wrong.headers.get('allow')).toBe('POST')
  for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS'])
    expect((await api.send(path, { method })).status).toBe(405)
})

test('A body above 64 kB is refused with 413, announced or not', async () => {
  const token = await api.signIn((await newMember(api.db)).id)
  const path = pathOf(endpoints.scanTicket, 'club-bravo')
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const body = JSON.stringify({ qrcode: 'x'.repeat(65 * 1024) })
  expect((await api.send(path, { method: 'POST', headers, body })).status).toBe(413)
  const unannounced = { method: 'POST', headers, body: new Blob([body]).stream(), duplex: 'half' } as const
  expect((await api.send(path, unannounced)).status).toBe(413)
})

test('A member is known by issuer and subject: the same subject of another issuer is somebody else', async () => {
  const identity = { subject: randomUUID(), emailVerified: true, grant: null }
  const [own, other] = ['https://one.example', 'https://other.example'].map((issuer, index) => {
    const email = `issued-${index}-${identity.subject}@club.example`
    return { ...identity, issuer, email, tokenHash: randomUUID() }
  })
  if (!own || !other) throw new Error('Two identities')
  const now = new Date()
  expect([await registerAccount(api.serverDb, own, now), await registerAccount(api.serverDb, other, now)]).toEqual([
    true,
    true,
  ])
  const logInAs = (one: typeof own) => logIn(api.serverDb, one, { now: new Date(), tokenDays: 1 })
  expect(await logInAs({ ...own, email: `moved-${own.email}` })).toMatchObject({
    profile: { email: `moved-${own.email}` },
  })
  const second = await logInAs(other)
  expect(second).toMatchObject({ profile: { email: other.email } })

  // Closing one account ends that member's sign-ins only.
  await api.db.updateTable('members').set({ active: false }).where('provider_issuer', '=', own.issuer).execute()
  expect((await me(second.kind === 'logged_in' ? second.issued.token : '')).status).toBe(200)
})

test('An unexpected error has a reference number, and is logged under it without token, address or code', async () => {
  const token = await api.signIn((await newMember(api.db)).id)
  const ticket = await issueTicket(api.db)
  await api.db.schema.alterTable('ticket_sightings').renameTo('elsewhere').execute()
  const key = randomUUID()
  const failed = await api.call(endpoints.scanTicket, { qrcode: ticket.code }, { token, key })
  await api.db.schema.alterTable('elsewhere').renameTo('ticket_sightings').execute()
  const [line = '', ...more] = api.errors.splice(0)
  expect(more).toEqual([])
  expect(failed.status).toBe(500)
  const id = failed.headers.get('x-request-id') ?? ''
  expect(failed.body['message']).toContain(id)
  const reference = referenceOf(key)
  expect(line).toContain(`POST /api/club-bravo/scan-ticket failed status=500 request=${id} reference=${reference}`)
  for (const secret of [key, token, sha256(token), ticket.code, ticket.ticketNo]) expect(line).not.toContain(secret)
  expect((await scanAndConfirm(api, token, ticket.code)).body['status']).toBe('success')
})
