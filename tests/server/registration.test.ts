import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formTypes } from '#contract/registration/formTypes.ts'
import { endpoints } from '#contract/index.ts'
import { verifyEmailOrMobile } from '#contract/registration/registration.ts'
import { importFiles, validFiles } from '#tests/support/contents.ts'
import { pointsOf } from '#tests/support/members.ts'
import { newcomer, newOldMember } from '#tests/support/registrations.ts'
import { type TestApi, testApi } from './testApi.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
  await importFiles(api.db, {
    ...validFiles(),
    'instruments/entries.json': '[{ "key": "concerto" }]',
    'instruments/en.md': '# concerto\n## name\nConcerto\n',
    'countries/entries.json': '[{ "key": "hk", "country_code": "852" }]',
    'countries/en.md': '# hk\n## name\nHong Kong\n',
  })
})
afterAll(() => api.close())

/** A newcomer, and what they send from the last step of the free form. */
async function joining(change: Record<string, unknown> = {}) {
  const member = await newcomer(api.db)
  const token = await api.signIn(member.id)
  const form = {
    salutations: 'ms',
    first_name: 'Wing Yan',
    last_name: 'Chan',
    dob: '1991-05-01',
    email: member.email,
    country_code: '852',
    mobile: '51230001',
    interest_id: ['concerto'],
    preferred_lang: 'tc',
    receive_email_promotion: 'true',
    consent: true,
    confirm_email: true,
    favourite_colour: 'dropped',
    ...change,
  }
  const send = (request: object = form, key: string = randomUUID()) =>
    api.call(endpoints.updateProfile, request, { token, key })
  const profile = async () => {
    const { body } = await api.call(endpoints.me, {}, { token })
    return v.parse(endpoints.me.answer, body).user.member_profile
  }
  return { member, token, form, send, profile }
}

test('A newcomer who sends the free form is a Basic member with a number, and has the welcome points once', async () => {
  const { member, token, send, profile } = await joining()
  expect((await send()).body).toEqual({ success: true, welcome_points: 500 })
  expect(await profile()).toMatchObject({
    first_name: 'Wing Yan',
    dob: '1991-05-01',
    country_code: '852',
    mobile: '51230001',
    interest_id: ['concerto'],
    preferred_lang: 'tc',
    receive_email_promotion: true,
    consent: true,
    membership_tier: 'Black',
    member_no: expect.stringMatching(/^CB2\d{5}$/),
    membership_since: expect.any(String),
    is_submitted_profile: 'submitted',
    is_profile_completed: true,
    available_points: 500,
  })
  expect((await send()).body).toEqual({ success: true, welcome_points: 0 })
  expect((await api.call(endpoints.welcome, {}, { token })).body).toEqual({ granted: false, points: 0 })
  expect(await pointsOf(api.db, member.id)).toBe(500)
})

test('A lost answer and a second press make one registration; the same key says nothing else', async () => {
  const { member, form, send, profile } = await joining()
  const key = randomUUID()
  const answers = await Promise.all([send(form, key), send(form, key), send(form, key)])
  for (const { status } of answers) expect([200, 409]).toContain(status)
  expect((await send(form, key)).body).toEqual({ success: true, welcome_points: 500 })
  expect(await pointsOf(api.db, member.id)).toBe(500)
  const { member_no: number } = await profile()
  expect((await send({ ...form, first_name: 'Other' }, key)).status).toBe(422)
  expect(await profile()).toMatchObject({ first_name: 'Wing Yan', member_no: number })
})

test('Without name, month of birth or interest there are no points, until the profile has them', async () => {
  const { member, token, send } = await joining({ dob: null, interest_id: [] })
  expect((await send()).body).toEqual({ success: true, welcome_points: 0 })
  expect((await api.call(endpoints.welcome, {}, { token })).body).toEqual({ granted: false, points: 0 })
  expect((await send({ dob: '1991-05-01' })).body).toEqual({ success: true, welcome_points: 0 })
  expect((await api.call(endpoints.interests, { interest_id: ['concerto'] }, { token })).body).toEqual({
    success: true,
  })
  expect(await pointsOf(api.db, member.id)).toBe(500)
})

test('Refused fields are named in the specification’s sentences, nothing is saved, and the key stays unused', async () => {
  const { form, send, profile } = await joining({
    first_name: '大文',
    email: 'other@club.example',
    mobile: '',
    country: 'atlantis',
    interest_id: ['yodelling'],
    consent: false,
    confirm_email: false,
  })
  const key = randomUUID()
  const { status, body } = await send(form, key)
  expect({ status, body }).toMatchObject({ status: 422, body: { errors: { first_name: ['first_name is NOT valid'] } } })
  const second = await send({ ...form, first_name: 'Wing' }, key)
  expect(second.body['errors']).toEqual({
    mobile: ['mobile is NOT valid'],
    confirmedEmailIsCorrect: ['confirmedEmailIsCorrect is required'],
    consent: ['consent is required'],
    email: ['email is NOT valid'],
    country: ['country is NOT valid'],
    interest_id: ['interest_id is NOT valid'],
  })
  expect(await profile()).toMatchObject({ first_name: null, is_submitted_profile: 'default' })
})

