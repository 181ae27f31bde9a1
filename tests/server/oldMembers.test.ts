import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { audit } from '#server/services/audit.ts'
import { sha256 } from '#server/store/hash.ts'
import { lastMailTo } from '#tests/support/mailbox.ts'
import { newMember, pointsOf } from '#tests/support/members.ts'
import { type TestApi, testApi } from './testApi.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

async function signedInMember(tier: 'Black' | 'Red' | 'Gold' = 'Black') {
  const { id, email } = await newMember(api.db)
  await api.db.updateTable('members').set({ membership_tier: tier, dob: '1991-05-01' }).where('id', '=', id).execute()
  return { id, email, token: await api.signIn(id) }
}

type Visitor = Awaited<ReturnType<typeof signedInMember>>

function as(member: Visitor | undefined) {
  return member ? { token: member.token } : {}
}

async function tierOf({ id }: Visitor) {
  return (await api.db.selectFrom('members').select('membership_tier').where('id', '=', id).executeTakeFirst())
    ?.membership_tier
}

const refusal = (message: string) => ({ status: 422, body: { message } })

let oldMembers = 0

async function addOldMember(tier: 'Black' | 'Red' | 'Gold' = 'Red', email: string | null = null) {
  oldMembers += 1
  const old = { member_no: `OLD${1000 + oldMembers}`, last_name: 'Au Yeung', mobile: `5199${1000 + oldMembers}` }
  await api.db
    .insertInto('old_members')
    .values({ ...old, email, first_name: 'Siu Ming', country_code: '852', tier })
    .execute()
  return { cb_member_no: old.member_no, last_name: old.last_name, email_or_mobile: old.mobile }
}

const lookUp = (claim: Record<string, string>, member?: Visitor) =>
  api.call(endpoints.existingProfile, claim, as(member))
const migrate = (claim: Record<string, string>, member?: Visitor) =>
  api.call(endpoints.profileMigrated, claim, as(member))

test('An old member is found by number, last name and contact together, before signing in', async () => {
  const claim = await addOldMember()
  const { body } = await lookUp({ ...claim, cb_member_no: claim.cb_member_no.toLowerCase(), last_name: 'AU YEUNG' })
  expect(body).toEqual({
    success: true,
    existingMemberProfile: {
      cb_member_no: claim.cb_member_no,
      last_name: 'Au Yeung',
      first_name: 'Siu Ming',
      chinese_name: null,
      salutations: null,
      gender: null,
      email: null,
      country_code: '852',
      mobile: claim.email_or_mobile,
      membership_tier: 'Red',
    },
  })
  for (const wrong of [{ cb_member_no: 'OLD1' }, { last_name: 'Chan' }, { email_or_mobile: '51990000' }])
    expect(await lookUp({ ...claim, ...wrong })).toMatchObject(refusal('incorrect_account_data'))
})

test('An old member’s email address is told only to somebody who has said it', async () => {
  const email = 'siu.ming@club.example'
  const byMobile = await addOldMember('Red', email)
  expect((await lookUp(byMobile)).body).toMatchObject({ existingMemberProfile: { email: null } })
  const byAddress = { ...byMobile, email_or_mobile: email.toUpperCase() }
  expect((await lookUp(byAddress)).body).toMatchObject({ existingMemberProfile: { email } })
})

test('An old member takes number and tier over, once; a repeated call changes nothing', async () => {
  const [member, other] = [await signedInMember(), await signedInMember()]
  const claim = await addOldMember('Gold')
  expect((await migrate(claim, member)).body).toEqual({ success: true })
  expect((await migrate(claim, member)).body).toEqual({ success: true })
  const { body } = await api.call(endpoints.me, {}, { token: member.token })
  expect(body).toMatchObject({
    user: { member_profile: { member_no: claim.cb_member_no, membership_tier: 'Gold', available_points: 2000 } },
  })
  expect(await migrate(claim, other)).toMatchObject(refusal('duplicate_token'))
  expect(await lookUp(claim)).toMatchObject(refusal('duplicate_token'))
  expect(await tierOf(other)).toBe('Black')
})

test('A Basic old member keeps their number and gets no tier; an old Red membership is not for Gold', async () => {
  const [member, gold] = [await signedInMember(), await signedInMember('Gold')]
  expect((await migrate(await addOldMember('Black'), member)).status).toBe(200)
  expect([await tierOf(member), await pointsOf(api.db, member.id)]).toEqual(['Black', 0])
  expect(await migrate(await addOldMember('Red'), gold)).toMatchObject(refusal('invalid_tier'))
})

