import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tier } from '#contract/member/tiers.ts'
import { endpoints } from '#contract/index.ts'
import { audit } from '#server/services/audit.ts'
import { sha256 } from '#server/store/hash.ts'
import { newMember, pointsOf } from '#tests/support/members.ts'
import { newOldMember, newUpgradeCode } from '#tests/support/registrations.ts'
import { type TestApi, testApi } from './testApi.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

async function signedInMember(tier: Tier = 'Black') {
  const { id } = await newMember(api.db)
  await api.db.updateTable('members').set({ membership_tier: tier, dob: '1991-05-01' }).where('id', '=', id).execute()
  return { id, token: await api.signIn(id) }
}
type Visitor = Awaited<ReturnType<typeof signedInMember>>

interface ClaimFacts {
  old?: Tier
  code?: 'Red' | 'Gold'
  expiresAt?: Date
}

/** An old member who has been sent a code, and what they tell to come back. */
async function sentCode({ old = 'Red', code = 'Gold', expiresAt }: ClaimFacts = {}) {
  const memberNo = await newOldMember(api.db, { tier: old, mobile: '51998877' })
  const upgradeCode = await newUpgradeCode(api.db, { memberNo, tier: code, ...(expiresAt && { expiresAt }) })
  return { cb_member_no: memberNo, last_name: 'Chan', upgrade_code: upgradeCode }
}

const lookUp = (claim: Record<string, string>, member?: Visitor) =>
  api.call(endpoints.existingProfile, claim, member ? { token: member.token } : {})
const migrate = (claim: Record<string, string>, member: Visitor) =>
  api.call(endpoints.profileMigrated, claim, { token: member.token })
const refusal = (message: string) => ({ status: 422, body: { message } })

/** Everything that taking a membership over changes. */
async function stateOf({ id }: Visitor, { cb_member_no: memberNo, upgrade_code: code }: Record<string, string>) {
  const member = await api.db.selectFrom('members').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const old = api.db
    .selectFrom('old_members')
    .select('migrated_by')
    .where('member_no', '=', memberNo ?? '')
  const spent = api.db
    .selectFrom('upgrade_tokens')
    .select('used_by')
    .where('token_hash', '=', sha256(code ?? ''))
  return {
    tier: member.membership_tier,
    hasNumber: member.member_no === memberNo,
    takenOverBy: (await old.executeTakeFirst())?.migrated_by,
    codeUsedBy: (await spent.executeTakeFirst())?.used_by,
    points: await pointsOf(api.db, id),
  }
}
const untouched = { tier: 'Black', hasNumber: false, takenOverBy: null, codeUsedBy: null, points: 0 }

test('A code stands for address and mobile number; the look-up tells the higher of the two tiers, and spends nothing', async () => {
  const cases: [Tier, 'Red' | 'Gold', Tier][] = [
    ['Black', 'Red', 'Red'],
    ['Red', 'Gold', 'Gold'],
    ['Gold', 'Red', 'Gold'],
    ['Diamond', 'Gold', 'Diamond'],
  ]
  for (const [old, code, tier] of cases) {
    const claim = await sentCode({ old, code })
    for (const written of [claim.upgrade_code, ` ${claim.upgrade_code.toUpperCase()} `]) {
      const { body } = await lookUp({ ...claim, upgrade_code: written })
      const { cb_member_no: number } = claim
      expect(body).toMatchObject({ existingMemberProfile: { cb_member_no: number, membership_tier: tier } })
    }
    // Without the code it is the old membership.
    const { upgrade_code: _code, ...facts } = claim
    const { body } = await lookUp({ ...facts, email_or_mobile: '51998877' })
    expect(body).toMatchObject({ existingMemberProfile: { membership_tier: old } })
  }
})

test('Coming back with a code gives number and higher tier and spends the code, once; again it changes nothing', async () => {
  const [member, other] = [await signedInMember(), await signedInMember()]
  const claim = await sentCode({ old: 'Black', code: 'Gold' })
  for (let time = 0; time < 2; time += 1) expect((await migrate(claim, member)).body).toEqual({ success: true })
  const done = { tier: 'Gold', hasNumber: true, takenOverBy: member.id, codeUsedBy: member.id, points: 2000 }
  expect(await stateOf(member, claim)).toEqual(done)
  expect(await migrate(claim, other)).toMatchObject(refusal('duplicate_token'))
  for (const viewer of [undefined, member, other])
    expect(await lookUp(claim, viewer)).toMatchObject(refusal('duplicate_token'))
  expect(await stateOf(other, claim)).toMatchObject({ tier: 'Black', hasNumber: false })
})

test('A code for a membership that the member has taken over without it is refused, and stays unspent', async () => {
  const member = await signedInMember()
  const claim = await sentCode({ old: 'Black', code: 'Red' })
  const { upgrade_code: _code, ...facts } = claim
  const byContact = { ...facts, email_or_mobile: '51998877' }
  for (let time = 0; time < 2; time += 1) expect((await migrate(byContact, member)).body).toEqual({ success: true })
  expect(await migrate(claim, member)).toMatchObject(refusal('duplicate_token'))
  expect(await stateOf(member, claim)).toMatchObject({ tier: 'Black', codeUsedBy: null })
})