test('The form follows from what was chosen, and from the tier once the profile is submitted', async () => {
  const { member, token, form, send, profile } = await joining({ first_name: '' })
  const choose = (type: string) =>
    api.call(endpoints.saveChosenRegistrationForm, { registration_form_type: type }, { token })
  for (const type of formTypes) {
    expect((await choose(type)).body).toEqual({ success: true })
    expect((await profile()).is_submitted_profile).toBe(type)
  }
  expect((await choose('gold')).status).toBe(422)
  await choose('red')
  const { dob: _dob, ...withoutDob } = form
  expect((await send(withoutDob)).body['errors']).toMatchObject({
    first_name: ['first_name is required'],
    dob: ['dob is missing'],
  })
  await choose('free')
  expect((await send()).status).toBe(200)
  await choose('red')
  expect((await profile()).is_submitted_profile).toBe('submitted')
  expect((await send({ email: member.email })).status).toBe(200)
  await api.db.updateTable('members').set({ membership_tier: 'Gold' }).where('id', '=', member.id).execute()
  expect((await send({ email: member.email })).body['errors']).toMatchObject({ first_name: ['first_name is missing'] })
})

test('Whoever does not say that the address is correct has not joined; whoever has, says so from then on', async () => {
  const { form, send, profile } = await joining()
  const { confirm_email: _confirmed, ...unconfirmed } = form
  expect((await send(unconfirmed)).body['errors']).toEqual({
    confirmedEmailIsCorrect: ['confirmedEmailIsCorrect is missing'],
  })
  expect(await profile()).toMatchObject({ confirm_email: false, is_submitted_profile: 'default' })
  expect((await send()).status).toBe(200)
  expect(await profile()).toMatchObject({ confirm_email: true, is_submitted_profile: 'submitted' })
})

test('What a caller says about the membership changes nothing, and makes no other request', async () => {
  const { form, send, profile } = await joining()
  const key = randomUUID()
  const lies = { member_no: 'CB1', membership_tier: 'Gold', membership_since: '1999-01-01' }
  const first = await send({ ...form, ...lies }, key)
  expect(first.status).toBe(200)
  const member = await profile()
  expect(member).toMatchObject({ membership_tier: 'Black', member_no: expect.stringMatching(/^CB2\d{5}$/) })
  expect(member.membership_since).not.toContain('1999')
  expect((await send({ ...form, membership_tier: 'Red' }, key)).body).toEqual(first.body)
})

test('The month of birth is given once; other fields change and are cleared', async () => {
  const { send, profile } = await joining()
  await send()
  expect((await send({ dob: '1980-01-01' })).body['errors']).toEqual({ dob: ['dob is NOT valid'] })
  expect((await send({ dob: null, salutations: '', mobile: null, country_code: null })).status).toBe(200)
  expect(await profile()).toMatchObject({ dob: '1991-05-01', salutations: null, mobile: null, country_code: '852' })
})

test('Nobody changes a profile without a member’s own valid token; an unverified member may join', async () => {
  const { form } = await joining()
  expect((await api.call(endpoints.updateProfile, form)).status).toBe(401)
  expect((await api.call(endpoints.updateProfile, form, { token: 'unknown' })).status).toBe(401)
  const { token: revoked } = await joining()
  await api.call(endpoints.logout, {}, { token: revoked })
  expect((await api.call(endpoints.updateProfile, form, { token: revoked })).status).toBe(401)
  const { token: expired } = await joining()
  api.setTime(new Date(Date.now() + 2 * 24 * 60 * 60 * 1000))
  expect((await api.call(endpoints.updateProfile, form, { token: expired })).status).toBe(401)
  api.setTime(null)
  // Another member's token writes that member's profile, and refuses the address of the first.
  const other = await joining()
  expect((await other.send(form)).body['errors']).toEqual({ email: ['email is NOT valid'] })
  const unverified = await newcomer(api.db, { verified: false })
  const token = await api.signIn(unverified.id)
  const sent = { ...form, email: unverified.email }
  expect((await api.call(endpoints.updateProfile, sent, { token })).status).toBe(200)
  for (const target of [endpoints.welcome, endpoints.interests, endpoints.saveChosenRegistrationForm])
    expect((await api.call(target, { interest_id: [], registration_form_type: 'free' })).status).toBe(401)
})

test('An email address or mobile number is known as an earlier member, as an account, or not at all', async () => {
  const { member, send } = await joining({ mobile: '60000001' })
  await send()
  await newOldMember(api.db, { email: 'early@club.example', mobile: '60000002' })
  const lookUp = (text: string) => api.call(verifyEmailOrMobile, { email_or_mobile: text })
  const found = async (text: string) => (await lookUp(text)).body
  const user = { success: true, message: 'User found' }
  const existing = { success: true, message: 'Existing member found' }
  expect(await found(` ${member.email.toUpperCase()}`)).toEqual(user)
  expect(await found('6000 0001')).toEqual(user)
  expect(await found('85260000001')).toEqual(user)
  expect(await found('early@club.example')).toEqual(existing)
  expect(await found('60000002')).toEqual(existing)
  expect(await found('nobody@club.example')).toEqual({ success: false, message: '' })
  const answered = await lookUp('nobody@club.example')
  expect(answered.headers.get('cache-control')).toBe('no-store')
  for (const text of ['', 'nobody', '12', '<script>']) expect((await lookUp(text)).status).toBe(422)
})

test('The database itself refuses an unknown state of a registration', async () => {
  const { member } = await joining()
  const change = api.db.updateTable('members').set({ is_submitted_profile: 'gold' }).where('id', '=', member.id)
  await expect(change.execute()).rejects.toThrow('members_is_submitted_profile')
})
