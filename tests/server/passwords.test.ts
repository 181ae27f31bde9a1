import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import * as v from 'valibot'
import { changePassword, forgotPassword, linkExpired, resetPassword } from '#contract/member/password.ts'
import { runAsClient } from '#server/gate/client.ts'
import { signIn as openWith } from '#server/identity/signIn.ts'
import { sha256 } from '#server/store/hash.ts'
import { lastMailTo, linkIn } from '#tests/support/mailbox.ts'
import { newMember, type TestMember } from '#tests/support/members.ts'
import { duringPasswordChange } from '#tests/support/passwordChange.ts'
import { letMinutesPass } from '#tests/support/rateLimits.ts'
import { isAccepted, requestSignIn, signInAtProvider } from '#tests/support/relyingParty.ts'
import { type ClubDatabase, openClubDatabase } from '#tests/support/database.ts'
import { type RunningServer, startServer } from '#tests/support/server.ts'
import { createVisitor, formsOf, linkOf } from '#tests/support/visitor.ts'
import { type TestApi, testApi } from './testApi.ts'

const chosen = 'nine cellos and a flute'
const tokenIn = (link: string) => new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? ''
const choice = (password: string) => ({ password, password_confirmation: password })

describe('with the whole club', () => {
  let server: RunningServer
  let club: ClubDatabase
  beforeAll(async () => {
    server = await startServer()
    club = await openClubDatabase(server.dataDir)
  })
  afterAll(async () => {
    await club.close()
    await server.stop()
  })

  const mailing = () => ({ db: club.db, origin: server.origin })

  async function post(path: string, body: unknown, token?: string) {
    const response = await fetch(server.origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    })
    return { status: response.status, body: await response.json() }
  }

  /** Asks for a link, and resolves to its token. */
  async function askForLink(email: string): Promise<string> {
    expect(await post('/api/auth/forgot-password', { email })).toEqual({ status: 200, body: { success: true } })
    return tokenIn(linkIn(await lastMailTo(mailing(), email.trim().toLowerCase())))
  }

  /** Signs in at the provider and in the club. */
  async function signIn(member: Pick<TestMember, 'email' | 'password'>) {
    const tokens = await signInAtProvider(server.origin, member)
    const { sub } = decodeJwt(tokens.id_token)
    const { body } = await post('/api/auth/login', { login: member.email, password: sub, id_token: tokens.id_token })
    return { ...tokens, token: v.parse(v.object({ token: v.string() }), body).token }
  }

  async function stillWorks({ token, ...tokens }: Awaited<ReturnType<typeof signIn>>) {
    const me = await fetch(`${server.origin}/api/club-bravo/users/me`, {
      headers: { authorization: `Bearer ${token}` },
    })
    await me.body?.cancel()
    return [me.status === 200, await isAccepted(server.origin, tokens)]
  }

  test('The mailed link chooses a new password, and ends every sign-in of the member, at the club and at the provider', async () => {
    const member = await newMember(club.db, { verified: false })
    const other = await newMember(club.db)
    const [phone, laptop, others] = [await signIn(member), await signIn(member), await signIn(other)]
    const token = await askForLink(` ${member.email.toUpperCase()} `)
    const changed = await post('/api/auth/reset-password', { token, ...choice(chosen) })
    // The sign-in begins with it: nobody but the reader of its mails is told.
    expect(changed.body).toEqual({ success: true, email: member.email })
    expect((await post('/api/auth/reset-password', { token, ...choice(chosen) })).body).not.toHaveProperty('email')
    expect([await stillWorks(phone), await stillWorks(laptop)]).toEqual([
      [false, false],
      [false, false],
    ])
    expect(await stillWorks(others)).toEqual([true, true])
    await expect(signIn(member)).rejects.toThrow('access_token')
    const again = await signIn({ email: member.email, password: chosen })
    // Whoever could open the link reads the mails to the address.
    expect(decodeJwt(again.id_token)['email_verified']).toBe(true)
    expect(await lastMailTo(mailing(), member.email)).toContain('signed out on every device')
  })

  test('A sign-in with the old password that is looked at while the password changes does not begin', async () => {
    const member = await newMember(club.db)
    const visitor = createVisitor(server.origin)
    const page = await visitor.open(requestSignIn(server.origin).address)
    const change = { email: member.email, password: chosen }
    const answer = await duringPasswordChange(server.dataDir, change, () =>
      visitor.submit(page, { email: member.email, password: member.password }),
    )
    expect(answer.url.pathname).toMatch(/\/sign-in$/)
    expect(answer.url.searchParams.get('code')).toBeNull()
  })

  test('A sign-in that was about to begin with the old password ends with the others', async () => {
    const member = await newMember(club.db)
    const visitor = createVisitor(server.origin)
    const page = await visitor.open(requestSignIn(server.origin).address)
    const [form] = formsOf(page)
    if (!form) throw new Error('The sign-in page has a form')
    const cookies = visitor.cookies().filter(({ path }) => form.action.pathname.startsWith(path))
    const posted = await fetch(form.action, {
      method: 'POST',
      body: new URLSearchParams({ email: member.email, password: member.password }),
      headers: { origin: server.origin, cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') },
      redirect: 'manual',
    })
    expect(posted.status).toBe(303)
    const token = await askForLink(member.email)
    await post('/api/auth/reset-password', { token, ...choice(chosen) })
    const resumed = await visitor.open(posted.headers.get('location') ?? '')
    expect([resumed.status, resumed.text]).toEqual([400, expect.stringContaining('This page has expired')])
  })

  test('The sign-in page leads to it, in its language', async () => {
    const page = await createVisitor(server.origin).open(
      requestSignIn(server.origin, { ui_locales: 'zh-Hant-HK' }).address,
    )
    expect(linkOf(page, '忘記密碼？')).toBe(`${server.origin}/tc/forgot-password`)
  })
})

