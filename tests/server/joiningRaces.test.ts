import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { importFiles, validFiles } from '#tests/support/contents.ts'
import { pointsOf } from '#tests/support/members.ts'
import { newcomer, newPayer } from '#tests/support/registrations.ts'
import { type TestApi, testApi } from './testApi.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
  await importFiles(api.db, {
    ...validFiles(),
    'instruments/entries.json': '[{ "key": "concerto" }]',
    'instruments/en.md': '# concerto\n## name\nConcerto\n',
  })
})
afterAll(() => api.close())

const fiveTimes = <T>(call: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: 5 }, (_none, index) => call(index)))

const formOf = (email: string) => ({
  first_name: 'Wing Yan',
  last_name: 'Chan',
  dob: '1991-05-01',
  email,
  interest_id: ['concerto'],
  consent: true,
  confirm_email: true,
})

/** Two people, or one in two ways, whom identity providers confirm with the same address. */
function confirmTwice(email: string): { subject: string; idToken: string }[] {
  return ['built-in', 'https://accounts.example'].map((issuer) => {
    const [subject, idToken] = [randomUUID(), randomUUID()]
    api.identities.set(idToken, { issuer, subject, email, emailVerified: true, grant: null, tokenHash: idToken })
    return { subject, idToken }
  })
}

test('An address that registers several times at once, also by two providers, is one account with one number and one bonus', async () => {
  const email = `${randomUUID()}@club.example`
  const ways = confirmTwice(email)
  const answers = await fiveTimes((index) => {
    const { subject, idToken } = ways[index % 2] ?? { subject: '', idToken: '' }
    const request = { email, password: subject, password_confirmation: subject, id_token: idToken }
    return api.call(endpoints.registerAccount, request)
  })
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const refusals = answers.filter(({ status }) => status !== 200).map(({ body }) => body['errors'])
  expect(refusals).toEqual(Array.from({ length: 4 }, () => ({ email: ['email has already been used'] })))
  const members = await api.db.selectFrom('members').select(['id']).where('email', '=', email).execute()
  expect(members).toHaveLength(1)
  const { id = '' } = members[0] ?? {}
  const tokens = await fiveTimes(() => api.signIn(id))
  // Each from a page of its own, with a key of its own.
  const sent = await fiveTimes((index) =>
    api.call(endpoints.updateProfile, formOf(email), { token: tokens[index] ?? '' }),
  )
  expect(sent.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(sent.filter(({ body }) => body['welcome_points'] === 500)).toHaveLength(1)
  expect(await pointsOf(api.db, id)).toBe(500)
  expect(await api.db.selectFrom('member_numbers').selectAll().where('member_id', '=', id).execute()).toHaveLength(1)
})

test('The same form in two tabs: the later one wins as a whole, and nothing is given twice', async () => {
  const { id, email } = await newcomer(api.db)
  const token = await api.signIn(id)
  const tabs = [
    { ...formOf(email), first_name: 'Wing', last_name: 'Chan' },
    { ...formOf(email), first_name: 'Ada', last_name: 'Wong' },
  ]
  const sent = await Promise.all(tabs.map((form) => api.call(endpoints.updateProfile, form, { token })))
  expect(sent.map(({ status }) => status)).toEqual([200, 200])
  const { first_name: first, last_name: last } = await api.db
    .selectFrom('members')
    .select(['first_name', 'last_name'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(['Wing Chan', 'Ada Wong']).toContain(`${first} ${last}`)
  expect(await pointsOf(api.db, id)).toBe(500)
})

test('A member is asked for what their tier asks for, until it has ended', async () => {
  const { id, email } = await newPayer(api.db)
  const token = await api.signIn(id)
  const endTier = (end: Date) =>
    api.db.updateTable('members').set({ membership_tier: 'Red', tier_expiry_date: end }).where('id', '=', id).execute()
  const clear = () => api.call(endpoints.updateProfile, { email, first_name: 'Ada', last_name: '' }, { token })
  await endTier(new Date(Date.now() + 60_000))
  expect((await clear()).body['errors']).toMatchObject({ last_name: ['last_name is required'] })
  await endTier(new Date(Date.now() - 1))
  expect(await clear()).toMatchObject({ status: 200 })
})
