import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import { sha256 } from '#server/store/hash.ts'
import { newMember } from '#tests/support/members.ts'
import {
  callTokenEndpoint,
  enterClub,
  exchangeCode,
  isAccepted,
  renewAtProvider,
  renewTokens,
  requestSignIn,
  signInAtProvider,
} from '#tests/support/relyingParty.ts'
import { runningClub } from '#tests/support/runningClub.ts'
import { createVisitor, formsOf, linkOf } from '#tests/support/visitor.ts'

const { club, origin } = await runningClub()

async function openSignIn(more: Record<string, string> = {}) {
  const visitor = createVisitor(origin)
  const request = requestSignIn(origin, more)
  return { visitor, request, page: await visitor.open(request.address) }
}

describe('signing in', () => {
  test('A person with an account signs in, and the id_token identifies them', async () => {
    const { visitor, request, page } = await openSignIn()
    const member = await newMember(club.db)
    const back = await visitor.submit(page, { email: ` ${member.email.toUpperCase()} `, password: member.password })
    expect(back.url.href.startsWith(`${origin}/login?`)).toBe(true)
    expect(back.url.searchParams.get('state')).toBe(request.state)
    const tokens = await exchangeCode(origin, request, back.url)
    const claims = decodeJwt(tokens.id_token)
    expect(claims).toMatchObject({
      iss: `${origin}/identity`,
      aud: 'club-bravo-app',
      email: member.email,
      email_verified: true,
      nonce: request.nonce,
    })
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(600)
  })

  test('A person who is signed in at the provider is not asked again, as far as the app proves its sign-in', async () => {
    const visitor = createVisitor(origin)
    const member = await newMember(club.db)
    await enterClub(origin, await signInAtProvider(origin, member, visitor), visitor)
    const back = await visitor.open(requestSignIn(origin).address)
    expect(back.url.pathname).toBe('/login')
    expect(back.url.searchParams.get('code')).toBeTruthy()
  })

  test('A wrong password and an unknown address get the same page', async () => {
    const member = await newMember(club.db)
    const { visitor, page } = await openSignIn()
    const wrongPassword = await visitor.submit(page, { email: member.email, password: 'not the password' })
    const unknown = await visitor.submit(page, { email: 'nobody@club.example', password: 'not the password' })
    expect(wrongPassword.status).toBe(422)
    expect(wrongPassword.text).toMatch(/role="alert">(?:<[^>]*>)*Incorrect email or password\./)
    expect(wrongPassword.text).toMatch(/<title>Error: Sign in/)
    expect(wrongPassword.text).toMatch(
      /<input(?=[^>]* name="password")(?=[^>]* aria-describedby="form-error")(?=[^>]* aria-invalid="true")[^>]* autofocus/i,
    )
    expect(unknown.status).toBe(wrongPassword.status)
    const ofMember = unknown.text.replaceAll(/nobody(@|%40)club\.example/g, member.email.replace('@', '$1'))
    expect(ofMember).toBe(wrongPassword.text)
    expect(wrongPassword.text).not.toContain('not the password')
  })

  test.each([
    [{ email: 'nobody', password: 'x' }, 'email', 'Enter an email address such as name@example.com.'],
    [{ email: 'a@club.example', password: '' }, 'password', 'Enter your password.'],
  ])('An invalid form names its wrong field: %j', async (values, field, sentence) => {
    const { visitor, page } = await openSignIn()
    const again = await visitor.submit(page, values)
    expect(again.status).toBe(422)
    expect(again.text).toMatch(
      new RegExp(`<input(?=[^>]* name="${field}")(?=[^>]* aria-describedby="${field}-error")[^>]* autofocus`, 'i'),
    )
    expect(again.text).toContain(sentence)
  })

  test('User input is never interpreted as markup', async () => {
    const { visitor, page } = await openSignIn({ login_hint: '"><script>alert(1)</script>' })
    expect(page.text).not.toContain('<script>')
    const again = await visitor.submit(page, { email: '"><img src=x onerror=y>', password: 'x' })
    expect(again.text).not.toContain('<img src=x')
  })

  test('Going back to the club without signing in is reported to the app', async () => {
    const { visitor, page, request } = await openSignIn()
    const back = await visitor.submit(page, {}, 2)
    expect(back.url.searchParams.get('error')).toBe('access_denied')
    expect(back.url.searchParams.get('state')).toBe(request.state)
  })

  test('A silent request without a session gets login_required', async () => {
    const { page } = await openSignIn({ prompt: 'none' })
    expect(page.url.searchParams.get('error')).toBe('login_required')
  })

  test('The page in another browser, or after it has expired, offers to start again', async () => {
    const { visitor, page } = await openSignIn()
    const otherBrowser = await createVisitor(origin).open(page.url.href)
    expect(otherBrowser.status).toBe(400)
    expect(otherBrowser.text).toContain('This page has expired')
    expect(linkOf(otherBrowser, 'Start again')).toBe(`${origin}/en`)
    const member = await newMember(club.db)
    await visitor.submit(page, { email: member.email, password: member.password })
    expect((await visitor.open(page.url.href)).text).toContain('This page has expired')
  })

  test('A form sent by another site is refused', async () => {
    const { visitor, page } = await openSignIn()
    const action = formsOf(page)[0]?.action.href ?? ''
    const send = (headers: Record<string, string>) =>
      visitor.open(action, {
        method: 'POST',
        body: new URLSearchParams({ email: 'a@b.example', password: 'x' }),
        headers,
      })
    expect((await send({ origin: 'https://evil.example' })).status).toBe(403)
    expect((await send({ origin, 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await send({ origin: 'null' })).status).toBe(403)
  })
})

describe('languages', () => {
  test.each([
    ['zh-Hant-HK', 'zh-Hant-HK', '登入', '電郵地址'],
    ['zh-Hans-CN', 'zh-Hans-CN', '登录', '邮箱'],
    ['zh-HK zh', 'zh-Hant-HK', '登入', '電郵地址'],
    ['fr zh-SG', 'zh-Hans-CN', '登录', '邮箱'],
    ['en', 'en', 'Sign in', 'Email address'],
  ])('A request in %s gets a page in that language', async (wished, tag, title, label) => {
    const { page } = await openSignIn({ ui_locales: wished })
    expect(page.text).toContain(`<html lang="${tag}">`)
    expect(page.text).toContain(`<h1>${title}</h1>`)
    expect(page.text).toContain(label)
  })

  test('The chosen language stays, on the other page and after an error', async () => {
    const { visitor, page } = await openSignIn({ ui_locales: 'en' })
    const switched = await visitor.open(linkOf(page, '繁'))
    expect(switched.text).toContain('<h1>登入</h1>')
    const create = await visitor.open(linkOf(switched, '建立帳戶'))
    expect(create.text).toContain('<h1>建立帳戶</h1>')
    const again = await visitor.submit(create, { email: 'x', password: 'y' })
    expect(again.text).toContain('請輸入電郵地址，例如')
  })
})

/** Where a sign-in came back to, with a code, and the exchange of that code. */
async function signInForCode() {
  const { visitor, request, page } = await openSignIn()
  const member = await newMember(club.db)
  const { url } = await visitor.submit(page, { email: member.email, password: member.password })
  const code = url.searchParams.get('code') ?? ''
  const exchange = (verifier = request.verifier) =>
    callTokenEndpoint(origin, {
      grant_type: 'authorization_code',
      code,
      redirect_uri: `${origin}/login`,
      code_verifier: verifier,
    })
  return { request, url, code, exchange }
}

describe('refused requests', () => {
  test.each([['https://evil.example/login'], ['http://localhost:1/login'], ['/login'], ['javascript:alert(1)']])(
    'A redirect URI that is not the app’s is never followed: %s',
    async (address) => {
      const { page } = await openSignIn({ redirect_uri: address })
      expect(page.status).toBe(400)
      expect(page.url.pathname).toBe('/identity/auth')
      expect(page.text).toContain('We couldn’t sign you in')
      expect(page.headers.get('content-type')).toMatch(/^text\/html/)
    },
  )

  test('An unknown client is refused', async () => {
    const { page } = await openSignIn({ client_id: 'somebody' })
    expect(page.status).toBe(400)
    expect(page.text).toContain('We couldn’t sign you in')
  })

  test.each([
    ['without a challenge', { code_challenge: '' }],
    ['with a plain challenge', { code_challenge_method: 'plain' }],
    ['for an implicit token', { response_type: 'id_token' }],
  ])('A request %s is refused', async (_what, parameters) => {
    const { page } = await openSignIn(parameters)
    expect(page.url.searchParams.get('error') ?? new URLSearchParams(page.url.hash.slice(1)).get('error')).toMatch(
      /^(invalid_request|unsupported_response_type|unauthorized_client)$/,
    )
  })

  test('Of five simultaneous exchanges of one code at most one succeeds', async () => {
    const { exchange } = await signInForCode()
    const answers = await Promise.all([exchange(), exchange(), exchange(), exchange(), exchange()])
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
    expect(answers.every(({ status }) => status === 200 || status === 400)).toBe(true)
  })

  test('A code that another server has taken is refused, also when the clock of that server is ahead', async () => {
    const { code, exchange } = await signInForCode()
    const taken = await club.db
      .updateTable('identity_payloads')
      .set({ consumed_at: new Date(Date.now() + 5000) })
      .where('id', '=', sha256(code))
      .executeTakeFirst()
    expect(taken.numUpdatedRows).toBe(1n)
    expect((await exchange()).status).toBe(400)
  })

  test('A code works once, only with its verifier, and its second use revokes the tokens of the first', async () => {
    const { request, url, exchange } = await signInForCode()
    expect(await exchange('a'.repeat(43))).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    const tokens = await exchangeCode(origin, request, url)
    expect(await exchange()).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    expect(await isAccepted(origin, tokens)).toBe(false)
  })
})

test('A page of another site cannot use the token endpoint', async () => {
  const { request, code } = await signInForCode()
  const response = await fetch(`${origin}/identity/token`, {
    method: 'POST',
    headers: { origin: 'https://evil.example' },
    body: new URLSearchParams({
      client_id: 'club-bravo-app',
      grant_type: 'authorization_code',
      code,
      code_verifier: request.verifier,
      redirect_uri: `${origin}/login`,
    }),
  })
  expect(response.status).toBe(400)
  expect(response.headers.get('access-control-allow-origin')).toBeNull()
})

test('A member who is signed in is renewed without being asked, and nobody else is', async () => {
  const visitor = createVisitor(origin)
  expect(await renewAtProvider(origin, visitor)).toBeNull()
  const member = await newMember(club.db)
  const first = await signInAtProvider(origin, member, visitor)
  await enterClub(origin, first, visitor)
  const renewed = decodeJwt((await renewTokens(origin, visitor)).id_token)
  expect(renewed).toMatchObject({ email: member.email })
  expect(renewed['nonce']).not.toBe(first.nonce)
})

test('The provider gives no refresh token, whatever is asked for', async () => {
  const visitor = createVisitor(origin)
  const request = requestSignIn(origin, { scope: 'openid email profile offline_access', prompt: 'login' })
  const { email, password } = await newMember(club.db)
  const { url } = await visitor.submit(await visitor.open(request.address), { email, password })
  const { body } = await callTokenEndpoint(origin, {
    grant_type: 'authorization_code',
    code: url.searchParams.get('code') ?? '',
    redirect_uri: `${origin}/login`,
    code_verifier: request.verifier,
  })
  expect(body).toHaveProperty('access_token')
  expect(body).not.toHaveProperty('refresh_token')
})
