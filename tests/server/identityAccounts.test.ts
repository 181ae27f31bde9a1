import { createHash } from 'node:crypto'
import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import { lastMailTo, linkIn } from '#tests/support/mailbox.ts'
import { newMember } from '#tests/support/members.ts'
import {
  enterClub,
  exchangeCode,
  isAccepted,
  renewTokens,
  requestSignIn,
  signInAtProvider,
} from '#tests/support/relyingParty.ts'
import { runningClub } from '#tests/support/runningClub.ts'
import { createVisitor, linkOf, type OpenedPage, type Visitor } from '#tests/support/visitor.ts'

const { club, origin } = await runningClub()

const password = 'seven violins and a harp'
let made = 0

function newAddress(): string {
  made += 1
  return `newcomer-${process.pid}-${made}@club.example`
}

async function openCreate(more: Record<string, string> = {}) {
  const visitor = createVisitor(origin)
  const request = requestSignIn(origin, { prompt: 'create', ...more })
  return { visitor, request, page: await visitor.open(request.address) }
}

/** Creates an account up to the page that says "check your mail". */
async function create(email: string, more: Record<string, string> = {}) {
  const { visitor, request, page } = await openCreate(more)
  return { visitor, request, checkMail: await visitor.submit(page, { email, password }) }
}

/** Goes on from that page. */
const goOn = (visitor: Visitor, checkMail: OpenedPage) => visitor.open(linkOf(checkMail, 'Continue to Club Bravo'))

test('The provider’s pages have the app’s logo, and its display font comes from the stylesheet’s own origin', async () => {
  const { page } = await openCreate()
  expect(page.text).toContain('src="/icon.svg"')
  const [, stylesheet = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(page.text) ?? []
  const css = await (await fetch(origin + stylesheet)).text()
  const [, font = ''] = /url\((\/assets\/[^)]+\.woff2)\)/.exec(css) ?? []
  // Asked for with the page: headings are not drawn without it first.
  expect(page.text).toContain(`<link rel="preload" as="font" type="font/woff2" crossorigin="" href="${font}"`)
  const answer = await fetch(origin + font)
  expect(answer.headers.get('content-type')).toBe('font/woff2')
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(bytes.subarray(0, 4).toString()).toBe('wOF2')
})

const hashOf = (link: string) =>
  createHash('sha256')
    .update(new URL(link).searchParams.get('token') ?? '')
    .digest('hex')

/** A page without the parts that identify its visitor. */
function withoutVisitorData({ text }: OpenedPage): string {
  return text
    .replaceAll(/(?:newcomer|member)-[^ <]*?example/g, 'ADDRESS')
    .replaceAll(/interaction\/[\w-]+/g, 'interaction')
}

async function countRows(table: 'mailbox' | 'identity_links'): Promise<number> {
  const counted = club.db.selectFrom(table).select(({ fn }) => fn.countAll<string>().as('count'))
  return Number((await counted.executeTakeFirstOrThrow()).count)
}

/** How many mails and links were written so far. */
async function written() {
  const [mails, links] = await Promise.all([countRows('mailbox'), countRows('identity_links')])
  return { mails, links }
}

function isVerified(email: string) {
  return club.db
    .selectFrom('identity_accounts')
    .select('email_verified')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
    .then((row) => row.email_verified)
}

