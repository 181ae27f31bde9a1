import { describe, expect, test } from 'vitest'
import { proofCookie } from '#contract/member/auth.ts'
import { sha256 } from '#server/store/hash.ts'
import { newMember } from '#tests/support/members.ts'
import { enterClub, isAccepted, requestSignIn, signInAtProvider, type Tokens } from '#tests/support/relyingParty.ts'
import { runningClub } from '#tests/support/runningClub.ts'
import { createVisitor, linkOf, type Visitor } from '#tests/support/visitor.ts'

const { club, origin } = await runningClub()

function endSession(parameters: Record<string, string>): string {
  return `${origin}/identity/session/end?${new URLSearchParams(parameters)}`
}

async function signedIn() {
  const visitor = createVisitor(origin)
  const member = await newMember(club.db)
  const tokens = await signInAtProvider(origin, member, visitor)
  return { visitor, member, tokens, token: await enterClub(origin, tokens, visitor) }
}

/** Whether the provider signs this browser in without asking. */
async function isRemembered(visitor: Visitor): Promise<boolean> {
  const page = await visitor.open(requestSignIn(origin, { prompt: 'none' }).address)
  return page.url.searchParams.has('code')
}

/** Ends a sign-in as a device does that has kept only the hash of its token. */
function revoke(token: string): Promise<Response> {
  return fetch(`${origin}/api/auth/revoke`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token_hash: sha256(token) }),
  })
}

