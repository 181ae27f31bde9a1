import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { accountActivation } from '#contract/member/account.ts'
import { closeAccount } from '#contract/member/closure.ts'
import { changeEmail } from '#contract/member/email.ts'
import { changePassword, forgotPassword, resetPassword } from '#contract/member/password.ts'
import { inHashingQueue } from '#server/identity/passwords/hashingQueue.ts'
import { verificationMails } from '#server/identity/email/verificationMails.ts'
import { mailboxMailer } from '#server/mail/mailer.ts'
import { lastMailTo, linkIn } from '#tests/support/mailbox.ts'
import { newMember } from '#tests/support/members.ts'
import { type TestApi, testApi, testOrigin } from './testApi.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi({ refusesTransactions: false })
})
afterAll(() => api.close())

const choice = { password: 'nine cellos and a flute', password_confirmation: 'nine cellos and a flute' }
const guess = { current_password: 'a guess' }

/** Calls that each hash or compare one password. */
async function passwordCalls() {
  const member = await newMember(api.db)
  const token = await api.signIn(member.id)
  const newcomer = await newMember(api.db, { verified: false })
  const mails = verificationMails({ db: api.serverDb, mailer: mailboxMailer(), origin: testOrigin })
  await mails.sendVerification(newcomer.email, 'en')
  const verification = new URL(linkIn(await lastMailTo(api.db, newcomer.email))).searchParams.get('token')
  await api.call(forgotPassword, { email: member.email })
  const reset = new URLSearchParams(new URL(linkIn(await lastMailTo(api.db, member.email))).hash.slice(1)).get('token')
  return [
    () => api.call(changePassword, { ...guess, ...choice }, { token }),
    () => api.call(changeEmail, { ...guess, email: 'new@club.example' }, { token }),
    () => api.call(closeAccount, guess, { token }),
    () => api.call(accountActivation, { token: verification, password: 'a guess' }),
    () => api.call(resetPassword, { token: reset, ...choice }),
  ]
}

/** Leaves one place in the queue of passwords to hash, until the function that this returns is called. */
function fillQueue(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  const held = Array.from({ length: 51 }, () => inHashingQueue(() => promise))
  return () => {
    resolve()
    void Promise.all(held)
  }
}

test('Of one network address only one password at a time waits to be hashed, whatever it is for', async () => {
  const calls = await passwordCalls()
  const empty = fillQueue()
  const answers = [...calls, ...calls].map((call) => call())
  // The database serves its queries in turn, so that each call has come to its password by then.
  for (let query = 0; query < 50; query += 1) await sql`select 1`.execute(api.serverDb)
  empty()
  const statuses = (await Promise.all(answers)).map(({ status }) => status)
  expect(statuses).not.toContain(503)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
})
