import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountActivation } from '#contract/member/account.ts'
import { changeEmail, confirmEmail, newEmail } from '#contract/member/email.ts'
import { me } from '#contract/member/member.ts'
import { changePassword, forgotPassword, resetPassword } from '#contract/member/password.ts'
import { findDueClosures, reopenableMs } from '#server/store/members/accountClosures.ts'
import { hashPassword } from '#server/identity/passwords/passwords.ts'
import { verificationMails } from '#server/identity/email/verificationMails.ts'
import { mailboxMailer } from '#server/mail/mailer.ts'
import { lastMailTo, linkIn } from '#tests/support/mailbox.ts'
import { newMember, passwordCost, type TestMember } from '#tests/support/members.ts'
import { duringPasswordChange } from '#tests/support/passwordChange.ts'
import { type TestApi, testApi } from './testApi.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

let made = 0
const newAddress = () => `new-${process.pid}-${(made += 1)}@club.example`
const tokenIn = (mail: string) => new URLSearchParams(new URL(linkIn(mail)).hash.slice(1)).get('token') ?? ''
const mailedToken = async (email: string) => tokenIn(await lastMailTo(api, email))

async function signedIn({ verified = true } = {}) {
  const member = await newMember(api.db, { verified })
  const token = await api.signIn(member.id)
  const change = (email: string, password = member.password) =>
    api.call(changeEmail, { email, current_password: password }, { token })
  return { ...member, token, change }
}

const confirm = (token: string) => api.call(confirmEmail, { token })
const refused = (field: string, sentence: string) => ({ status: 422, body: { errors: { [field]: [sentence] } } })

test('A member takes a new address by the link mailed to it; the old one is told, and sign-in and issuer stay', async () => {
  const { id, email: old, change, token } = await signedIn()
  const email = newAddress()
  expect(await change(` ${email.toUpperCase()}`)).toMatchObject({ status: 200, body: { success: true } })
  const before = await api.db.selectFrom('members').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(before.email).toBe(old)
  const link = await mailedToken(email)
  // The page says which address it is, as often as it is opened.
  for (let time = 0; time < 2; time += 1)
    expect((await api.call(newEmail, { token: link })).body).toEqual({ success: true, email })
  expect((await confirm(link)).body).toEqual({ success: true })
  const after = await api.db.selectFrom('members').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(after).toEqual({
    ...before,
    email,
    email_verified: true,
    search_text: before.search_text.replace(old, email),
  })
  expect(await lastMailTo(api, old)).toContain(`is now ${email}`)
  expect((await api.call(me, {}, { token })).body).toMatchObject({ user: { email } })
})

test('The link works once, and every other one of the account ends with it, those for a new password as well', async () => {
  const { email: old, change } = await signedIn()
  const [first, second] = [newAddress(), newAddress()]
  await change(first)
  await change(second)
  await api.call(forgotPassword, { email: old })
  const reset = await mailedToken(old)
  const links = [await mailedToken(first), await mailedToken(second)]
  expect((await confirm(links[1] ?? '')).status).toBe(200)
  for (const link of [...links, 'x']) {
    expect(await api.call(newEmail, { token: link })).toMatchObject(refused('token', 'token is NOT valid'))
    expect(await confirm(link)).toMatchObject(refused('token', 'token is NOT valid'))
  }
  const choice = { password: 'nine cellos and a flute', password_confirmation: 'nine cellos and a flute' }
  expect((await api.call(resetPassword, { token: reset, ...choice })).status).toBe(422)
})

test('A link that is too old changes nothing', async () => {
  const { change } = await signedIn()
  const email = newAddress()
  await change(email)
  await api.db
    .updateTable('email_changes')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('email', '=', email)
    .execute()
  expect(await confirm(await mailedToken(email))).toMatchObject(refused('token', 'token is NOT valid'))
})

test('Whether an address has an account is learnt by nobody but its reader, who keeps it', async () => {
  const { id, email: own, change } = await signedIn()
  const other = await newMember(api.db)
  expect(await change(other.email)).toMatchObject({ status: 200, body: { success: true } })
  expect(await confirm(await mailedToken(other.email))).toMatchObject(refused('email', 'email has already been used'))
  const { email } = await api.db.selectFrom('members').select('email').where('id', '=', id).executeTakeFirstOrThrow()
  expect(email).toBe(own)
})

