import { expect, test } from 'vitest'
import type { RequestOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { sha256 } from '#server/store/hash.ts'
import { newOldMember, newPayer } from '#tests/support/registrations.ts'
import { staffedApi } from '#tests/support/staffApi.ts'
import { testOrigin } from './testApi.ts'

const { api, staff, ada } = await staffedApi('membership')

const shared = { days: 7, lang: 'tc', isDryRun: false } as const
const issue = async (wanted: RequestOf<typeof endpoints.issueUpgrades>) => {
  const { issued } = await staff.call(endpoints.issueUpgrades, wanted, ada)
  return { issued, texts: issued.flatMap((one) => (one.kind === 'issued' ? one.texts : [])) }
}
const tierOf = async (id: string) =>
  (await api.db.selectFrom('members').select('membership_tier').where('id', '=', id).executeTakeFirstOrThrow())
    .membership_tier

async function signedIn() {
  const member = await newPayer(api.db)
  return { ...member, token: await api.signIn(member.id) }
}

test('A card holder’s link that staff issue gives its tier once, and is stored as a hash', async () => {
  const [link = ''] = (await issue({ for: 'anyone', kind: 'sc', tier: 'Red', count: 1, ...shared })).texts
  const [, token = ''] = /#token=([\w-]{32})$/.exec(link) ?? []
  expect(link).toBe(`${testOrigin}/tc/registration-sc#token=${token}`)
  const tokens = await api.db.selectFrom('upgrade_tokens').selectAll().execute()
  expect(tokens).toMatchObject([{ token_hash: sha256(token), kind: 'sc', tier: 'Red', email: null }])
  const listed = await staff.call(endpoints.upgradeTokens, {}, ada)
  expect(listed.tokens).toHaveLength(1)
  expect(JSON.stringify([tokens, listed])).not.toContain(token)
  expect(JSON.stringify(listed)).not.toContain(sha256(token))
  const [first, second] = [await signedIn(), await signedIn()]
  const useBy = (member: { email: string; token: string }) =>
    api.call(endpoints.setScTokenUsed, { sc_token: token, user_email: member.email }, member)
  expect((await useBy(first)).status).toBe(200)
  expect((await useBy(second)).status).toBe(422)
  expect([await tierOf(first.id), await tierOf(second.id)]).toEqual(['Red', 'Black'])
  const names = listed.tokens.map(({ name }) => name)
  const { revoked } = await staff.call(endpoints.revokeUpgrades, { names }, ada)
  expect(revoked).toMatchObject([{ kind: 'used', at: expect.any(String) }])
})

test('An old member comes back with a code that staff have issued, and gets only one at a time', async () => {
  const memberNo = await newOldMember(api.db, { tier: 'Black' })
  const issueCode = () => issue({ for: 'old_members', numbers: [memberNo.toLowerCase()], tier: 'Gold', ...shared })
  const [upgradeCode = ''] = (await issueCode()).texts
  expect(upgradeCode).toMatch(/^\w{4}-\w{4}-\w{4}$/)
  expect((await issueCode()).issued).toMatchObject([{ kind: 'has_one' }])
  const member = await signedIn()
  const claim = { cb_member_no: memberNo, last_name: 'Chan', upgrade_code: upgradeCode.toUpperCase() }
  expect((await api.call(endpoints.profileMigrated, claim, { token: member.token })).status).toBe(200)
  expect(await tierOf(member.id)).toBe('Gold')
  expect((await issueCode()).issued).toMatchObject([{ kind: 'came_back' }])
})
