import { createHash, createPublicKey, randomUUID } from 'node:crypto'
import { exportSPKI, generateKeyPair, importJWK, type JWK, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { openJwk } from '#server/sealing/sealedJwk.ts'
import { readSealingKeys } from '#server/sealing/sealingKeys.ts'
import { hashPassword } from '#server/identity/passwords/passwords.ts'
import { type ClubDatabase, openClubDatabase } from '#tests/support/database.ts'
import { newMember, type TestMember } from '#tests/support/members.ts'
import { signInAtProvider } from '#tests/support/relyingParty.ts'
import { type RunningServer, startServer } from '#tests/support/server.ts'

let server: RunningServer
let club: ClubDatabase
let signing: JWK

beforeAll(async () => {
  server = await startServer()
  club = await openClubDatabase(server.dataDir)
  const row = await club.db
    .selectFrom('signing_keys')
    .select(['kid', 'jwk'])
    .where('purpose', '=', 'identity')
    .executeTakeFirstOrThrow()
  signing = openJwk(await readSealingKeys(server.dataDir), row)
})

afterAll(async () => {
  await club.close()
  await server.stop()
})

async function post(path: string, body: unknown, token?: string): Promise<{ status: number; body: unknown }> {
  const response = await fetch(server.origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

async function meStatus(token: string): Promise<number> {
  const response = await fetch(`${server.origin}/api/club-bravo/users/me`, {
    headers: { authorization: `Bearer ${token}` },
  })
  await response.body?.cancel()
  return response.status
}

const Token = v.object({ token: v.string(), expires_at: v.string() })

async function subjectOf({ email }: Pick<TestMember, 'email'>): Promise<string> {
  const row = await club.db
    .selectFrom('identity_accounts')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return row.id
}

/** A sign-in at the provider, as its tokens name it. */
async function grantOf(subject: string): Promise<string> {
  const grant = randomUUID()
  await club.db
    .insertInto('identity_payloads')
    .values({ model: 'Grant', id: grant, payload: JSON.stringify({ accountId: subject }) })
    .execute()
  return grant
}

/** A valid token with the changes of `change`; signed with the provider's own key unless `sign` does it. */
async function idTokenFor(
  { email, subject }: { email: string; subject: string },
  change: JWTPayload = {},
  sign = async (payload: JWTPayload) =>
    new SignJWT(payload)
      .setProtectedHeader({ alg: 'RS256', kid: signing.kid ?? '' })
      .sign(await importJWK(signing, 'RS256')),
): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  return sign({
    iss: `${server.origin}/identity`,
    aud: 'club-bravo-app',
    sub: subject,
    email,
    email_verified: true,
    nonce: 'n',
    iat: now,
    exp: now + 600,
    club_grant: await grantOf(subject),
    ...change,
  })
}

async function member() {
  const made = await newMember(club.db)
  return { ...made, subject: await subjectOf(made) }
}

function logIn(email: string, subject: string, idToken: string) {
  return post('/api/auth/login', { login: email, password: subject, id_token: idToken })
}

async function signedIn() {
  const person = await member()
  const answer = await logIn(person.email, person.subject, await idTokenFor(person))
  return { person, token: v.parse(Token, answer.body).token }
}

async function unverify({ id }: { id: string }): Promise<void> {
  const unverified = { email_verified: false, provider_email_verified: false }
  await club.db.updateTable('members').set(unverified).where('id', '=', id).execute()
}

async function changeAddress(subject: string, email: string): Promise<void> {
  await club.db.updateTable('identity_accounts').set({ email }).where('id', '=', subject).execute()
}

describe('from the provider into the club', () => {
  test('A new person is looked up, registered and logged in', async () => {
    const account = { email: `joiner-${process.pid}@club.example`, password: 'seven violins and a harp' }
    await club.db
      .insertInto('identity_accounts')
      .values({ id: randomUUID(), email: account.email, password_hash: await hashPassword(account.password) })
      .execute()
    const { id_token: idToken } = await signInAtProvider(server.origin, account)
    const subject = await subjectOf(account)
    const names = { username: account.email, password: subject, id_token: idToken }

    const registration = { email: account.email, password: subject, password_confirmation: subject, id_token: idToken }
    expect(await post('/api/auth/register', registration)).toEqual({ status: 200, body: { success: true } })
    expect(await post('/api/auth/register', registration)).toEqual({
      status: 422,
      body: { message: 'email has already been used', errors: { email: ['email has already been used'] } },
    })
    expect(await post('/api/club-bravo/users/profile', names)).toEqual({ status: 200, body: { success: true } })
    const answer = await logIn(account.email, subject, idToken)
    expect(answer).toMatchObject({
      status: 200,
      body: {
        user: {
          member_profile: {
            email: account.email,
            email_verified: false,
            membership_tier: 'Black',
            is_submitted_profile: 'default',
          },
        },
      },
    })
    const { token, expires_at: expires } = v.parse(Token, answer.body)
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    expect(Date.parse(expires) - Date.now()).toBeGreaterThan(29 * 24 * 3600 * 1000)
    expect(await meStatus(token)).toBe(200)
  })

  test('The address counts as verified once the provider has confirmed it, and not before', async () => {
    const person = await member()
    await unverify(person)
    const logInWithVerified = async (verified: boolean) => {
      const answer = await logIn(person.email, person.subject, await idTokenFor(person, { email_verified: verified }))
      return v.parse(Token, answer.body).token
    }
    const before = await post('/api/club-bravo/users/email-verified', {}, await logInWithVerified(false))
    expect(before.body).toEqual({ success: false })
    const after = await post('/api/club-bravo/users/email-verified', {}, await logInWithVerified(true))
    expect(after.body).toEqual({ success: true })
  })

  test('A member whose address changed at the provider stays the same member, with the new address', async () => {
    const person = await member()
    const email = `new-${person.email}`
    await changeAddress(person.subject, email)
    const idToken = await idTokenFor({ ...person, email })
    const names = { username: email, password: person.subject, id_token: idToken }
    expect(await post('/api/club-bravo/users/profile', names)).toEqual({ status: 200, body: { success: true } })
    expect(await logIn(email, person.subject, idToken)).toMatchObject({
      status: 200,
      body: { user: { id: person.id, member_profile: { email, email_verified: true } } },
    })
  })

  test('An address that the member cannot take over proves nothing of the one that they keep', async () => {
    const [squatter, owner] = [await member(), await member()]
    await unverify(squatter)
    await changeAddress(owner.subject, `other-${owner.email}`)
    await changeAddress(squatter.subject, owner.email)
    const { body } = await logIn(owner.email, squatter.subject, await idTokenFor({ ...squatter, email: owner.email }))
    expect(body).toMatchObject({ user: { member_profile: { email: squatter.email } } })
    const confirmed = await post('/api/club-bravo/users/email-verified', {}, v.parse(Token, body).token)
    expect(confirmed.body).toEqual({ success: false })
  })

  test('A repeated password that differs is reported by its field name', async () => {
    const person = await member()
    const answer = await post('/api/auth/register', {
      email: person.email,
      password: person.subject,
      password_confirmation: 'other',
      id_token: await idTokenFor(person),
    })
    expect(answer).toMatchObject({
      status: 422,
      body: { errors: { password_confirmation: ['password_confirmation is NOT valid'] } },
    })
  })

  test('A member whose account was closed gets a clear error', async () => {
    const { person, token } = await signedIn()
    await club.db.updateTable('members').set({ active: false }).where('id', '=', person.id).execute()
    const answer = await logIn(person.email, person.subject, await idTokenFor(person))
    expect(answer).toEqual({ status: 403, body: { message: 'inactive_account' } })
    expect(await meStatus(token)).toBe(403)
  })
})

/** A time in the past, in seconds since 1970. */
const ago = (seconds: number) => Math.floor(Date.now() / 1000) - seconds

describe('an invalid id_token is never accepted', () => {
  test.each<[string, () => JWTPayload]>([
    ['for another client', () => ({ aud: 'another-app' })],
    ['for several clients without an authorized party', () => ({ aud: ['club-bravo-app', 'another-app'] })],
    ['issued to another party', () => ({ azp: 'another-app' })],
    ['from another issuer', () => ({ iss: 'https://evil.example' })],
    ['without a nonce', () => ({ nonce: '' })],
    ['expired', () => ({ iat: ago(700), exp: ago(60) })],
    ['older than ten minutes, though not expired', () => ({ iat: ago(640), exp: ago(-3600) })],
    ['from the future', () => ({ iat: ago(-600), exp: ago(-1200) })],
    ['without an address', () => ({ email: '' })],
    ['of another person', () => ({ sub: randomUUID() })],
    ['with another address', () => ({ email: 'somebody@club.example' })],
  ])('%s', async (_what, change) => {
    const person = await member()
    const idToken = await idTokenFor(person, change())
    const names = { username: person.email, password: person.subject, id_token: idToken }
    expect((await post('/api/club-bravo/users/profile', names)).status).toBe(401)
    expect((await logIn(person.email, person.subject, idToken)).status).toBe(401)
  })

  test('signed with another key under the right name', async () => {
    const { privateKey } = await generateKeyPair('RS256')
    const person = await member()
    const idToken = await idTokenFor(person, {}, (payload) =>
      new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: signing.kid ?? '' }).sign(privateKey),
    )
    expect((await logIn(person.email, person.subject, idToken)).status).toBe(401)
  })

  test('signed with a key that it contains', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256')
    const person = await member()
    const jwk = createPublicKey(await exportSPKI(publicKey)).export({ format: 'jwk' })
    const idToken = await idTokenFor(person, {}, (payload) =>
      new SignJWT(payload).setProtectedHeader({ alg: 'ES256', jwk: { kty: 'EC', ...jwk } }).sign(privateKey),
    )
    expect((await logIn(person.email, person.subject, idToken)).status).toBe(401)
  })

  test('not signed at all', async () => {
    const person = await member()
    const idToken = await idTokenFor(person, {}, (payload) => Promise.resolve(new UnsecuredJWT(payload).encode()))
    expect((await logIn(person.email, person.subject, idToken)).status).toBe(401)
  })

  test('signed with the public key as a shared secret', async () => {
    const person = await member()
    const secret = createPublicKey({ key: signing, format: 'jwk' }).export({ type: 'spki', format: 'pem' })
    const idToken = await idTokenFor(person, {}, (payload) =>
      new SignJWT(payload).setProtectedHeader({ alg: 'HS256', kid: signing.kid ?? '' }).sign(Buffer.from(secret)),
    )
    expect((await logIn(person.email, person.subject, idToken)).status).toBe(401)
  })

  test('signed with the provider’s key, but without the grant of a sign-in', async () => {
    const person = await member()
    const idToken = await idTokenFor(person, { club_grant: undefined })
    expect((await logIn(person.email, person.subject, idToken)).status).toBe(401)
  })

  test('with the grant of somebody else’s sign-in, or of one that has ended', async () => {
    const [person, other] = [await member(), await member()]
    for (const grant of [await grantOf(other.subject), randomUUID()]) {
      const idToken = await idTokenFor(person, { club_grant: grant })
      expect((await logIn(person.email, person.subject, idToken)).status).toBe(401)
    }
  })

  test.each(['', 'x', 'a.b.c', '💥', 'eyJhbGciOiJSUzI1NiJ9..'])('no token at all: %j', async (idToken) => {
    const person = await member()
    expect([401, 422]).toContain((await logIn(person.email, person.subject, idToken)).status)
  })
})

