import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Endpoint, pathOf } from '#contract/endpoint.ts'
import { maxRequestBytes } from '#contract/errors.ts'
import { endpoints } from '#contract/index.ts'
import { newMember } from '#tests/support/members.ts'
import { type TestApi, testApi } from './testApi.ts'

let api: TestApi
let token: string
beforeAll(async () => {
  api = await testApi()
  token = await api.signIn((await newMember(api.db)).id)
})
afterAll(() => api.close())

/** The text fields of every endpoint, by their path. */
const textFields = [
  ['findProfile', ['username', 'password', 'id_token']],
  ['registerAccount', ['email', 'password', 'password_confirmation', 'id_token']],
  ['login', ['login', 'password', 'id_token']],
  ['resendVerification', ['email']],
  ['accountActivation', ['token']],
  ['verifyEmailCode', ['code']],
  ['changeEmail', ['email', 'current_password']],
  ['newEmail', ['token']],
  ['confirmEmail', ['token']],
  ['reopenAccount', ['token']],
  ['forgotPassword', ['email']],
  ['resetPassword', ['token', 'password', 'password_confirmation']],
  ['changePassword', ['current_password', 'password', 'password_confirmation']],
  ['scanTicket', ['qrcode']],
] as const

async function refusalsOf(name: keyof typeof endpoints, request: unknown) {
  const { status, body } = await api.call(endpoints[name], request, { token })
  expect(status).toBe(422)
  expect(body['message']).toBe('Validation Error')
  return body['errors']
}

test("Every missing field gets the specification's message", async () => {
  for (const [name, names] of textFields) {
    const sentences = Object.fromEntries(names.map((field) => [field, [`${field} is required`]]))
    for (const empty of [undefined, null, ''])
      expect(await refusalsOf(name, Object.fromEntries(names.map((field) => [field, empty])))).toEqual(sentences)
  }
  expect(await refusalsOf('verifyTicket', {})).toEqual({ ticket_info: ['ticket_info is required'] })
  expect(await refusalsOf('verifyTicket', { ticket_info: {} })).toEqual({ ticket_no: ['ticket_no is required'] })
})

test("Every field of a wrong type gets the specification's message", async () => {
  const wrong = fc.oneof(fc.integer(), fc.boolean(), fc.array(fc.string()), fc.dictionary(fc.string(), fc.string()))
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...textFields), wrong, async ([name, names], value) => {
      const sentences = Object.fromEntries(names.map((field) => [field, [`${field} is NOT valid`]]))
      expect(await refusalsOf(name, Object.fromEntries(names.map((field) => [field, value])))).toEqual(sentences)
    }),
    { numRuns: 100 },
  )
  for (const value of [7, true, 'text'])
    expect(await refusalsOf('verifyTicket', { ticket_info: value })).toEqual({
      ticket_info: ['ticket_info is NOT valid'],
    })
  for (const value of [7, ['x'], 'x'.repeat(65), 'a\u0000b', '\ud800'])
    expect(await refusalsOf('verifyTicket', { ticket_info: { ticket_no: value } })).toEqual({
      ticket_no: ['ticket_no is NOT valid'],
    })
  for (const value of ['nobody', 'a@b', 'a b@club.example', '李@', `${'x'.repeat(250)}@club.example`])
    expect(await refusalsOf('resendVerification', { email: value })).toEqual({ email: ['email is NOT valid'] })
  expect(await refusalsOf('scanTicket', { qrcode: '馬'.repeat(683) })).toEqual({ qrcode: ['qrcode is NOT valid'] })
  for (const value of [null, 7, 'text'])
    expect(await refusalsOf('logout', value)).toEqual({ body: [expect.any(String)] })
})

test('A body that is not JSON is refused with a message', async () => {
  const path = pathOf(endpoints.resendVerification, 'club-bravo')
  const post = (body: string, contentType: string) =>
    api.send(path, { method: 'POST', headers: { 'Content-Type': contentType }, body })
  expect(await post('{"email":', 'application/json')).toMatchObject({
    status: 400,
    body: { message: 'The body is not JSON' },
  })
  expect(await post('email=a@club.example', 'application/x-www-form-urlencoded')).toMatchObject({
    status: 400,
    body: { message: 'The body must be JSON, with Content-Type: application/json' },
  })
})

test('Each endpoint refuses a body that is larger than it takes, before anything else', async () => {
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    if (endpoint.method === 'GET') continue
    const limit = endpoint.maxBytes ?? maxRequestBytes
    const post = (bytes: number) =>
      api.send(pathOf(endpoint, 'club-bravo'), {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: `{"x":"${'x'.repeat(bytes - 8)}"}`,
      })
    const refused = { status: 413, body: { message: `The body is larger than ${limit} bytes` } }
    expect([name, await post(limit + 1)]).toMatchObject([name, refused])
    expect((await post(limit)).status).not.toBe(413)
  }
})