test('A member who has the tier already, such as by paying, gets the number of the old membership, and nothing twice', async () => {
  const red = await signedInMember()
  const token = randomUUID()
  const facts = { kind: 'sc', tier: 'Red', expires_at: new Date(Date.now() + 86_400_000) } as const
  await api.db
    .insertInto('upgrade_tokens')
    .values({ ...facts, token_hash: sha256(token) })
    .execute()
  const request = { sc_token: token, user_email: red.email }
  expect((await api.call(endpoints.setScTokenUsed, request, as(red))).status).toBe(200)
  const claim = await addOldMember('Red')
  const profile = async () => (await api.call(endpoints.me, {}, { token: red.token })).body
  expect(await profile()).toMatchObject({ user: { member_profile: { has_earlier_membership: false } } })
  expect((await migrate(claim, red)).status).toBe(200)
  expect(await profile()).toMatchObject({
    user: {
      member_profile: {
        member_no: claim.cb_member_no,
        membership_tier: 'Red',
        available_points: 1000,
        has_earlier_membership: true,
      },
    },
  })
  expect(await migrate(await addOldMember('Gold'), red)).toMatchObject(refusal('profile_migrate_failure'))
  expect((await audit(api.serverDb)).differences).toEqual([])
})

test('An old Red membership is linked once the month of birth is known, a Basic one without it', async () => {
  const member = await signedInMember()
  const setBirth = (dob: string | null) =>
    api.db.updateTable('members').set({ dob }).where('id', '=', member.id).execute()
  await setBirth(null)
  const claim = await addOldMember('Red')
  const { status, body } = await migrate(claim, member)
  expect([status, body['errors']]).toEqual([422, { dob: ['dob is required'] }])
  expect([await tierOf(member), await pointsOf(api.db, member.id)]).toEqual(['Black', 0])
  await setBirth('1991-05-01')
  expect((await migrate(claim, member)).status).toBe(200)
  await setBirth(null)
  expect((await migrate(claim, member)).status).toBe(200)

  const basic = await signedInMember()
  await api.db.updateTable('members').set({ dob: null }).where('id', '=', basic.id).execute()
  expect((await migrate(await addOldMember('Black'), basic)).status).toBe(200)
})

test('Number and name alone take nothing over, unless the old address is the member’s own verified one', async () => {
  const [member, stranger] = [await signedInMember(), await signedInMember()]
  const { email_or_mobile: _mobile, ...claim } = await addOldMember('Red', member.email)
  expect(await migrate(claim, stranger)).toMatchObject(refusal('profile_migrate_failure'))
  expect((await migrate(claim)).status).toBe(401)
  expect((await migrate(claim, member)).status).toBe(200)
})

test('A number that another member has cannot be taken over', async () => {
  const [holder, member] = [await signedInMember(), await signedInMember()]
  const claim = await addOldMember()
  const { cb_member_no: number } = claim
  await api.db.updateTable('members').set({ member_no: number }).where('id', '=', holder.id).execute()
  expect(await migrate(claim, member)).toMatchObject(refusal('profile_migrate_failure'))
})

test('The old address is told that its membership was taken over, in the member’s language', async () => {
  const words = { en: 'linked to a Club Bravo account', tc: '舊會籍', sc: '旧会员资格' }
  for (const [language, sentence] of Object.entries(words)) {
    const member = await signedInMember()
    const subject = api.db.selectFrom('members').select('provider_subject').where('id', '=', member.id)
    const preferred = language === 'en' ? 'en' : 'tc'
    await api.db.updateTable('members').set({ preferred_lang: preferred }).where('id', '=', member.id).execute()
    await api.db
      .updateTable('identity_accounts')
      .set({ language: language === 'sc' ? 'sc' : preferred })
      .where(({ eb }) => eb(sql<string>`id::text`, '=', subject))
      .execute()
    const claim = await addOldMember('Red', `Old-${language}@club.example`)
    for (let time = 0; time < 2; time += 1) expect((await migrate(claim, member)).status).toBe(200)
    const mail = await lastMailTo(api, `Old-${language}@club.example`)
    expect(mail).toContain(sentence)
    expect(mail).toContain(claim.cb_member_no)
    expect(mail).not.toContain(member.email)
    const mails = api.db.selectFrom('mailbox').select('id').where('recipient', '=', `Old-${language}@club.example`)
    expect(await mails.execute()).toHaveLength(1)
  }
})

test('A member takes one old membership over, even when several calls are made at once', async () => {
  const member = await signedInMember()
  const claims = [await addOldMember('Red'), await addOldMember('Gold'), await addOldMember('Black')]
  const answers = await Promise.all(claims.map((claim) => migrate(claim, member)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const refused = answers.filter(({ status }) => status !== 200).map(({ body }) => body['message'])
  expect(refused).toEqual(['profile_migrate_failure', 'profile_migrate_failure'])
  const numbers = claims.map(({ cb_member_no: number }) => number)
  const taken = api.db.selectFrom('old_members').select('member_no').where('migrated_by', '=', member.id)
  expect(await taken.execute()).toHaveLength(1)
  const second = api.db.updateTable('old_members').set({ migrated_at: new Date(), migrated_by: member.id })
  const others = second.where('member_no', 'in', numbers).where('migrated_by', 'is', null)
  await expect(others.execute()).rejects.toThrow('old_members_by_taker')
})