describe('creating an account', () => {
  test('The person is signed in at once, and the app learns from a renewal that the address is verified', async () => {
    const email = newAddress()
    const { visitor, request, checkMail } = await create(email)
    expect(checkMail.text).toContain('<h1>Check your email</h1>')
    expect(checkMail.text).toContain(email)
    const back = await goOn(visitor, checkMail)
    const tokens = await exchangeCode(origin, request, back.url)
    expect(decodeJwt(tokens.id_token)).toMatchObject({ email, email_verified: false })
    await enterClub(origin, tokens, visitor)

    const elsewhere = createVisitor(origin)
    const opened = await elsewhere.open(linkIn(await lastMailTo(club, email)))
    expect(opened.text).toContain(`Is ${email} your email address?`)
    expect(await isVerified(email)).toBe(false)
    const done = await elsewhere.submit(opened, { password })
    expect(done.text).toContain('Your email is verified')
    const renewed = await renewTokens(origin, visitor)
    expect(decodeJwt(renewed.id_token)).toMatchObject({ email, email_verified: true })
  })

  test.each([
    [{ email: 'x', password }, 'email', 'Enter an email address'],
    [{ email: 'a@club.example', password: 'short' }, 'password', 'Use at least 8 characters.'],
    [{ email: 'a@club.example', password: '音'.repeat(201) }, 'password', 'Use at most 200 characters.'],
    [{ email: 'a@club.example', password: 'BaseBall' }, 'password', 'has appeared in a data leak'],
    [{}, 'email', 'Enter an email address'],
  ])('An invalid form names its wrong field: %j', async (values, field, sentence) => {
    const { visitor, page } = await openCreate()
    const again = await visitor.submit(page, { ...values })
    expect(again.status).toBe(422)
    expect(again.text).toContain(sentence)
    expect(again.text).toMatch(
      new RegExp(`<input(?=[^>]* name="${field}")(?=[^>]* aria-invalid="true")[^>]* autofocus`, 'i'),
    )
  })

  test.each([
    ['red', { joining: 'red' }, 'Next, pay HK$300 by card, and you’re a Red member.'],
    ['ya', { joining: 'ya' }, 'Next, apply to the Young Audience Scheme and pay HK$300 by card.'],
    ['tickets', { waiting: '180' }, '180 points are waiting for you'],
    ['tickets of unknown worth', { waiting: 'tickets' }, 'What you scanned is waiting for you'],
    ['a figure that no ticket has', { waiting: '1000000' }, 'What you scanned is waiting for you'],
    ['nothing that is known', { joining: '<b>' }, 'It’s free and makes you a Basic member'],
  ])('The page says what the account is for: %s', async (_name, more, sentence) => {
    const { page } = await openCreate(more)
    expect(page.text).toContain(sentence)
    expect(page.text).toContain('By creating an account, you accept the')
    expect(page.text).toContain('Other ways to join')
    expect(page.text.includes('waiting for you')).toBe(sentence.includes('waiting for you'))
  })

  test('Whoever chose a way that is paid for reads that the payment follows the email, and nobody else', async () => {
    for (const [joining, sentence] of [
      ['red', 'Then you fill in your details and pay.'],
      ['free', 'so you can earn points and redeem rewards.'],
    ] as const) {
      const { visitor, page } = await openCreate({ joining })
      const next = await visitor.submit(page, { email: newAddress(), password })
      expect(next.text).toContain(sentence)
    }
  })

  test('Passwords of 8 emoji or 200 Chinese characters are accepted, and open the account', async () => {
    for (const chosen of ['🎻🎺🥁🎷🎹🪘🎸🪈', '音'.repeat(200)]) {
      const email = newAddress()
      const { visitor, page } = await openCreate()
      const next = await visitor.submit(page, { email, password: chosen })
      expect(next.text).toContain('Check your email')
      expect(decodeJwt((await signInAtProvider(origin, { email, password: chosen })).id_token)).toMatchObject({ email })
    }
  })

  test('A form larger than any real one is refused', async () => {
    const { visitor, page } = await openCreate()
    const huge = 'x'.repeat(20_000)
    expect((await visitor.submit(page, { email: 'a@club.example', password: huge })).status).toBe(413)
  })

  test('An address with an account gets the same page; the mail explains it, and no one is signed in', async () => {
    const member = await newMember(club.db)
    const { visitor, checkMail } = await create(member.email)
    const fresh = await create(newAddress())
    expect(withoutVisitorData(checkMail)).toBe(withoutVisitorData(fresh.checkMail))
    expect(await lastMailTo(club, member.email)).toContain('You already have an account')
    const next = await goOn(visitor, checkMail)
    expect(next.text).toContain('<h1>Sign in</h1>')
    expect(next.text).toContain('If you already had an account, sign in with its password.')
    expect((await visitor.open(linkOf(next, '繁'))).text).toContain('如你之前已有帳戶，請用該帳戶的密碼登入。')
    expect(next.text).toContain(`value="${member.email}"`)
    const back = await visitor.submit(next, { email: member.email, password: member.password })
    expect(back.url.searchParams.get('code')).toBeTruthy()
  })

  test('The same is written whether the address had an account, verified or not, or none', async () => {
    const [verified, unverified] = await Promise.all([newMember(club.db), newMember(club.db, { verified: false })])
    for (const email of [verified.email, unverified.email, newAddress()]) {
      const before = await written()
      await create(email)
      const after = await written()
      expect([after.mails - before.mails, after.links - before.links]).toEqual([1, 1])
    }
  })

  test('Two simultaneous requests for accounts with one address create one account', async () => {
    const email = newAddress()
    await Promise.all([create(email), create(email), create(email)])
    const { count } = await club.db
      .selectFrom('identity_accounts')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(1)
  })

  test('A signed-in person can create another account, and is signed in with that one afterwards', async () => {
    const visitor = createVisitor(origin)
    await signInAtProvider(origin, await newMember(club.db), visitor)
    const email = newAddress()
    const request = requestSignIn(origin, { prompt: 'create' })
    const page = await visitor.open(request.address)
    const checkMail = await visitor.submit(page, { email, password })
    const changeOver = await goOn(visitor, checkMail)
    const back = await visitor.submit(changeOver, {})
    const tokens = await exchangeCode(origin, request, back.url)
    expect(decodeJwt(tokens.id_token)).toMatchObject({ email })
  })
})