describe('the calls', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await testApi()
  })
  afterAll(() => api.close())

  const ask = (email: string) => api.call(forgotPassword, { email })
  const reset = (token: string, password = chosen) => api.call(resetPassword, { token, ...choice(password) })
  const tokenFor = async (email: string) => {
    await ask(email)
    return tokenIn(linkIn(await lastMailTo(api, email)))
  }
  /** The highest id that a mail was written with, whether it was kept or not. */
  const lastMailId = async () => {
    const { rows } = await sql<{ id: string }>`select last_value as id from mailbox_id_seq`.execute(api.db)
    return Number(rows[0]?.id)
  }

  test('Asking for a link has the same answer and the same work for any address, and mails only who has an account', async () => {
    const [verified, unverified] = [await newMember(api.db), await newMember(api.db, { verified: false })]
    for (const { email, mails } of [
      { email: verified.email, mails: 1 },
      { email: unverified.email, mails: 1 },
      { email: 'nobody@club.example', mails: 0 },
    ]) {
      const before = await lastMailId()
      expect(await ask(email)).toMatchObject({ status: 200, body: { success: true } })
      const kept = await api.db.selectFrom('mailbox').select('id').where('recipient', '=', email).execute()
      expect([kept.length, (await lastMailId()) !== before]).toEqual([mails, true])
    }
  })

  test('A link that has expired, was used, was replaced or never existed says one and the same', async () => {
    const { email } = await newMember(api.db)
    const [first, second] = [await tokenFor(email), await tokenFor(email)]
    const expired = await tokenFor((await newMember(api.db)).email)
    await api.db
      .updateTable('password_resets')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('token_hash', '=', sha256(expired))
      .execute()
    expect((await reset(second)).status).toBe(200)
    for (const token of [second, first, expired, 'x', '\u0000', 'a'.repeat(200)]) {
      const { status, body } = await reset(token)
      expect([status, body['message'], body['errors']]).toEqual([422, linkExpired, { token: ['token is NOT valid'] }])
    }
  })

  test('Whoever recovers an account is alone in it: passkeys that somebody has added go, but those of staff', async () => {
    const { email } = await newMember(api.db)
    const { id } = await api.db
      .selectFrom('identity_accounts')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    const passkey = {
      account_id: id,
      public_key: Buffer.from('key'),
      counter: 0,
      transports: [],
      created_at: new Date(),
    }
    await api.db
      .insertInto('passkeys')
      .values([
        { ...passkey, id: randomUUID(), name: 'An intruder’s', for_staff: false },
        { ...passkey, id: randomUUID(), name: 'At work', for_staff: true },
      ])
      .execute()
    expect((await reset(await tokenFor(email))).status).toBe(200)
    const left = await api.db.selectFrom('passkeys').select('name').where('account_id', '=', id).execute()
    expect(left).toEqual([{ name: 'At work' }])
  })

  test('Of two uses of a link at the same moment one has an effect', async () => {
    const { email } = await newMember(api.db)
    const token = await tokenFor(email)
    const answers = await Promise.all([reset(token), reset(token, 'ten oboes and a drum')])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
  })

  test('A password that is too short, too long, common, or typed differently is refused by its field, and the link still works', async () => {
    const { email } = await newMember(api.db)
    const token = await tokenFor(email)
    const refused = async (password: string, repeated = password) =>
      (await api.call(resetPassword, { token, password, password_confirmation: repeated })).body['errors']
    for (const password of ['seven77', '樂'.repeat(201), 'Password123'])
      expect([password, await refused(password)]).toEqual([password, { password: ['password is NOT valid'] }])
    expect(await refused('')).toMatchObject({ password: ['password is required'] })
    expect(await refused(chosen, `${chosen} `)).toEqual({
      password_confirmation: ['password_confirmation is NOT valid'],
    })
    expect((await reset(token, '🎻'.repeat(8))).status).toBe(200)
  })

  test('A member changes the password with the current one, and every token ends, this one too', async () => {
    const member = await newMember(api.db)
    const token = await api.signIn(member.id)
    const change = (current: string, password = chosen) =>
      api.call(changePassword, { current_password: current, ...choice(password) }, { token })
    expect((await change('not the password')).body['errors']).toEqual({
      current_password: ['current_password is NOT valid'],
    })
    for (const refused of ['Password123', member.password])
      expect((await change(member.password, refused)).body['errors']).toEqual({ password: ['password is NOT valid'] })
    expect((await change(member.password)).body).toEqual({ success: true })
    expect((await change(chosen)).status).toBe(401)
    expect(await lastMailTo(api, member.email)).toContain('has just been changed')
  })

  test('A link for a new password that was mailed before ends when the password is changed with the current one', async () => {
    const member = await newMember(api.db)
    const mailed = await tokenFor(member.email)
    const request = { current_password: member.password, ...choice(chosen) }
    expect((await api.call(changePassword, request, { token: await api.signIn(member.id) })).status).toBe(200)
    expect((await reset(mailed)).status).toBe(422)
  })

  test('A change does not replace a password that was chosen in the meantime, nor take back that the address was verified', async () => {
    const member = await newMember(api.db, { verified: false })
    const token = await api.signIn(member.id)
    const request = { current_password: member.password, ...choice('ten oboes and a drum') }
    const change = { email: member.email, password: chosen, emailVerified: true }
    const answer = await duringPasswordChange(api.dataDir, change, () => api.call(changePassword, request, { token }))
    expect(answer.body['errors']).toEqual({ current_password: ['current_password is NOT valid'] })
    expect(await openWith(api.db, member.email, chosen)).toMatchObject({ emailVerified: true })
  })

  test('Nobody else changes it: no token, a revoked one, a closed account, a member of another identity provider', async () => {
    const request = { current_password: 'a password for tests only', ...choice(chosen) }
    expect((await api.call(changePassword, request)).status).toBe(401)
    expect((await api.call(changePassword, request, { token: 'x'.repeat(43) })).status).toBe(401)
    const [revoked, closed, elsewhere] = [await newMember(api.db), await newMember(api.db), await newMember(api.db)]
    const tokenOf = async ({ id }: TestMember) => ({ token: await api.signIn(id) })
    const [first, second, third] = [await tokenOf(revoked), await tokenOf(closed), await tokenOf(elsewhere)]
    await api.db.updateTable('sessions').set({ revoked_at: new Date() }).where('member_id', '=', revoked.id).execute()
    await api.db.updateTable('members').set({ active: false }).where('id', '=', closed.id).execute()
    await api.db
      .updateTable('members')
      .set({ provider_issuer: 'https://other.example' })
      .where('id', '=', elsewhere.id)
      .execute()
    expect((await api.call(changePassword, request, first)).status).toBe(401)
    expect((await api.call(changePassword, request, second)).body).toEqual({ message: 'inactive_account' })
    expect((await api.call(changePassword, request, third)).status).toBe(422)
  })
})