describe('club tokens', () => {
  test('Only the hash of a token is stored', async () => {
    const { token } = await signedIn()
    const hash = createHash('sha256').update(token).digest('hex')
    const rows = await club.db.selectFrom('sessions').selectAll().where('token_hash', '=', hash).execute()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test('A refresh issues a new token; the old one works for another minute, and gets the same again', async () => {
    const { token } = await signedIn()
    const first = v.parse(Token, (await post('/api/auth/refresh', {}, token)).body)
    const again = v.parse(Token, (await post('/api/auth/refresh', {}, token)).body)
    expect(again.token).toBe(first.token)
    expect(first.token).not.toBe(token)
    expect(await meStatus(token)).toBe(200)
    const hash = createHash('sha256').update(token).digest('hex')
    const stored = await club.db
      .selectFrom('sessions')
      .select('expires_at')
      .where('token_hash', '=', hash)
      .executeTakeFirstOrThrow()
    expect(stored.expires_at.getTime() - Date.now()).toBeLessThanOrEqual(60_000)
    await club.db.updateTable('sessions').set({ expires_at: new Date() }).where('token_hash', '=', hash).execute()
    expect(await meStatus(token)).toBe(401)
    expect(await meStatus(first.token)).toBe(200)
  })

  test('A signed-out token no longer works', async () => {
    const { token } = await signedIn()
    expect(await post('/api/auth/logout', {}, token)).toEqual({ status: 200, body: { success: true } })
    expect(await meStatus(token)).toBe(401)
    expect((await post('/api/auth/refresh', {}, token)).status).toBe(401)
  })

  test('A call without a token refreshes nothing and signs no one out', async () => {
    expect((await post('/api/auth/refresh', {})).status).toBe(401)
    expect((await post('/api/auth/logout', {}, 'guessed')).status).toBe(401)
  })
})
