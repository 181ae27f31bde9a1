import * as v from 'valibot'
import { lastMailTo } from '#tests/support/mailbox.ts'
import { afterAll, expect, test } from 'vitest'
import { fieldMessages } from '#contract/errors.ts'
import { endpoints } from '#contract/index.ts'
import { createAuthenticator } from '#tests/support/authenticator.ts'
import { newMember } from '#tests/support/members.ts'
import { testApi, testOrigin } from './testApi.ts'

const api = await testApi()
afterAll(() => api.close())

const iPhone = {
  'User-Agent':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 Version/18.4 Mobile/15E148 Safari/604.1',
}

/** What a member reads about where they are signed in. */
const read = async (token: string) => {
  const { body } = await api.call(endpoints.signIns, {}, { token })
  return v.parse(endpoints.signIns.answer, body)
}

const Options = v.object({ challenge: v.string() })

const statusOf = async (token: string) => (await api.call(endpoints.me, {}, { token })).status

test('A member reads every sign-in, ends one, and then all others, but nobody else’s', async () => {
  const [member, stranger] = [await newMember(api.db), await newMember(api.db)]
  const [own, phone, tablet] = [await api.signIn(member.id), await api.signIn(member.id), await api.signIn(member.id)]
  const foreign = await api.signIn(stranger.id)
  const { sign_ins: signIns } = await read(own)
  expect(signIns.filter(({ is_current: isCurrent }) => isCurrent)).toHaveLength(1)
  expect(signIns).toHaveLength(3)

  const { sign_ins: theirs } = await read(foreign)
  await api.call(endpoints.endSignIns, { id: theirs[0]?.id }, { token: own })
  expect(await statusOf(foreign)).toBe(200)

  const ended = (await read(phone)).sign_ins.find(({ is_current: isCurrent }) => isCurrent)
  await api.call(endpoints.endSignIns, { id: ended?.id }, { token: own })
  expect([await statusOf(own), await statusOf(phone), await statusOf(tablet)]).toEqual([200, 401, 200])
  await api.call(endpoints.endSignIns, {}, { token: own })
  expect([await statusOf(own), await statusOf(tablet)]).toEqual([200, 401])
})

test('A member adds a passkey with the password alone, names it, and removes it; nobody else does', async () => {
  const [member, stranger] = [await newMember(api.db), await newMember(api.db)]
  const [token, other] = [await api.signIn(member.id), await api.signIn(stranger.id)]
  const device = createAuthenticator(testOrigin)
  const wrong = await api.call(endpoints.passkeyCreation, { current_password: 'not the one' }, { token })
  expect([wrong.status, wrong.body['errors']]).toEqual([
    422,
    { current_password: [fieldMessages.invalid('current_password')] },
  ])

  const asked = await api.call(endpoints.passkeyCreation, { current_password: member.password }, { token })
  const { challenge } = v.parse(Options, asked.body['options'])
  const credential = device.create(challenge)
  const add = (password: string) =>
    api.call(endpoints.addPasskey, { current_password: password, credential }, { token, headers: iPhone })
  expect((await add('not the one')).status).toBe(422)
  expect((await add(member.password)).status).toBe(200)
  // The answer counts once.
  expect((await add(member.password)).body['errors']).toEqual({ credential: [fieldMessages.invalid('credential')] })

  const named = { id: device.id, name: 'My phone' }
  expect((await api.call(endpoints.renamePasskey, named, { token: other })).status).toBe(422)
  expect((await api.call(endpoints.removePasskey, { id: device.id }, { token: other })).status).toBe(422)
  expect((await read(token)).passkeys).toMatchObject([{ id: device.id, name: 'Safari, iPhone', last_used: null }])
  expect((await api.call(endpoints.renamePasskey, named, { token })).status).toBe(200)
  expect((await read(token)).passkeys).toMatchObject([{ name: 'My phone' }])
  expect((await read(other)).passkeys).toEqual([])

  // Staff sign in with it: a stolen session of a member does not shut them out.
  await api.db.updateTable('passkeys').set({ for_staff: true }).where('id', '=', device.id).execute()
  expect((await api.call(endpoints.removePasskey, { id: device.id }, { token })).status).toBe(422)
  await api.db.updateTable('passkeys').set({ for_staff: false }).where('id', '=', device.id).execute()
  expect((await api.call(endpoints.removePasskey, { id: device.id }, { token })).status).toBe(200)
  expect((await read(token)).passkeys).toEqual([])
  expect(await lastMailTo(api, member.email)).toContain(
    'You can no longer sign in to Club Bravo with this passkey: My phone.',
  )
})

test('An account has ten passkeys at most', async () => {
  const member = await newMember(api.db)
  const token = await api.signIn(member.id)
  const statuses: number[] = []
  for (let made = 0; made < 11; made += 1) {
    const asked = await api.call(endpoints.passkeyCreation, { current_password: member.password }, { token })
    const { challenge } = v.parse(Options, asked.body['options'])
    const credential = createAuthenticator(testOrigin).create(challenge)
    const added = await api.call(
      endpoints.addPasskey,
      { current_password: member.password, credential },
      { token, headers: iPhone },
    )
    statuses.push(added.status)
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 422])
})