describe('an address that somebody else has claimed', () => {
  test('belongs to whoever proves it: a newer registration replaces the password, empties the profile, and ends the sign-ins', async () => {
    const email = newAddress()
    const squatter = await create(email)
    const claimed = linkIn(await lastMailTo(club, email))
    const later = await create(email)
    const back = await goOn(squatter.visitor, squatter.checkMail)
    const tokens = await exchangeCode(origin, squatter.request, back.url)
    const id = decodeJwt(tokens.id_token).sub ?? ''
    const suspension = { suspended_at: new Date(), suspended_reason: 'About the squatter' }
    const told = { email, provider_subject: id, mobile: '51230009' }
    await club.db
      .insertInto('members')
      .values({ id, ...told, ...suspension })
      .execute()

    const { visitor, page } = await openCreate()
    const own = 'nine cellos and a flute'
    const checkMail = await visitor.submit(page, { email, password: own })
    expect(withoutVisitorData(checkMail)).toBe(withoutVisitorData(squatter.checkMail))
    const link = linkIn(await lastMailTo(club, email))
    expect(link).not.toBe(claimed)

    // The squatter's mail, confirmed by its reader with the only password that they know, gives the squatter nothing.
    const refused = await visitor.submit(await visitor.open(claimed), { password: own })
    expect([refused.status, await isVerified(email)]).toEqual([422, false])
    expect((await visitor.submit(await visitor.open(link), { password: own })).text).toContain('Your email is verified')
    expect(await isVerified(email)).toBe(true)
    const known = club.db.selectFrom('members').select(['mobile', 'suspended_at', 'suspended_reason'])
    const member = await known.where('id', '=', id).executeTakeFirst()
    expect(member).toEqual({ mobile: null, suspended_at: suspension.suspended_at, suspended_reason: '' })
    expect(await isAccepted(origin, tokens)).toBe(false)
    // Nor does the page on which the squatter has chosen a password.
    const goesOn = await later.visitor.open(linkOf(later.checkMail, 'Continue to Club Bravo'))
    expect(goesOn.text).toContain('<h1>Sign in</h1>')
    const squatting = createVisitor(origin)
    const form = await squatting.open(requestSignIn(origin).address)
    expect((await squatting.submit(form, { email, password })).status).toBe(422)
    expect(decodeJwt((await signInAtProvider(origin, { email, password: own })).id_token)).toMatchObject({ email })
  })
})

describe('the mailed link', () => {
  test('uses the language of the page on which the account was created', async () => {
    const [traditional, simplified] = [newAddress(), newAddress()]
    await create(traditional, { ui_locales: 'zh-Hant-HK' })
    await create(simplified, { ui_locales: 'zh-Hans-CN' })
    const mail = await lastMailTo(club, traditional)
    expect(mail).toContain(`確認 ${traditional} 是你的電郵地址`)
    expect((await createVisitor(origin).open(linkIn(mail))).text).toContain('<html lang="zh-Hant-HK">')
    expect(await lastMailTo(club, simplified)).toContain(`确认 ${simplified} 是你的邮箱`)
  })

  test('changes nothing when it is opened, and works once', async () => {
    const email = newAddress()
    await create(email)
    const link = linkIn(await lastMailTo(club, email))
    const visitor = createVisitor(origin)
    await visitor.open(link)
    const page = await visitor.open(link)
    expect(await isVerified(email)).toBe(false)
    await visitor.submit(page, { password })
    expect(await isVerified(email)).toBe(true)
    await club.db.updateTable('identity_accounts').set({ email_verified: false }).where('email', '=', email).execute()
    await visitor.submit(page, { password })
    expect(await isVerified(email)).toBe(false)
  })

  test('reports that the address is verified when it is opened again', async () => {
    const email = newAddress()
    await create(email)
    const link = linkIn(await lastMailTo(club, email))
    const visitor = createVisitor(origin)
    await visitor.submit(await visitor.open(link), { password })
    expect((await visitor.open(link)).text).toContain('Your email is verified')
  })

  test('offers a new one when it has expired', async () => {
    const email = newAddress()
    await create(email)
    const link = linkIn(await lastMailTo(club, email))
    const past = new Date(Date.now() - 1000)
    await club.db
      .updateTable('identity_links')
      .set({ expires_at: past })
      .where('token_hash', '=', hashOf(link))
      .execute()
    const visitor = createVisitor(origin)
    const expired = await visitor.open(link)
    expect(expired.status).toBe(410)
    expect((await visitor.submit(expired, {})).text).toContain('A new link is on its way')
    const second = linkIn(await lastMailTo(club, email))
    expect(second).not.toBe(link)
    await visitor.submit(await visitor.open(second), { password })
    expect(await isVerified(email)).toBe(true)
  })

  test.each(['', 'x', 'a'.repeat(43), 'a'.repeat(5000), '\u0000', "' or 1=1 --"])(
    'that was never issued is reported as invalid: %j',
    async (token) => {
      const page = await createVisitor(origin).open(`/identity/verify-email?token=${encodeURIComponent(token)}`)
      expect(page.status).toBe(404)
      expect(page.text).toContain('This link doesn’t work')
    },
  )
})