test('An address that nobody has proved belongs to whoever proves it; the account that claimed it is closed', async () => {
  const { id, change, token } = await signedIn()
  const squatter = await signedIn({ verified: false })
  await change(squatter.email)
  expect((await confirm(await mailedToken(squatter.email))).body).toEqual({ success: true })
  expect((await api.call(me, {}, { token })).body).toMatchObject({ user: { id, email: squatter.email } })
  expect((await api.call(me, {}, { token: squatter.token })).status).toBe(403)
  const accounts = api.db.selectFrom('identity_accounts').select('email_verified').where('email', '=', squatter.email)
  expect(await accounts.execute()).toEqual([{ email_verified: true }])
  const squats = api.db.selectFrom('members').select(['active', 'email']).where('id', '=', squatter.id)
  expect(await squats.executeTakeFirst()).toEqual({ active: false, email: `${squatter.id}@closed.invalid` })
  expect(await findDueClosures(api.db, new Date(Date.now() + reopenableMs))).toHaveLength(1)
})

test('So does one that an account without a member claims', async () => {
  const { change } = await signedIn()
  const squatter = await newMember(api.db, { verified: false })
  await api.db.deleteFrom('members').where('id', '=', squatter.id).execute()
  await change(squatter.email)
  expect((await confirm(await mailedToken(squatter.email))).status).toBe(200)
})

test('Of two members who prove the same address at the same moment one gets it', async () => {
  const [first, second] = [await signedIn(), await signedIn()]
  const email = newAddress()
  await first.change(email)
  const one = await mailedToken(email)
  await second.change(email)
  const answers = await Promise.all([confirm(one), confirm(await mailedToken(email))])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
})

test('Without the password, or without a sign-in that is still good, nothing is mailed', async () => {
  const { change, id } = await signedIn()
  const email = newAddress()
  expect(await change(email, 'a guess')).toMatchObject(refused('current_password', 'current_password is NOT valid'))
  expect((await api.call(changeEmail, { email, current_password: 'x' })).status).toBe(401)
  await api.db.updateTable('sessions').set({ revoked_at: new Date() }).where('member_id', '=', id).execute()
  expect((await change(email)).status).toBe(401)
  await expect(lastMailTo(api, email)).rejects.toThrow('No mail')
})

const chosen = 'nine cellos and a flute'
const choice = { password: chosen, password_confirmation: chosen }

/** The owner of the address chooses a password by the mail to it, whoever has opened the account. */
const takingBack: Record<string, (member: TestMember & { token: string }) => Promise<{ status: number }>> = {
  'a reset': async ({ email }) => {
    await api.call(forgotPassword, { email })
    return api.call(resetPassword, { token: await mailedToken(email), ...choice })
  },
  'a registration of their own': async ({ email }) => {
    const mails = verificationMails({ db: api.serverDb, mailer: mailboxMailer() })
    const passwordHash = await hashPassword(chosen, passwordCost)
    await mails.sendRegistration({ email, passwordHash, language: 'en' })
    const token = new URL(linkIn(await lastMailTo(api, email))).searchParams.get('token')
    return api.call(accountActivation, { token, password: chosen })
  },
  'a new password': ({ password, token }) =>
    api.call(changePassword, { current_password: password, ...choice }, { token }),
}

test.each(Object.entries(takingBack))(
  'A link that a stranger asked for ends with %s: the account stays with the owner of its address',
  async (_way, takeBack) => {
    const member = await signedIn({ verified: false })
    const theirs = newAddress()
    expect((await member.change(theirs)).status).toBe(200)
    expect((await takeBack(member)).status).toBe(200)
    expect(await confirm(await mailedToken(theirs))).toMatchObject(refused('token', 'token is NOT valid'))
    const accounts = api.db.selectFrom('identity_accounts').select('id').where('email', '=', member.email)
    expect(await accounts.execute()).toHaveLength(1)
  },
)

test('A link that is asked for or used while the password changes does not work under the new one', async () => {
  const [asking, using] = [await signedIn(), await signedIn()]
  const [first, second] = [newAddress(), newAddress()]
  const during = ({ email }: TestMember, work: () => Promise<{ status: number }>) =>
    duringPasswordChange(api.dataDir, { email, password: chosen }, work)
  expect((await during(asking, () => asking.change(first))).status).toBe(200)
  expect((await confirm(await mailedToken(first))).status).toBe(422)
  await using.change(second)
  const token = await mailedToken(second)
  expect((await during(using, () => confirm(token))).status).toBe(422)
  const moved = api.db.selectFrom('identity_accounts').select('id').where('email', 'in', [first, second])
  expect(await moved.execute()).toEqual([])
})
