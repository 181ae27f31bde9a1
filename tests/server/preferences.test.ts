import { afterAll, beforeAll, expect, test } from 'vitest'
import { me } from '#contract/member/member.ts'
import { updatePreferences } from '#contract/member/preferences.ts'
import { newMember } from '#tests/support/members.ts'
import { type TestApi, testApi } from './testApi.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

async function preferencesOf(token: string) {
  const { body } = await api.call(me, {}, { token })
  return body
}

test('A member changes what they choose, and nothing else, and nobody else’s', async () => {
  const tokens = [await api.signIn((await newMember(api.db)).id), await api.signIn((await newMember(api.db)).id)]
  const [own = '', other = ''] = tokens
  const before = await preferencesOf(other)
  expect((await api.call(updatePreferences, { preferred_lang: 'tc' }, { token: own })).body).toEqual({ success: true })
  expect((await api.call(updatePreferences, { receive_email_promotion: true }, { token: own })).status).toBe(200)
  expect((await api.call(updatePreferences, {}, { token: own })).status).toBe(200)
  expect(await preferencesOf(own)).toMatchObject({
    user: { member_profile: { preferred_lang: 'tc', receive_email_promotion: true } },
  })
  expect(await preferencesOf(other)).toEqual(before)
})

test('A language that the club does not write, a text for a choice, and a visitor are refused', async () => {
  const token = await api.signIn((await newMember(api.db)).id)
  for (const request of [{ preferred_lang: 'sc' }, { receive_email_promotion: 'yes' }])
    expect((await api.call(updatePreferences, request, { token })).status).toBe(422)
  expect((await api.call(updatePreferences, { preferred_lang: 'tc' })).status).toBe(401)
})