test('A code that is used, expired, for another number or none of ours says so, and so does a wrong name; nothing changes', async () => {
  const member = await signedInMember()
  const [claim, another] = [await sentCode(), await sentCode()]
  const expired = await sentCode({ expiresAt: new Date(Date.now() - 1000) })
  const used = await sentCode()
  await migrate(used, await signedInMember())
  const refused: [Record<string, string>, string, string?][] = [
    [expired, 'expired_token'],
    [used, 'duplicate_token'],
    [{ ...claim, upgrade_code: another.upgrade_code }, 'foreign_token'],
    [{ ...claim, cb_member_no: 'NOBODY1' }, 'foreign_token'],
    [{ ...claim, upgrade_code: 'welcome-back' }, 'invalid_token'],
    [{ ...claim, upgrade_code: '\u0000🎻\u202e' }, 'invalid_token'],
    [{ ...claim, last_name: 'Wong' }, 'incorrect_account_data', 'profile_migrate_failure'],
    [{ ...claim, email_or_mobile: '51990000' }, 'incorrect_account_data', 'profile_migrate_failure'],
  ]
  for (const [facts, reason, whenTaking = reason] of refused) {
    expect(await lookUp(facts)).toMatchObject(refusal(reason))
    expect(await migrate(facts, await signedInMember())).toMatchObject(refusal(whenTaking))
  }
  expect(await stateOf(member, claim)).toEqual(untouched)
})

test('One of code and address or mobile number has to be given', async () => {
  const { upgrade_code: code, ...facts } = await sentCode()
  for (const nothing of [{}, { email_or_mobile: '' }, { upgrade_code: ' ', email_or_mobile: ' ' }])
    expect(await lookUp({ ...facts, ...nothing })).toMatchObject({
      status: 422,
      body: { errors: { email_or_mobile: ['email_or_mobile is required'] } },
    })
  expect((await lookUp({ ...facts, upgrade_code: 'x'.repeat(300) })).status).toBe(422)
  expect((await lookUp({ ...facts, email_or_mobile: '', upgrade_code: code })).status).toBe(200)
})

test('A code is for an old member only: it is no token of another kind, and no other token is a code', async () => {
  const member = await signedInMember()
  const claim = await sentCode()
  const { upgrade_code: code } = claim
  expect(await api.call(endpoints.getScTier, { sc_token: code })).toMatchObject(refusal('invalid_token'))
  const free = { free_tier_upgrade_token: code }
  expect(await api.call(endpoints.getFreeUpgradeTier, free)).toMatchObject(refusal('invalid_token'))
  const token = {
    token_hash: sha256('a school card'),
    kind: 'sc',
    tier: 'Red',
    expires_at: new Date(Date.now() + 9e6),
  } as const
  await api.db.insertInto('upgrade_tokens').values(token).execute()
  expect(await migrate({ ...claim, upgrade_code: 'a school card' }, member)).toMatchObject(refusal('invalid_token'))
  const unbound = { ...token, token_hash: sha256('for nobody'), kind: 'existing' } as const
  await expect(api.db.insertInto('upgrade_tokens').values(unbound).execute()).rejects.toThrow('old_member_check')
})

test('A Gold member keeps Gold: a lower code is refused whole, and neither number nor code is gone', async () => {
  const gold = await signedInMember('Gold')
  const claim = await sentCode({ old: 'Black', code: 'Red' })
  expect(await migrate(claim, gold)).toMatchObject(refusal('invalid_tier'))
  expect(await stateOf(gold, claim)).toEqual({ ...untouched, tier: 'Gold' })
})

test('If the number belongs to another member, the code stays unspent and no tier is given', async () => {
  const [holder, member] = [await signedInMember(), await signedInMember()]
  const claim = await sentCode()
  await api.db.updateTable('members').set({ member_no: claim.cb_member_no }).where('id', '=', holder.id).execute()
  expect(await migrate(claim, member)).toMatchObject(refusal('profile_migrate_failure'))
  expect(await stateOf(member, claim)).toEqual(untouched)
})

test('Ten members with one code at once are one membership, and the books agree', async () => {
  const members = await Promise.all(Array.from({ length: 10 }, () => signedInMember()))
  const claim = await sentCode({ old: 'Red', code: 'Gold' })
  const answers = await Promise.all(members.map((member) => migrate(claim, member)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const refused = answers.filter(({ status }) => status !== 200)
  for (const answer of refused) expect(answer).toMatchObject(refusal('duplicate_token'))
  const states = await Promise.all(members.map((member) => stateOf(member, claim)))
  expect(states.filter(({ tier }) => tier === 'Gold')).toHaveLength(1)
  expect((await audit(api.serverDb)).differences).toEqual([])
})

test('An audit names a code that was spent without its membership', async () => {
  const apart = await testApi()
  const memberNo = await newOldMember(apart.db)
  const code = await newUpgradeCode(apart.db, { memberNo })
  const { id } = await newMember(apart.db)
  await apart.db
    .updateTable('upgrade_tokens')
    .set({ used_at: new Date(), used_by: id })
    .where('token_hash', '=', sha256(code))
    .execute()
  const { differences } = await audit(apart.serverDb)
  expect(differences).toEqual([expect.stringContaining(`existing ${memberNo}`)])
  await apart.close()
})
