import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { maxSignInDays } from '#server/domain/signIn.ts'
import { sha256 } from '#server/store/hash.ts'
import { newMember, type TestMember } from '#tests/support/members.ts'
import { isAccepted, renewAtProvider, renewTokens, signInAtProvider, type Tokens } from '#tests/support/relyingParty.ts'
import { runningClub } from '#tests/support/runningClub.ts'
import { createVisitor, type Visitor } from '#tests/support/visitor.ts'

const { server, club } = await runningClub()

const Issued = v.object({ token: v.string(), expires_at: v.string() })

async function post(path: string, body: unknown, token?: string): Promise<{ status: number; body: unknown }> {
  const response = await fetch(server.origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

const refresh = (token: string) => post('/api/auth/refresh', {}, token)
const successorOf = async (token: string) => v.parse(Issued, (await refresh(token)).body).token
const signOut = (token: string) => post('/api/auth/logout', {}, token)

async function statusOf(token: string): Promise<number> {
  const response = await fetch(`${server.origin}/api/club-bravo/users/me`, {
    headers: { authorization: `Bearer ${token}` },
  })
  await response.body?.cancel()
  return response.status
}

function logIn({ email }: TestMember, { id_token: idToken }: Pick<Tokens, 'id_token'>) {
  return post('/api/auth/login', { login: email, password: decodeJwt(idToken).sub, id_token: idToken })
}

/** A member in one browser, signed in at the provider and in the club. */
async function signIn(member?: TestMember) {
  const person = member ?? (await newMember(club.db))
  const visitor = createVisitor(server.origin)
  const tokens = await signInAtProvider(server.origin, person, visitor)
  const { token } = v.parse(Issued, (await logIn(person, tokens)).body)
  visitor.prove(token)
  return { member: person, visitor, tokens, token }
}

/** Whether the provider's own tokens of a sign-in still work. */
const isValid = (tokens: Tokens) => isAccepted(server.origin, tokens)

/** Whether the provider signs this browser in without asking. */
const canRenew = async ({ visitor }: { visitor: Visitor }) => (await renewAtProvider(server.origin, visitor)) !== null

async function subjectOf({ id }: TestMember): Promise<string> {
  const member = club.db.selectFrom('members').select('provider_subject').where('id', '=', id)
  return (await member.executeTakeFirstOrThrow()).provider_subject
}

/** Lets the grace of a replaced token pass. */
const passGrace = (token: string) =>
  club.db
    .updateTable('sessions')
    .set({ expires_at: new Date() })
    .where('token_hash', '=', sha256(token))
    .where('replaced_at', 'is not', null)
    .execute()

describe('a replaced token', () => {
  test('gets the same successor as often as it asks, also from calls at the same moment', async () => {
    const { token } = await signIn()
    const answers = await Promise.all([refresh(token), refresh(token), refresh(token)])
    const successors = answers.map(({ body }) => v.parse(Issued, body).token)
    expect(new Set([...successors, await successorOf(token)]).size).toBe(1)
    expect(successors[0]).not.toBe(token)
    expect([await statusOf(token), await statusOf(successors[0] ?? '')]).toEqual([200, 200])
  })

  test('ends the whole sign-in when it is used after its grace, with the tokens of the provider', async () => {
    const { token, tokens } = await signIn()
    const second = await successorOf(token)
    const third = await successorOf(second)
    await passGrace(token)
    expect(await statusOf(token)).toBe(401)
    expect(await statusOf(third)).toBe(200)
    expect((await refresh(token)).status).toBe(401)
    expect([await statusOf(second), await statusOf(third)]).toEqual([401, 401])
    expect(await isValid(tokens)).toBe(false)
  })
})

const endings: readonly [string, (member: TestMember) => Promise<unknown>][] = [
  [
    'the account is closed',
    async ({ id }) => {
      await club.db.updateTable('members').set({ active: false }).where('id', '=', id).execute()
      await club.db.updateTable('members').set({ active: true }).where('id', '=', id).execute()
    },
  ],
  [
    'the password changes',
    ({ email }) =>
      club.db.updateTable('identity_accounts').set({ password_hash: 'other' }).where('email', '=', email).execute(),
  ],
]

describe('a sign-in ends as a whole', () => {
  test('when any token of it signs out; other sign-ins of the member go on', async () => {
    const { member, token, tokens } = await signIn()
    const elsewhere = await signIn(member)
    const second = await successorOf(token)
    expect((await signOut(token)).status).toBe(200)
    expect([await statusOf(token), await statusOf(second)]).toEqual([401, 401])
    expect(await isValid(tokens)).toBe(false)
    expect(await statusOf(elsewhere.token)).toBe(200)
    expect(await isValid(elsewhere.tokens)).toBe(true)
    expect(await canRenew(elsewhere)).toBe(true)
  })

  test('when it was renewed through the provider: signing out of the new token ends the old one', async () => {
    const { member, token, visitor } = await signIn()
    const renewed = await renewTokens(server.origin, visitor)
    const { token: second } = v.parse(Issued, (await logIn(member, renewed)).body)
    expect((await refresh(token)).status).toBe(401)
    expect(await statusOf(token)).toBe(200)
    await passGrace(token)
    expect([await statusOf(token), await statusOf(second)]).toEqual([401, 200])
    await signOut(second)
    expect(await statusOf(second)).toBe(401)
  })

  test('when the session at the provider ends', async () => {
    const left = await signIn()
    const parameters = { id_token_hint: left.tokens.id_token, post_logout_redirect_uri: `${server.origin}/` }
    await left.visitor.open(`${server.origin}/identity/session/end?${new URLSearchParams(parameters)}`)
    expect(await statusOf(left.token)).toBe(401)
  })

  test.each(endings)('when %s, on every device', async (_cause, change) => {
    const one = await signIn()
    const other = await signIn(one.member)
    await change(one.member)
    for (const ended of [one, other]) {
      expect(await statusOf(ended.token)).toBe(401)
      expect([await isValid(ended.tokens), await canRenew(ended)]).toEqual([false, false])
    }
  })

  test('at its absolute end, however often it is renewed', async () => {
    const { token, member, visitor } = await signIn()
    const end = new Date(Date.now() + 3600_000)
    await club.db.updateTable('session_families').set({ ends_at: end }).where('member_id', '=', member.id).execute()
    const { body } = await refresh(token)
    expect(v.parse(Issued, body).expires_at).toBe(end.toISOString())
    // At the provider by the time of the password, however often its session is used.
    expect(await canRenew({ visitor })).toBe(true)
    const longAgo = Math.floor(Date.now() / 1000) - (maxSignInDays + 1) * 24 * 60 * 60
    await club.db
      .updateTable('identity_payloads')
      .set({ payload: sql`jsonb_set(payload, '{loginTs}', to_jsonb(${longAgo}::bigint))` })
      .where('model', '=', 'Session')
      .where(sql`payload ->> 'accountId'`, '=', await subjectOf(member))
      .execute()
    expect(await canRenew({ visitor })).toBe(false)
  })
})

describe('an id_token', () => {
  test('logs in once, also from calls at the same moment, and with its signature written differently', async () => {
    const member = await newMember(club.db)
    const tokens = await signInAtProvider(server.origin, member)
    const answers = await Promise.all([logIn(member, tokens), logIn(member, tokens), logIn(member, tokens)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    // The last character of a signature carries bits that nobody reads.
    const twin = tokens.id_token.replace(/.$/, (last) => String.fromCharCode(last.charCodeAt(0) + 1))
    expect((await logIn(member, { id_token: twin })).status).toBe(401)
  })

  test.each(endings)('that nobody used gives no session after %s', async (_cause, change) => {
    const { member, visitor } = await signIn()
    const first = await renewTokens(server.origin, visitor)
    const second = await renewTokens(server.origin, visitor)
    await change(member)
    for (const tokens of [first, second]) expect((await logIn(member, tokens)).status).toBe(401)
  })

  test('with the address of before a change gives no session, and does not bring the address back', async () => {
    const member = await newMember(club.db)
    const tokens = await signInAtProvider(server.origin, member)
    const email = `moved-${member.email}`
    await club.db.updateTable('identity_accounts').set({ email }).where('email', '=', member.email).execute()
    await club.db.updateTable('members').set({ email }).where('id', '=', member.id).execute()
    expect((await logIn(member, tokens)).status).toBe(401)
    const after = await club.db.selectFrom('members').select('email').where('id', '=', member.id).executeTakeFirst()
    expect(after).toEqual({ email })
  })

  test('that nobody used gives no session after the sign-out', async () => {
    const { member, token, visitor } = await signIn()
    const kept = await renewTokens(server.origin, visitor)
    await signOut(token)
    expect((await logIn(member, kept)).status).toBe(401)
  })
})

test('The database holds nothing that opens a session, a sign-in in progress or a token at the provider', async () => {
  const { visitor, tokens } = await signIn()
  const other = createVisitor(server.origin)
  await other.open(`${server.origin}/identity/auth?client_id=club-bravo-app`)
  const rows = JSON.stringify(await club.db.selectFrom('identity_payloads').selectAll().execute())
  const cookies = [...visitor.cookies(), ...other.cookies()].filter(({ name }) => !name.endsWith('.sig'))
  expect(cookies.length).toBeGreaterThan(0)
  for (const secret of [tokens.access_token, ...cookies.map(({ value }) => value)]) expect(rows).not.toContain(secret)
})

test('Renewals, sign-ins and a sign-out of one sign-in at the same moment are all answered: none waits for another in a circle', async () => {
  const { member, visitor, token } = await signIn()
  const chain = [token]
  for (let count = 0; count < 5; count += 1) chain.push(await successorOf(chain.at(-1) ?? token))
  const renewed: Tokens[] = []
  for (let count = 0; count < 4; count += 1) renewed.push(await renewTokens(server.origin, visitor))
  const one = (index: number) => chain[index % chain.length] ?? token
  const answers = await Promise.all([
    ...Array.from({ length: 48 }, (_, index) => refresh(one(index))),
    ...renewed.map((unused) => logIn(member, unused)),
    ...Array.from({ length: 4 }, (_, index) => signOut(one(index))),
  ])
  expect(answers.filter(({ status }) => status !== 200 && status !== 401)).toEqual([])
  for (const ended of chain) expect(await statusOf(ended)).toBe(401)
})