test('Whoever asks for a link that others have asked for again and again is told to use the newest mail, which works', async () => {
  const api = await testApi()
  onTestFinished(() => api.close())
  const { email } = await newMember(api.db)
  const lang = 'en' as const
  for (const address of [email, 'nobody@club.example']) {
    const send = (network: number) =>
      runAsClient({ network: `203.0.${network}.0/24`, token: null, ended: new AbortController().signal }, () =>
        api.dependencies.passwords.sendLink({ email: address, lang, now: new Date() }),
      )
    for (let network = 0; network < 21; network += 1) expect(await send(network)).toBe('sent')
    const { status, body } = await api.call(forgotPassword, { email: address, lang })
    expect([status, body]).toEqual([200, { success: true, sent_before: true }])
  }
  expect(await api.db.selectFrom('mailbox').select('id').where('recipient', '=', email).execute()).toHaveLength(21)
  const token = tokenIn(linkIn(await lastMailTo(api, email)))
  expect((await api.call(resetPassword, { token, ...choice(chosen) })).status).toBe(200)
})

describe('the limits', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await testApi({ rateLimits: { signIn: 3, scans: 5 } })
  })
  afterAll(() => api.close())

  test('hold for links to any address, for one link, and for one member’s current password', async () => {
    const known = await newMember(api.db)
    for (const email of [known.email, 'nobody-at-all@club.example']) {
      const askLater = async () => {
        await letMinutesPass(api.db, 1)
        return api.call(forgotPassword, { email })
      }
      for (let time = 0; time < 5; time += 1) expect((await askLater()).status).toBe(200)
      const refused = await askLater()
      expect([refused.status, Number(refused.headers.get('retry-after')) > 3500]).toEqual([429, true])
    }
    const guess = () => api.call(resetPassword, { token: 'a guess', ...choice(chosen) })
    for (let time = 0; time < 3; time += 1) expect((await guess()).status).toBe(422)
    expect((await guess()).status).toBe(429)
    const tokens = [await api.signIn(known.id), await api.signIn(known.id)]
    const attempt = (token = '') =>
      api.call(changePassword, { current_password: 'a guess', ...choice(chosen) }, { token })
    for (let time = 0; time < 3; time += 1) expect((await attempt(tokens[time % 2])).status).toBe(422)
    expect((await attempt(tokens[0])).status).toBe(429)
  })
})
