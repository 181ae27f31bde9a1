import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import { codeExpired } from '#contract/member/email.ts'
import { hashPassword } from '#server/identity/passwords/passwords.ts'
import { codeIn, lastMailTo, linkIn } from '#tests/support/mailbox.ts'
import { newMember, passwordCost } from '#tests/support/members.ts'
import { letMinutesPass } from '#tests/support/rateLimits.ts'
import { enterClub, exchangeCode, requestSignIn, signInAtProvider } from '#tests/support/relyingParty.ts'
import { runningClub } from '#tests/support/runningClub.ts'
import { createVisitor, linkOf } from '#tests/support/visitor.ts'

const { club, origin } = await runningClub()

const password = 'seven violins and a harp'
let made = 0

function newAddress(): string {
  made += 1
  return `coded-${process.pid}-${made}@club.example`
}

/** Asks for an account. Resolves to the page that asks for the code of the mail. */
async function join(email: string, chosen = password, language = 'en') {
  const visitor = createVisitor(origin)
  const request = requestSignIn(origin, { prompt: 'create', ui_locales: language })
  const page = await visitor.open(request.address)
  const checkMail = await visitor.submit(page, { email, password: chosen })
  return { visitor, request, checkMail }
}

type Joining = Awaited<ReturnType<typeof join>>

const typeCode = ({ visitor, checkMail }: Joining, code: string) => visitor.submit(checkMail, { code })

/** Goes on without the code, into the club. */
async function enter({ visitor, request, checkMail }: Joining): Promise<string> {
  const back = await visitor.open(linkOf(checkMail, 'Continue to Club Bravo'))
  return await enterClub(origin, await exchangeCode(origin, request, back.url), visitor)
}