async function statusOf(token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` }
  return (await fetch(`${origin}/api/club-bravo/users/me`, { headers })).status
}

/** Whether the provider's own tokens of a sign-in still work. */
const isValid = (tokens: Tokens) => isAccepted(origin, tokens)

test('The app signs its member out without a confirmation, and the provider’s tokens are revoked', async () => {
  const { visitor, tokens } = await signedIn()
  const address = endSession({ id_token_hint: tokens.id_token, post_logout_redirect_uri: `${origin}/`, state: 'abc' })
  const back = await visitor.open(address)
  expect(back.url.href).toBe(`${origin}/?state=abc`)
  expect(await isRemembered(visitor)).toBe(false)
  expect(await isValid(tokens)).toBe(false)
})

test('A sign-in leaves only the cookie of its session, and signing out not even that', async () => {
  const { visitor, tokens } = await signedIn()
  expect(new Set(visitor.cookies().map(({ name }) => name))).toEqual(new Set(['club-identity', 'club-identity.sig']))
  await visitor.open(endSession({ id_token_hint: tokens.id_token, post_logout_redirect_uri: `${origin}/` }))
  expect(visitor.cookies()).toEqual([])
})

test.each<[string, Record<string, string>, boolean]>([
  ['the app’s own page', { 'sec-fetch-site': 'same-origin' }, true],
  ['the app’s own page, in an older browser', { referer: 'OWN/en/member-detail' }, true],
  ['another site', { 'sec-fetch-site': 'cross-site' }, false],
  ['another site, in an older browser', { referer: 'https://evil.example/OWN' }, false],
  ['a sibling subdomain', { 'sec-fetch-site': 'same-site', referer: 'OWN/' }, false],
  ['the address bar', { 'sec-fetch-site': 'none' }, false],
])('A sign-out request without an id_token is trusted by its source: %s', async (_whence, headers, isBelieved) => {
  const { visitor, tokens } = await signedIn()
  const own = Object.entries(headers).map(([name, value]) => [name, value.replace('OWN', origin)] as const)
  const address = endSession({ client_id: 'club-bravo-app', post_logout_redirect_uri: `${origin}/` })
  const page = await visitor.open(address, { headers: Object.fromEntries(own) })
  expect(page.url.href === `${origin}/`).toBe(isBelieved)
  expect(await isRemembered(visitor)).toBe(!isBelieved)
  expect(await isValid(tokens)).toBe(!isBelieved)
})

test('A request without proof of its member asks for a confirmation first', async () => {
  const { visitor, tokens } = await signedIn()
  const question = await visitor.open(endSession({ ui_locales: 'zh-Hant-HK' }))
  expect(question.text).toContain('要登出 Club Bravo 嗎？')
  expect(question.text).not.toContain('<script')
  expect(await isRemembered(visitor)).toBe(true)
  expect(linkOf(question, '保持登入')).toBe(`${origin}/tc`)
  const again = await visitor.open(endSession({}))
  const done = await visitor.submit(again, { logout: 'yes' })
  expect(done.text).toContain('You’re signed out')
  expect(await isRemembered(visitor)).toBe(false)
  expect(await isValid(tokens)).toBe(false)
})

test('Another member’s id_token signs no one out', async () => {
  const [mine, other] = await Promise.all([signedIn(), signedIn()])
  const question = await mine.visitor.open(
    endSession({ id_token_hint: other.tokens.id_token, post_logout_redirect_uri: `${origin}/` }),
  )
  expect(question.text).toContain('Sign out of Club Bravo?')
  expect(await isRemembered(mine.visitor)).toBe(true)
  expect(await isValid(other.tokens)).toBe(true)
})

test('A forged confirmation signs no one out', async () => {
  const { visitor } = await signedIn()
  await visitor.open(endSession({}))
  const forged = await visitor.open(`${origin}/identity/session/end/confirm`, {
    method: 'POST',
    body: new URLSearchParams({ xsrf: 'guessed', logout: 'yes' }),
  })
  expect(forged.status).toBe(400)
  expect(forged.text).toContain('We couldn’t sign you in')
  expect(await isRemembered(visitor)).toBe(true)
})

test('Signing out never leads to another site', async () => {
  const { visitor, tokens } = await signedIn()
  const page = await visitor.open(
    endSession({ id_token_hint: tokens.id_token, post_logout_redirect_uri: 'https://evil.example/' }),
  )
  expect(page.status).toBe(400)
  expect(page.url.origin).toBe(origin)
  expect(await isRemembered(visitor)).toBe(true)
})

test('A person who is already signed out returns to the club', async () => {
  const { visitor, tokens } = await signedIn()
  const address = endSession({ id_token_hint: tokens.id_token, post_logout_redirect_uri: `${origin}/` })
  await visitor.open(address)
  const page = await visitor.open(address)
  const scriptHash = /script-src [^;]*'sha256-/.test(page.headers.get('content-security-policy') ?? '')
  expect(scriptHash).toBe(true)
  const back = await visitor.submit(page, {})
  expect(back.url.href).toBe(`${origin}/`)
})

/** What a sign-in says to a browser: one that somebody writes by hand, or the app without its storage. */
const askedBy = async (visitor: Visitor) => (await visitor.open(requestSignIn(origin).address)).text

describe('A session that is left at the provider', () => {
  test('signs nobody in where the app proves nothing, as after its storage was deleted and the cookies kept', async () => {
    const { visitor } = await signedIn()
    visitor.prove('')
    expect(await isRemembered(visitor)).toBe(false)
    expect(await askedBy(visitor)).toContain('<h1>Sign in</h1>')
  })

  test('signs nobody in with the token of another member, of another browser, or of a sign-in that has ended', async () => {
    const [mine, other] = await Promise.all([signedIn(), signedIn()])
    const elsewhere = createVisitor(origin)
    const tokenElsewhere = await enterClub(origin, await signInAtProvider(origin, mine.member, elsewhere), elsewhere)
    for (const token of [other.token, tokenElsewhere, 'guessed']) {
      mine.visitor.prove(token)
      expect(await isRemembered(mine.visitor)).toBe(false)
    }
    mine.visitor.prove(mine.token)
    expect(await isRemembered(mine.visitor)).toBe(true)
    await revoke(mine.token)
    expect(await isRemembered(mine.visitor)).toBe(false)
    expect(await askedBy(mine.visitor)).toContain('<h1>Sign in</h1>')
  })

  test('is proved for one request alone: its answer takes no proof from another tab, which asks at the same time', async () => {
    const { visitor } = await signedIn()
    const { address, state } = requestSignIn(origin)
    const { headers, url } = await visitor.open(address)
    expect(url.pathname).toBe('/login')
    const proofs = headers.getSetCookie().filter((cookie) => cookie.startsWith('club-proof'))
    expect(proofs).toEqual([expect.stringContaining(`${proofCookie(state)}=;`)])
  })

  test('counts together with a token of its sign-in that has run out: the app renews it without asking', async () => {
    const { visitor, token } = await signedIn()
    const expired = { expires_at: new Date(Date.now() - 1000) }
    await club.db.updateTable('sessions').set(expired).where('token_hash', '=', sha256(token)).execute()
    expect(await isRemembered(visitor)).toBe(true)
  })

  test('does not tie a sign-in with the password to an earlier one, whose late end leaves it as it is', async () => {
    const { visitor, member, token } = await signedIn()
    visitor.prove('')
    const again = await signInAtProvider(origin, member, visitor)
    const second = await enterClub(origin, again, visitor)
    await revoke(token)
    expect(await isRemembered(visitor)).toBe(true)
    expect([await statusOf(token), await statusOf(second)]).toEqual([401, 200])
  })
})

test('The hash of a token ends its sign-in, opens nothing, and tells nobody whether it was one', async () => {
  const { tokens, token } = await signedIn()
  expect(await statusOf(sha256(token))).toBe(401)
  expect((await revoke(token)).status).toBe(200)
  expect(await statusOf(token)).toBe(401)
  expect(await isValid(tokens)).toBe(false)
  for (const unknown of [token, 'never issued']) expect((await revoke(unknown)).status).toBe(200)
})
