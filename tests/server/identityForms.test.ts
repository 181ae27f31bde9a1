import { describe, expect, test } from 'vitest'
import { lastMailTo, linkIn } from '#tests/support/mailbox.ts'
import { newMember } from '#tests/support/members.ts'
import { letMinutesPass } from '#tests/support/rateLimits.ts'
import { requestSignIn } from '#tests/support/relyingParty.ts'
import { runningClub } from '#tests/support/runningClub.ts'
import { createVisitor, formsOf, linkOf, type OpenedPage, type Visitor } from '#tests/support/visitor.ts'

const { club, origin } = await runningClub()

const password = 'seven violins and a harp'
const wrong = 'not the password'
const chosen = { password }

/** The status of the answer to a page's form, which is not followed. */
async function answerTo(visitor: Visitor, page: OpenedPage, values: Record<string, string>, index = 0) {
  const form = formsOf(page)[index]
  if (!form) throw new Error(`No form ${index}`)
  const cookie = visitor.cookies().map(({ name, value }) => `${name}=${value}`)
  const body = new URLSearchParams({ ...form.hidden, ...values })
  const headers = { origin, cookie: cookie.join('; ') }
  return (await fetch(form.action, { method: 'POST', body, headers, redirect: 'manual' })).status
}

async function openForm(more: Record<string, string> = {}) {
  const visitor = createVisitor(origin)
  return { visitor, page: await visitor.open(requestSignIn(origin, more).address) }
}

/** Asks for an account. Resolves to the page that says "check your mail". */
async function create(email: string) {
  const { visitor, page } = await openForm({ prompt: 'create' })
  return { visitor, checkMail: await visitor.submit(page, { email, ...chosen }) }
}

async function countMailsTo(email: string): Promise<number> {
  const mails = await club.db.selectFrom('mailbox').select('id').where('recipient', '=', email).execute()
  return mails.length
}

test('An address that was typed with a NUL, which no database takes, is an address like any other', async () => {
  const { email, password: own } = await newMember(club.db)
  for (const values of [
    { email: `\0${email}`, password: wrong },
    { email: `${email}\0`, password: own },
  ]) {
    const { visitor, page } = await openForm()
    expect(await answerTo(visitor, page, values)).toBe(303)
  }
})

describe('Every form is answered by a redirect, so that “back” never asks to send it again:', () => {
  test('signing in, wrong or right', async () => {
    const { visitor, page } = await openForm()
    const { email, password: own } = await newMember(club.db)
    for (const values of [{ email: 'nobody' }, { email, password: wrong }, { email, password: own }])
      expect(await answerTo(visitor, page, values)).toBe(303)
  })

  test('creating an account, wrong or right, and asking for its mail again', async () => {
    const email = 'redirected@club.example'
    const { visitor, page } = await openForm({ prompt: 'create' })
    for (const values of [
      { email, password },
      { email, ...chosen },
    ])
      expect(await answerTo(visitor, page, values)).toBe(303)
    const { visitor: other, checkMail } = await create(email)
    expect(await answerTo(other, checkMail, { code: '1' })).toBe(303)
    expect(await answerTo(other, checkMail, {}, 1)).toBe(303)
  })

  test('the mailed link, wrong or right, and asking for a new one', async () => {
    const email = 'verifying@club.example'
    const { visitor } = await create(email)
    const link = linkIn(await lastMailTo(club, email))
    const page = await visitor.open(link)
    for (const typed of [wrong, password]) expect(await answerTo(visitor, page, { password: typed })).toBe(303)
    const { email: unverified } = await newMember(club.db, { verified: false })
    const { visitor: other } = await create(unverified)
    const old = linkIn(await lastMailTo(club, unverified))
    await club.db
      .updateTable('identity_links')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .execute()
    expect(await answerTo(other, await other.open(old), {})).toBe(303)
  })
})

