import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountActivation } from '#contract/member/account.ts'
import { closeAccount } from '#contract/member/closure.ts'
import { changeEmail } from '#contract/member/email.ts'
import { me } from '#contract/member/member.ts'
import { changePassword, forgotPassword, resetPassword } from '#contract/member/password.ts'
import { runAsClient } from '#server/gate/client.ts'
import { limiters } from '#server/gate/limiters.ts'
import { verificationMails } from '#server/identity/email/verificationMails.ts'
import { mailboxMailer } from '#server/mail/mailer.ts'
import { lastMailTo, linkIn } from '#tests/support/mailbox.ts'
import { newMember } from '#tests/support/members.ts'
import { type Answered, type TestApi, testApi } from './testApi.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi({ refusesTransactions: false })
})
afterAll(() => api.close())

const choice = { password: 'nine cellos and a flute', password_confirmation: 'nine cellos and a flute' }
const guess = { current_password: 'a guess' }

/** Calls that each hash or compare one password: a member’s own, and a visitor’s. */
async function passwordCalls() {
  const member = await newMember(api.db)
  const token = await api.signIn(member.id)
  const newcomer = await newMember(api.db, { verified: false })
  const mails = verificationMails({ db: api.serverDb, mailer: mailboxMailer() })
  await mails.sendVerification({ email: newcomer.email, language: 'en', hasCode: true })
  const verification = new URL(linkIn(await lastMailTo(api, newcomer.email))).searchParams.get('token')
  await api.call(forgotPassword, { email: member.email })
  const reset = new URLSearchParams(new URL(linkIn(await lastMailTo(api, member.email))).hash.slice(1)).get('token')
  const own = [
    () => api.call(changePassword, { ...guess, ...choice }, { token }),
    () => api.call(changeEmail, { ...guess, email: 'new@club.example' }, { token }),
    () => api.call(closeAccount, guess, { token }),
  ]
  const others = [
    () => api.call(accountActivation, { token: verification, password: 'a guess' }),
    () => api.call(resetPassword, { token: reset, ...choice }),
  ]
  return { own, others, token }
}

/** Holds a permit to hash as a client, until the function that this resolves to is called. */
function holdPermit(client: { token: string | null }): Promise<() => void> {
  const ended = new AbortController().signal
  return runAsClient({ network: '', ended, ...client }, limiters.passwordHashing.acquire)
}

test('Of one member, or of one network without one, only one password at a time is hashed, whatever it is for', async () => {
  for (const isMember of [true, false]) {
    const { own, others, token } = await passwordCalls()
    // Its first call says whose the token is.
    expect((await api.call(me, {}, { token })).status).toBe(200)
    const [waiting, going] = isMember ? [own, others] : [others, own]
    const release = await holdPermit({ token: isMember ? token : null })
    const statuses: number[] = []
    const send = (call: () => Promise<Answered>) => call().then(({ status }) => statuses.push(status))
    const held = waiting.map(send)
    await expect.poll(() => limiters.passwordHashing.load()).toEqual({ active: 1, queued: waiting.length })
    await Promise.all(going.map(send))
    expect(statuses).toHaveLength(going.length)
    release()
    await Promise.all(held)
    expect(statuses).not.toContain(503)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  }
})
