import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodeJwt } from 'jose'
import * as v from 'valibot'
import { type ClubDatabase, openClubDatabase } from '#tests/support/database.ts'
import { newMember } from '#tests/support/members.ts'
import { signInAtProvider } from '#tests/support/relyingParty.ts'
import { type RunningServer, startServer } from '#tests/support/server.ts'

/** Plays Google: the identity provider of another club. */
let other: RunningServer
let otherClub: ClubDatabase
let server: RunningServer
let club: ClubDatabase

beforeAll(async () => {
  other = await startServer()
  const environment = { GOOGLE_ISSUER: `${other.origin}/identity`, GOOGLE_CLIENT_ID: 'club-bravo-app' }
  server = await startServer({ environment })
  ;[otherClub, club] = [await openClubDatabase(other.dataDir), await openClubDatabase(server.dataDir)]
})

afterAll(async () => {
  await Promise.all([otherClub.close(), club.close()])
  await Promise.all([other.stop(), server.stop()])
})

async function post(path: string, body: unknown) {
  const response = await fetch(server.origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

const logIn = (provider: 'google' | 'facebook', idToken: string) =>
  post(`/api/public/${provider}-login`, { id_token: idToken })

async function idTokenOf(person: { email: string; password: string }, origin = other.origin): Promise<string> {
  return (await signInAtProvider(origin, person)).id_token
}

/** A member who has given this address, and not proved it. */
async function squatterOf(email: string) {
  const { id, password, email: made } = await newMember(club.db, { verified: false })
  await club.db.updateTable('identity_accounts').set({ email }).where('email', '=', made).execute()
  await club.db.updateTable('members').set({ email }).where('id', '=', id).execute()
  return { id, email, password }
}

const SignedIn = v.object({ token: v.string(), user: v.object({ id: v.string() }) })

async function me(token: string): Promise<unknown> {
  const response = await fetch(`${server.origin}/api/club-bravo/users/me`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return response.json()
}

describe('signing in by another provider’s token', () => {
  test('makes a member the first time, and is the same member the next', async () => {
    const person = await newMember(otherClub.db)
    const first = v.parse(SignedIn, (await logIn('google', await idTokenOf(person))).body)
    expect(await me(first.token)).toMatchObject({ user: { email: person.email } })
    const second = v.parse(SignedIn, (await logIn('google', await idTokenOf(person))).body)
    expect([second.user.id, second.token === first.token]).toEqual([first.user.id, false])
  })

  test('makes one member of two sign-ins at the same moment', async () => {
    const person = await newMember(otherClub.db)
    const tokens = [await idTokenOf(person), await idTokenOf(person)]
    const answers = await Promise.all(tokens.map((token) => logIn('google', token)))
    const ids = answers.map(({ body }) => v.parse(SignedIn, body).user.id)
    expect(new Set(ids).size).toBe(1)
  })

  test('works once with each token', async () => {
    const idToken = await idTokenOf(await newMember(otherClub.db))
    expect((await logIn('google', idToken)).status).toBe(200)
    expect((await logIn('google', idToken)).status).toBe(401)
  })

  test('never joins a member who signs in another way, though the address is the same', async () => {
    const person = await newMember(otherClub.db)
    const own = await newMember(club.db)
    await club.db.updateTable('members').set({ email: person.email }).where('id', '=', own.id).execute()
    expect(await logIn('google', await idTokenOf(person))).toEqual({
      status: 422,
      body: { message: 'email has already been used', errors: { email: ['email has already been used'] } },
    })
  })

  test('takes the address from a member who never proved it, and ends their sign-ins', async () => {
    const person = await newMember(otherClub.db)
    const squatter = await squatterOf(person.email)
    await club.db.updateTable('members').set({ first_name: 'Siu Ming' }).where('id', '=', squatter.id).execute()
    const { id_token: idToken } = await signInAtProvider(server.origin, squatter)
    const login = { login: squatter.email, password: decodeJwt(idToken).sub, id_token: idToken }
    const { token: theirs } = v.parse(v.object({ token: v.string() }), (await post('/api/auth/login', login)).body)
    const { token, user } = v.parse(SignedIn, (await logIn('google', await idTokenOf(person))).body)
    expect(user.id).toBe(squatter.id)
    expect(await me(token)).toMatchObject({ user: { email: person.email, member_profile: { first_name: null } } })
    expect(await me(theirs)).not.toHaveProperty('user')
    await expect(signInAtProvider(server.origin, squatter)).rejects.toThrow('access_token')
    expect(v.parse(SignedIn, (await logIn('google', await idTokenOf(person))).body).user.id).toBe(user.id)
  })

  test('opens the account of somebody who never proved the address, and has closed it', async () => {
    const person = await newMember(otherClub.db)
    const { id } = await squatterOf(person.email)
    const closure = {
      member_id: id,
      token_hash: id,
      requested_at: new Date(),
      closes_at: new Date(Date.now() + 60_000),
    }
    await club.db.insertInto('account_closures').values(closure).execute()
    await club.db.updateTable('members').set({ active: false }).where('id', '=', id).execute()
    const { token, user } = v.parse(SignedIn, (await logIn('google', await idTokenOf(person))).body)
    expect(user.id).toBe(id)
    expect(await me(token)).toMatchObject({ user: { email: person.email, member_profile: { first_name: null } } })
    const { undone_at: undoneAt } = await club.db
      .selectFrom('account_closures')
      .select('undone_at')
      .where('member_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(undoneAt).not.toBeNull()
  })

  test('takes nothing from whoever has proved the address, was deactivated, or where its own provider has not verified it', async () => {
    const [proved, closed] = [await newMember(otherClub.db), await newMember(otherClub.db)]
    const unverified = await newMember(otherClub.db, { verified: false })
    for (const person of [proved, closed, unverified]) await squatterOf(person.email)
    // By a mailed link, of which the club hears with the next sign-in.
    await club.db
      .updateTable('identity_accounts')
      .set({ email_verified: true })
      .where('email', '=', proved.email)
      .execute()
    await club.db.updateTable('members').set({ active: false }).where('email', '=', closed.email).execute()
    for (const person of [proved, closed, unverified])
      expect((await logIn('google', await idTokenOf(person))).status).toBe(422)
  })

  test('is refused with the club’s own token, a changed one, or none', async () => {
    const person = await newMember(otherClub.db)
    const [head, claims] = (await idTokenOf(person)).split('.')
    for (const idToken of [
      await idTokenOf(await newMember(club.db), server.origin),
      `${head}.${claims}.${'A'.repeat(342)}`,
      'x',
    ])
      expect((await logIn('google', idToken)).status).toBe(401)
    expect((await logIn('google', '')).body).toMatchObject({ errors: { id_token: ['id_token is required'] } })
  })

  test('is refused to a member whose account was closed', async () => {
    const person = await newMember(otherClub.db)
    const { user } = v.parse(SignedIn, (await logIn('google', await idTokenOf(person))).body)
    await club.db.updateTable('members').set({ active: false }).where('id', '=', user.id).execute()
    const refused = { status: 403, body: { message: 'inactive_account' } }
    expect(await logIn('google', await idTokenOf(person))).toEqual(refused)
  })

  test('says where a provider is not configured', async () => {
    const idToken = await idTokenOf(await newMember(otherClub.db))
    const message = 'Signing in with Facebook is not configured'
    expect(await logIn('facebook', idToken)).toEqual({ status: 422, body: { message } })
  })
})