test('What was wrong is said in another language as well, and no longer on the other page', async () => {
  const { visitor, page } = await openForm()
  const { email } = await newMember(club.db)
  const again = await visitor.submit(page, { email, password: wrong })
  const traditional = await visitor.open(linkOf(again, '繁'))
  expect(traditional.text).toContain('電郵地址或密碼不正確。')
  expect(traditional.text).toContain(`value="${email}"`)
  const other = await visitor.open(linkOf(traditional, '建立帳戶'))
  expect(other.text).toContain(`value="${email}"`)
  expect(other.text).not.toContain('role="alert"')
  expect((await visitor.open(linkOf(other, '登入'))).text).not.toContain('role="alert"')
})

test('Another password that the mailed link does not take is said in another language as well', async () => {
  const email = 'mailed@club.example'
  const { visitor } = await create(email)
  const page = await visitor.open(linkIn(await lastMailTo(club, email)))
  const again = await visitor.submit(page, { password: wrong })
  expect(again.status).toBe(422)
  expect((await visitor.open(linkOf(again, '简'))).text).toContain('密码')
})

describe('the page that says “check your email”', () => {
  test('can be read in another language, and opened again', async () => {
    const { visitor, checkMail } = await create('language@club.example')
    const simplified = await visitor.open(linkOf(checkMail, '简'))
    expect(simplified.text).toContain('<h1>请查收邮件</h1>')
    expect(simplified.text).toContain('language@club.example')
    expect((await visitor.open(simplified.url.href)).text).toBe(simplified.text)
  })

  test('sends the mail again, for any address, at most once a minute and five times an hour', async () => {
    const [verified, unverified] = await Promise.all([newMember(club.db), newMember(club.db, { verified: false })])
    const pages = []
    for (const { email } of [verified, unverified, { email: 'member-again@club.example' }]) {
      const { visitor, checkMail } = await create(email)
      const press = async () => (await visitor.submit(checkMail, {}, 1)).text
      expect(await press()).toContain('We’ve sent it again.')
      expect(await countMailsTo(email)).toBe(1)
      for (let sent = 2; sent <= 5; sent += 1) {
        await letMinutesPass(club.db, 1)
        const again = await press()
        expect(again).toContain('We’ve sent it again.')
        expect(await countMailsTo(email)).toBe(sent)
      }
      await letMinutesPass(club.db, 1)
      const refused = await press()
      expect(refused).toContain('or request another in Club Bravo in 60 minutes.')
      expect(await countMailsTo(email)).toBe(5)
      pages.push(refused.replaceAll(email, 'ADDRESS').replaceAll(/interaction\/[\w-]+/g, 'interaction'))
    }
    expect(new Set(pages).size).toBe(1)
  })

  test('sends a link that takes the password of this registration, though an earlier one had another', async () => {
    const email = 'squatted@club.example'
    const { visitor: squatter, page } = await openForm({ prompt: 'create' })
    await squatter.submit(page, { email, password: wrong })
    const { visitor, checkMail } = await create(email)
    await letMinutesPass(club.db, 1)
    await visitor.submit(checkMail, {}, 1)
    const link = await visitor.open(linkIn(await lastMailTo(club, email)))
    expect((await visitor.submit(link, { password })).text).toContain('Your email is verified')
  })

  test('leads back to a wrong address, to change it', async () => {
    const { visitor, checkMail } = await create('mistyped@club.example')
    const back = await visitor.open(linkOf(checkMail, 'Go back and change it'))
    expect(back.text).toContain('value="mistyped@club.example"')
    const next = await visitor.submit(back, { email: 'right@club.example', ...chosen })
    expect(next.text).toContain('We’ve sent an email to right@club.example')
    expect(await countMailsTo('right@club.example')).toBe(1)
  })

  test('comes with one mail, also when the form is sent twice', async () => {
    const email = 'twice@club.example'
    const { visitor, page } = await openForm({ prompt: 'create' })
    const [first, second] = await Promise.all([0, 1].map(() => visitor.submit(page, { email, ...chosen })))
    expect([first?.text, second?.text]).toEqual(Array(2).fill(expect.stringContaining('We’ve sent an email to twice')))
    expect(await countMailsTo(email)).toBe(1)
  })
})
