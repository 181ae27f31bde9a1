import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountActivation } from '#contract/member/account.ts'
import { me } from '#contract/member/member.ts'
import { hashPassword } from '#server/identity/passwords/passwords.ts'
import { verificationMails } from '#server/identity/email/verificationMails.ts'
import { mailboxMailer } from '#server/mail/mailer.ts'
import { sha256 } from '#server/store/hash.ts'
import { lastMailTo, linkIn } from '#tests/support/mailbox.ts'
import { newMember } from '#tests/support/members.ts'
import { type TestApi, testApi } from './testApi.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const mails = () => verificationMails({ db: api.serverDb, mailer: mailboxMailer() })

async function tokenMailedTo(email: string): Promise<string> {
  return new URL(linkIn(await lastMailTo(api, email))).searchParams.get('token') ?? ''
}

/** A member whose address is not verified, and the token of a link that was mailed to it. */
async function newcomer() {
  const member = await newMember(api.db, { verified: false })
  await mails().sendVerification({ email: member.email, language: 'en', hasCode: true })
  return { ...member, linkToken: await tokenMailedTo(member.email), token: await api.signIn(member.id) }
}

const activate = (token: string, password?: string, bearer?: string) =>
  api.call(accountActivation, { token, ...(password && { password }) }, bearer === undefined ? {} : { token: bearer })

async function isVerified(email: string): Promise<boolean> {
  const accounts = api.db.selectFrom('identity_accounts').select('email_verified').where('email', '=', email)
  return (await accounts.executeTakeFirstOrThrow()).email_verified
}

const refused = (field: string, sentence: string) => ({ status: 422, body: { errors: { [field]: [sentence] } } })

test('The token of a mailed link activates the account of the member who is signed in, and again says so', async () => {
  const { email, linkToken, token } = await newcomer()
  for (let time = 0; time < 2; time += 1) {
    expect(await activate(linkToken, undefined, token)).toMatchObject({ status: 200, body: { success: true } })
    expect(await isVerified(email)).toBe(true)
  }
})

test('The club knows of the verified address at once, without another sign-in', async () => {
  const { linkToken, token } = await newcomer()
  const profile = async () => (await api.call(me, {}, { token })).body
  expect(await profile()).toMatchObject({ user: { member_profile: { email_verified: false } } })
  await activate(linkToken, undefined, token)
  expect(await profile()).toMatchObject({ user: { member_profile: { email_verified: true } } })
})

test('A visitor also needs the password of the account, since anybody may ask for a mail to an address', async () => {
  const { email, password, linkToken } = await newcomer()
  expect(await activate(linkToken)).toMatchObject(refused('password', 'password is required'))
  expect(await activate(linkToken, 'a guess')).toMatchObject(refused('password', 'password is NOT valid'))
  expect(await isVerified(email)).toBe(false)
  expect((await activate(linkToken, password)).status).toBe(200)
  expect(await isVerified(email)).toBe(true)
})

test('Another member’s token activates nothing, nor does one that was revoked', async () => {
  const { email, linkToken } = await newcomer()
  const other = await newcomer()
  expect(await activate(linkToken, undefined, other.token)).toMatchObject(refused('password', 'password is required'))
  await api.db.updateTable('sessions').set({ revoked_at: new Date() }).where('member_id', '=', other.id).execute()
  expect((await activate(linkToken, undefined, other.token)).status).toBe(401)
  expect([await isVerified(email), await isVerified(other.email)]).toEqual([false, false])
})

test('The link of a newer registration with another password needs that password, whoever is signed in', async () => {
  const { email, token } = await newcomer()
  const chosen = 'nine cellos and a flute'
  await mails().sendRegistration({ email, passwordHash: await hashPassword(chosen), language: 'en' })
  const linkToken = await tokenMailedTo(email)
  expect(await activate(linkToken, undefined, token)).toMatchObject(refused('password', 'password is required'))
  expect((await activate(linkToken, chosen)).status).toBe(200)
  expect((await activate(linkToken, undefined, token)).status).toBe(401)
})

test('A link that has expired or never existed is refused', async () => {
  const { email, linkToken, token } = await newcomer()
  await api.db
    .updateTable('identity_links')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('token_hash', '=', sha256(linkToken))
    .execute()
  for (const text of [linkToken, 'x', '\u0000'])
    expect(await activate(text, undefined, token)).toMatchObject(refused('token', 'token is NOT valid'))
  expect(await isVerified(email)).toBe(false)
})
