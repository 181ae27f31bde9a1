import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import * as v from 'valibot'
import { createClient } from '#src/api/client.ts'
import { exchangeIdentity, type Identity } from '#src/session/exchange.ts'
import { newMember, type TestMember } from '#tests/support/members.ts'
import { signInAtProvider } from '#tests/support/relyingParty.ts'
import { runningClub } from '#tests/support/runningClub.ts'

const { server, club } = await runningClub()

const Claims = v.object({ sub: v.string(), email: v.string(), email_verified: v.boolean() })

/** The current claims of the provider about a person who signs in at its page. */
async function identityOf(member: TestMember): Promise<Identity> {
  const { id_token: idToken } = await signInAtProvider(server.origin, member)
  const claims = v.parse(Claims, decodeJwt(idToken))
  return { subject: claims.sub, email: claims.email, emailVerified: claims.email_verified, idToken }
}

const readToken = () => Promise.resolve(null)
const pathOf = (input: string | URL | Request) => new URL(input instanceof Request ? input.url : input).pathname

/** The page's client, without a token. `send` sends its requests. */
function clientWith(send: typeof fetch = fetch) {
  return createClient({ origin: server.origin, product: 'club-bravo', readToken, fetch: send })
}

/** The paths that were called, in order. */
function recorder() {
  const paths: string[] = []
  const send: typeof fetch = (input, init) => {
    paths.push(pathOf(input))
    return fetch(input, init)
  }
  return { paths, send }
}

async function openSignIns({ id }: TestMember): Promise<number> {
  const families = club.db.selectFrom('session_families').select('id').where('member_id', '=', id)
  return (await families.where('ended_at', 'is', null).execute()).length
}

const membersOf = (email: string) =>
  club.db.selectFrom('members').select(['id', 'email_verified']).where('email', '=', email).execute()

test('An unknown person is registered once, and known the next time', async () => {
  const member = await newMember(club.db)
  await club.db.deleteFrom('members').where('id', '=', member.id).execute()
  const identity = await identityOf(member)

  const first = recorder()
  const joined = await exchangeIdentity(clientWith(first.send), identity)
  expect(joined).toMatchObject({ kind: 'signed_in', user: { email: member.email } })
  expect(first.paths).toContain('/api/auth/register')

  const second = recorder()
  expect(await exchangeIdentity(clientWith(second.send), await identityOf(member))).toMatchObject({ kind: 'signed_in' })
  expect(second.paths).toEqual(['/api/club-bravo/users/profile', '/api/auth/login', '/api/club-bravo/users/me'])
  expect(await membersOf(member.email)).toHaveLength(1)
})

test('An email that the provider has verified since is marked as verified, and the profile shows it at once', async () => {
  const member = await newMember(club.db, { verified: false })
  expect(await exchangeIdentity(clientWith(), await identityOf(member))).toMatchObject({
    user: { member_profile: { email_verified: false } },
  })

  await club.db
    .updateTable('identity_accounts')
    .set({ email_verified: true })
    .where('email', '=', member.email)
    .execute()
  expect(await exchangeIdentity(clientWith(), await identityOf(member))).toMatchObject({
    kind: 'signed_in',
    user: { member_profile: { id: member.id, email_verified: true } },
  })
  expect(await membersOf(member.email)).toEqual([{ id: member.id, email_verified: true }])
})

test('The new token is valid for member calls until its expiry', async () => {
  const outcome = await exchangeIdentity(clientWith(), await identityOf(await newMember(club.db)))
  if (outcome.kind === 'failed') throw new Error(`failed at ${outcome.step}`)
  const { origin } = server
  const answer = await fetch(`${origin}/api/club-bravo/users/me`, {
    headers: { authorization: `Bearer ${outcome.token}` },
  })
  expect(answer.status).toBe(200)
  expect(Date.parse(outcome.expiresAt ?? '')).toBeGreaterThan(Date.now())
})

test('A membership that is no longer active is refused at login, with status 403', async () => {
  const member = await newMember(club.db)
  await club.db.updateTable('members').set({ active: false }).where('id', '=', member.id).execute()
  expect(await exchangeIdentity(clientWith(), await identityOf(member))).toMatchObject({
    kind: 'failed',
    error: { kind: 'http', status: 403 },
  })
})

test('A token that the provider never issued signs no one in', async () => {
  const member = await newMember(club.db)
  const identity = await identityOf(member)
  const [head, body] = identity.idToken.split('.')
  const forged = { ...identity, idToken: `${head}.${body}.${'A'.repeat(342)}` }
  expect(await exchangeIdentity(clientWith(), forged)).toMatchObject({ kind: 'failed', step: 'findProfile' })

  const stranger = await identityOf(await newMember(club.db))
  const borrowed = { ...identity, idToken: stranger.idToken }
  expect(await exchangeIdentity(clientWith(), borrowed)).toMatchObject({ kind: 'failed', step: 'findProfile' })
})

test.each([
  ['users/profile', 'findProfile'],
  ['auth/login', 'login'],
  ['users/me', 'me'],
])('A connection that breaks at %s ends the exchange, and the outcome names the step', async (path, step) => {
  const identity = await identityOf(await newMember(club.db))
  const send: typeof fetch = (input, init) =>
    pathOf(input).endsWith(path) ? Promise.reject(new TypeError('broken')) : fetch(input, init)
  expect(await exchangeIdentity(clientWith(send), identity)).toEqual({
    kind: 'failed',
    step,
    error: { kind: 'network' },
  })
})

/** Passes the server's responses on as a backend sends them that knows only the specification's fields. */
const plainBackend: typeof fetch = async (input, init) => {
  const response = await fetch(input, init)
  if (pathOf(input).endsWith('/auth/register')) return new Response('Created', { status: response.status })
  const body: unknown = await response.json()
  const own = new Set(['success', 'expires_at'])
  const isLogin = pathOf(input).endsWith('/auth/login') || pathOf(input).endsWith('/users/me')
  const text = JSON.stringify(body, function (this: unknown, key: string, value: unknown) {
    if (!isLogin) return value
    const isUserId = key === 'id' && typeof this === 'object' && this !== null && 'member_profile' in this
    return own.has(key) || isUserId ? undefined : value
  })
  return new Response(text, { status: response.status, headers: { 'content-type': 'application/json' } })
}

test('A plain backend with the responses of the specification’s register and login examples signs a new member in', async () => {
  const member = await newMember(club.db)
  await club.db.deleteFrom('members').where('id', '=', member.id).execute()
  const outcome = await exchangeIdentity(clientWith(plainBackend), await identityOf(member))
  expect(outcome).toMatchObject({ kind: 'signed_in', expiresAt: null, user: { email: member.email } })
})

test('A profile that is another member’s, as a proxy mixes answers up, signs nobody in', async () => {
  const [member, other] = [await newMember(club.db), await newMember(club.db)]
  const mixedUp: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    if (!pathOf(input).endsWith('/users/me')) return response
    return new Response((await response.text()).replaceAll(member.id, other.id), response)
  }
  expect(await exchangeIdentity(clientWith(mixedUp), await identityOf(member))).toMatchObject({
    kind: 'failed',
    step: 'me',
    error: { kind: 'unreadable', field: 'id' },
  })
  // The sign-in whose token nobody holds is ended.
  await expect.poll(() => openSignIns(member)).toBe(0)
})