async function call(path: string, body: unknown, token: string) {
  const response = await fetch(`${origin}/api/club-bravo/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
  const { message, errors } = Object(await response.json())
  return { status: response.status, message, errors }
}

const verify = (code: string, token: string) => call('users/verify-email-code', { code }, token)

/** Asks the app's way for the mail again, as a visitor or as a member. */
async function askAgain(email: string, token?: string): Promise<number> {
  const { status } = await fetch(`${origin}/api/auth/resend-verification`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ email }),
  })
  return status
}

const mailedCode = async (email: string) => codeIn(await lastMailTo(club, email))
const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

async function memberWith(email: string) {
  return await club.db.selectFrom('members').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
}

async function isVerified(email: string): Promise<boolean> {
  const account = club.db.selectFrom('identity_accounts').select('email_verified').where('email', '=', email)
  return (await account.executeTakeFirstOrThrow()).email_verified
}

/** Gives the newest code of an address another value or time. */
async function changeCode(email: string, change: { code_hash?: string; code_expires_at?: Date }): Promise<void> {
  await club.db
    .updateTable('identity_links')
    .set(change)
    .where('account_id', 'in', (row) => row.selectFrom('identity_accounts').select('id').where('email', '=', email))
    .execute()
}

describe('an account with the terms accepted', () => {
  test.each([
    ['en', 'en'],
    ['zh-Hans-CN', 'tc'],
  ])('makes a Basic member at once, with a number and the consent (%s)', async (page, preferred) => {
    const email = newAddress()
    const visitor = createVisitor(origin)
    const request = requestSignIn(origin, { prompt: 'create', ui_locales: page })
    const form = await visitor.open(request.address)
    await visitor.submit(form, { email, password })
    const tokens = await signInAtProvider(origin, { email, password })
    await enterClub(origin, tokens, visitor)
    expect(await memberWith(email)).toMatchObject({
      membership_tier: 'Black',
      is_submitted_profile: 'submitted',
      consent: true,
      preferred_lang: preferred,
      member_no: expect.stringMatching(/^CB\d+$/),
      membership_since: expect.any(Date),
      is_profile_completed: false,
    })
  })

  test('is the only way to one: an older account, which was not asked, joins by the form', async () => {
    const email = newAddress()
    const joining = await join(email)
    await club.db.updateTable('identity_accounts').set({ consented_at: null }).where('email', '=', email).execute()
    await enter(joining)
    expect(await memberWith(email)).toMatchObject({ is_submitted_profile: 'default', consent: false, member_no: null })
  })
})

describe('the code of the mail, on the page that waits for it', () => {
  test('verifies the address and goes on, however it is typed', async () => {
    for (const spell of [
      (code: string) => code,
      (code: string) => ` ${code.slice(0, 3)} ${code.slice(3)} `,
      (code: string) => code.replaceAll(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)),
    ]) {
      const email = newAddress()
      const joining = await join(email)
      const back = await typeCode(joining, spell(await mailedCode(email)))
      const tokens = await exchangeCode(origin, joining.request, back.url)
      expect(decodeJwt(tokens.id_token)).toMatchObject({ email, email_verified: true })
    }
  })

  test('goes on in the language that the page was changed to, which becomes the member’s', async () => {
    const email = newAddress()
    const joining = await join(email)
    const { origin: site, pathname } = joining.checkMail.url
    const checkMail = await joining.visitor.open(`${site}${pathname}?lang=tc`)
    const back = await typeCode({ ...joining, checkMail }, await mailedCode(email))
    await enterClub(origin, await exchangeCode(origin, joining.request, back.url), joining.visitor)
    expect(await memberWith(email)).toMatchObject({ is_submitted_profile: 'submitted', preferred_lang: 'tc' })
  })

  test('is told apart from another one, and works five times at most; the link goes on working', async () => {
    const email = newAddress()
    const joining = await join(email)
    const code = await mailedCode(email)
    expect((await typeCode(joining, '12345')).text).toContain('Enter the 6-digit code from our email.')
    for (let tries = 0; tries < 5; tries += 1) {
      const refused = await typeCode(joining, another(code))
      expect(refused.status).toBe(422)
      expect(refused.text).toContain('That isn’t the code in our latest email.')
      expect(refused.text).toMatch(/<input(?=[^>]* name="code")(?=[^>]* aria-invalid="true")[^>]* autofocus/i)
    }
    expect((await typeCode(joining, code)).text).toContain('This code no longer works.')
    expect(await isVerified(email)).toBe(false)
    const visitor = createVisitor(origin)
    const link = await visitor.open(linkIn(await lastMailTo(club, email)))
    expect((await visitor.submit(link, { password })).text).toContain('Your email is verified')
    // Verified meanwhile, the page goes on whatever is typed.
    expect((await typeCode(joining, another(code))).url.searchParams.get('code')).toBeTruthy()
  })

  test('is tried ten times in a day, however many mails there are; a right one does not count', async () => {
    const email = newAddress()
    for (const chosen of [password, 'nine cellos and a flute']) {
      const joining = await join(email, chosen)
      const code = await mailedCode(email)
      for (let tries = 0; tries < 5; tries += 1)
        expect((await typeCode(joining, another(code))).text).toContain('That isn’t the code in our latest email.')
      await letMinutesPass(club.db, 60)
    }
    const joining = await join(email, 'three bassoons and a drum')
    const code = await mailedCode(email)
    expect((await typeCode(joining, code)).text).toContain('This code no longer works.')
    expect(await isVerified(email)).toBe(false)
    await letMinutesPass(club.db, 1)
    const token = await enter(await join(email))
    expect(await verify(await mailedCode(email), token)).toMatchObject({ status: 422, message: codeExpired })
    await letMinutesPass(club.db, 24 * 60)
    expect(await verify(await mailedCode(email), token)).toMatchObject({ status: 200 })
  })

  test('is refused however many tries come at once', async () => {
    const email = newAddress()
    const joining = await join(email)
    const code = await mailedCode(email)
    const answers = await Promise.all(Array.from({ length: 9 }, () => typeCode(joining, another(code))))
    expect(answers.filter(({ text }) => text.includes('That isn’t the code')).length).toBeLessThanOrEqual(5)
    expect((await typeCode(joining, code)).url.searchParams.get('code')).toBeNull()
  })

  test('ends after 15 minutes, and with a newer mail', async () => {
    const [late, repeated] = [newAddress(), newAddress()]
    const joining = await join(late)
    await changeCode(late, { code_expires_at: new Date(Date.now() - 1000) })
    expect((await typeCode(joining, await mailedCode(late))).text).toContain('This code no longer works.')

    const again = await join(repeated)
    const first = await mailedCode(repeated)
    await letMinutesPass(club.db, 1)
    await again.visitor.submit(again.checkMail, {}, 1)
    const second = await mailedCode(repeated)
    expect((await typeCode(again, first === second ? another(first) : first)).text).toContain('That isn’t the code')
    expect((await typeCode(again, second)).url.searchParams.get('code')).toBeTruthy()
  })

  test('is not made old by a stranger who asks for the mail again: that one has a link alone', async () => {
    const email = newAddress()
    const joining = await join(email)
    const code = await mailedCode(email)
    await letMinutesPass(club.db, 1)
    expect(await askAgain(email)).toBe(200)
    expect(await lastMailTo(club, email)).not.toMatch(/\b\d{6}\b/)
    expect((await typeCode(joining, code)).url.searchParams.get('code')).toBeTruthy()
  })

  test('comes with the mail that the member asks for again', async () => {
    const email = newAddress()
    const token = await enter(await join(email))
    await letMinutesPass(club.db, 1)
    expect(await askAgain(email, token)).toBe(200)
    expect(await verify(await mailedCode(email), token)).toMatchObject({ status: 200 })
  })

  test('is stored as a hash alone', async () => {
    const email = newAddress()
    await join(email)
    const rows = await club.db
      .selectFrom('identity_links')
      .innerJoin('identity_accounts', 'identity_accounts.id', 'account_id')
      .selectAll('identity_links')
      .where('email', '=', email)
      .execute()
    const code = await mailedCode(email)
    expect(JSON.stringify(rows)).not.toContain(`"${code}"`)
    expect(rows).toEqual([expect.objectContaining({ code_hash: expect.stringMatching(/^scrypt\$/) })])
  })

  test('opens no account that somebody else has proved, even if it is guessed', async () => {
    const { email } = await newMember(club.db)
    const joining = await join(email)
    await changeCode(email, { code_hash: await hashPassword('123456', passwordCost) })
    const answer = await typeCode(joining, '123456')
    expect(answer.text).toContain('That isn’t the code in our latest email.')
    expect(answer.url.searchParams.get('code')).toBeNull()
  })

  test('belongs to whoever reads the mail: it replaces the password of an earlier registration by somebody else', async () => {
    const email = newAddress()
    const squatter = await join(email, 'nine cellos and a flute')
    const token = await enter(squatter)
    const owner = await join(email)
    const code = await mailedCode(email)
    expect((await typeCode(squatter, code)).url.searchParams.get('code')).toBeNull()
    expect((await typeCode(owner, code)).url.searchParams.get('code')).toBeTruthy()
    expect((await call('users/tier-progress', {}, token)).status).toBe(401)
    expect(decodeJwt((await signInAtProvider(origin, { email, password })).id_token)).toMatchObject({ email })
  })
})

describe('the code of the mail, in the app', () => {
  test('verifies the member’s address, once and again; another is told apart, and an old one', async () => {
    const email = newAddress()
    const joining = await join(email)
    const token = await enter(joining)
    const code = await mailedCode(email)
    expect(await verify(another(code), token)).toMatchObject({ status: 422, errors: { code: ['code is NOT valid'] } })
    expect(await verify(code, token)).toMatchObject({ status: 200 })
    expect(await verify(another(code), token)).toMatchObject({ status: 200 })
    expect(await memberWith(email)).toMatchObject({ email_verified: true })
  })

  test('ends with its time, and is nobody else’s', async () => {
    const [own, other] = [newAddress(), newAddress()]
    const [joining, otherJoining] = [await join(own), await join(other)]
    const [token, otherToken] = [await enter(joining), await enter(otherJoining)]
    const code = await mailedCode(own)
    expect((await verify(code === (await mailedCode(other)) ? another(code) : code, otherToken)).status).toBe(422)
    await changeCode(own, { code_expires_at: new Date(Date.now() - 1000) })
    expect(await verify(code, token)).toMatchObject({ status: 422, message: codeExpired })
  })
})

describe('the mailed link', () => {
  test('asks for no password in the browser that is signed in to the account', async () => {
    const email = newAddress()
    const joining = await join(email)
    await enter(joining)
    const link = linkIn(await lastMailTo(club, email))
    expect((await createVisitor(origin).open(link)).text).toContain(`Is ${email} your email address?`)
    expect((await joining.visitor.open(link)).text).toContain('Your email is verified')
    expect(await memberWith(email)).toMatchObject({ email_verified: true })
  })

  test('asks for it in a browser that is signed in to another account, and to one whose password was replaced', async () => {
    const [email, other] = [newAddress(), newAddress()]
    const stranger = await join(other)
    await enter(stranger)
    const squatter = await join(email, 'nine cellos and a flute')
    await enter(squatter)
    await join(email)
    const link = linkIn(await lastMailTo(club, email))
    for (const { visitor } of [stranger, squatter])
      expect((await visitor.open(link)).text).toContain(`Is ${email} your email address?`)
    expect(await isVerified(email)).toBe(false)
  })
})
