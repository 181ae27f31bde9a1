import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { lastMailTo, linkIn } from '#tests/support/mailbox.ts'
import { newMember } from '#tests/support/members.ts'
import { type TestApi, testApi, testOrigin } from './testApi.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

/** The language of the newest mail to an address: that of the page to which its link leads. */
async function languageOf(email: string) {
  const { pathname, searchParams } = new URL(linkIn(await lastMailTo(api, email)))
  return searchParams.get('lang') ?? pathname.split('/')[1]
}

const tokenIn = (mail: string) => new URLSearchParams(new URL(linkIn(mail)).hash.slice(1)).get('token')
const chosen = 'nine cellos and a flute'
const choice = { password: chosen, password_confirmation: chosen }

/** A member whose account was opened on an English page. */
async function englishMember({ verified = true } = {}) {
  const { id, email, password } = await newMember(api.db, { verified })
  return { email, current_password: password, token: await api.signIn(id) }
}

test('A mail that a person asks for on a page is in its language, whatever the account’s', async () => {
  const lang = 'tc'
  const { email, token, ...current } = await englishMember()
  const next = `new-${email}`
  await api.call(endpoints.changeEmail, { email: next, ...current, lang }, { token })
  expect(await languageOf(next)).toBe(lang)
  const confirmation = { token: tokenIn(await lastMailTo(api, next)), lang }
  expect((await api.call(endpoints.confirmEmail, confirmation)).status).toBe(200)
  expect(await languageOf(email)).toBe(lang)

  const other = await englishMember()
  await api.call(endpoints.forgotPassword, { email: other.email, lang })
  expect(await languageOf(other.email)).toBe(lang)
  const reset = { token: tokenIn(await lastMailTo(api, other.email)), ...choice, lang: 'sc' }
  expect((await api.call(endpoints.resetPassword, reset)).status).toBe(200)
  expect(await languageOf(other.email)).toBe('sc')

  const third = await englishMember()
  const change = { current_password: third.current_password, ...choice, lang }
  expect((await api.call(endpoints.changePassword, change, { token: third.token })).status).toBe(200)
  expect(await languageOf(third.email)).toBe(lang)

  const fourth = await englishMember()
  const closing = { current_password: fourth.current_password, lang }
  expect((await api.call(endpoints.closeAccount, closing, { token: fourth.token })).status).toBe(200)
  expect(await languageOf(fourth.email)).toBe(lang)

  const unverified = await englishMember({ verified: false })
  await api.call(endpoints.resendVerification, { email: unverified.email, lang })
  expect(await languageOf(unverified.email)).toBe(lang)
})

test('Where the page’s language is not told, it is the account’s', async () => {
  const { email } = await englishMember()
  await api.db.updateTable('identity_accounts').set({ language: 'sc' }).where('email', '=', email).execute()
  await api.call(endpoints.forgotPassword, { email })
  expect(await languageOf(email)).toBe('sc')
  expect(linkIn(await lastMailTo(api, email))).toContain(testOrigin)
  expect((await api.call(endpoints.forgotPassword, { email, lang: 'fr' })).status).toBe(422)
})
