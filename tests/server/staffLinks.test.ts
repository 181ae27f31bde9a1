import { expect, test } from 'vitest'
import { endpoints } from '#contract/index.ts'
import type { RequestOf } from '#contract/endpoint.ts'
import { revokeToken } from '#server/services/membership/upgradeIssues.ts'
import { sha256 } from '#server/store/hash.ts'
import { asStaff } from '#tests/support/staff.ts'
import { newOldMember, newPayer } from '#tests/support/registrations.ts'
import { staffedApi } from '#tests/support/staffApi.ts'
import { testOrigin } from './testApi.ts'

const { api, staff, ada, bo, findActs } = await staffedApi('membership', 'owner')

type Wanted = RequestOf<typeof endpoints.issueUpgrades>
const shared = { tier: 'Red', days: 30, lang: 'tc', isDryRun: false } as const
const issue = (wanted: Wanted, who = ada) => staff.call(endpoints.issueUpgrades, wanted, who)
const list = async (asked: RequestOf<typeof endpoints.upgradeTokens> = {}) =>
  (await staff.call(endpoints.upgradeTokens, asked, ada)).tokens
const nameOf = (text: string) => sha256(text).slice(0, 10)
const tokenOf = (link: string) => link.split('#token=')[1] ?? ''

test('A list of addresses is looked at first, then each gets a link once, which gives its tier', async () => {
  const [one, two] = [await newPayer(api.db), await newPayer(api.db)]
  const wanted = { for: 'emails', kind: 'sc', emails: [one.email, two.email.toUpperCase()], ...shared } as const
  const asked: Wanted = { ...wanted, emails: [...wanted.emails] }
  const preview = await issue({ ...asked, isDryRun: true })
  expect(preview.issued).toEqual(
    [one.email, two.email].map((person) => ({ kind: 'issued', person, count: 1, texts: [] })),
  )
  expect(await list({ text: one.email })).toEqual([])

  const { issued, expiresAt } = await issue(asked)
  const [link = ''] = issued[0]?.kind === 'issued' ? issued[0].texts : []
  expect(link).toMatch(new RegExp(`^${testOrigin}/tc/registration-sc#token=[\\w-]{32}$`))
  expect(await list({ text: one.email })).toMatchObject([
    { name: nameOf(tokenOf(link)), kind: 'sc', tier: 'Red', email: one.email, state: 'open', expiresAt, usedBy: null },
  ])
  expect(JSON.stringify(await list())).not.toContain(tokenOf(link))
  const again = await issue(asked)
  expect(again.issued).toMatchObject([
    { kind: 'has_one', person: one.email, name: nameOf(tokenOf(link)) },
    { kind: 'has_one', person: two.email },
  ])

  const token = await api.signIn(one.id)
  const used = await api.call(endpoints.setScTokenUsed, { sc_token: tokenOf(link), user_email: one.email }, { token })
  expect(used.status).toBe(200)
  expect(await list({ state: 'used' })).toMatchObject([
    { email: one.email, state: 'used', usedAt: expect.any(String), usedBy: { memberId: one.id } },
  ])
  expect(await findActs({ subject_id: nameOf(tokenOf(link)) })).toMatchObject([
    { actor: `staff:${ada.sub}`, role: 'membership', action: 'upgrade_issue' },
  ])
})

test('Two people who issue to one address at once issue one link', async () => {
  const wanted: Wanted = { for: 'emails', kind: 'free_tier_upgrade', emails: ['twice@club.example'], ...shared }
  const answers = await Promise.all([ada, bo].map((who) => issue(wanted, who)))
  expect(answers.flatMap(({ issued }) => issued.map(({ kind }) => kind)).toSorted()).toEqual(['has_one', 'issued'])
  expect(await list({ text: 'twice@club.example' })).toHaveLength(1)
})

test('Links for anyone are issued at once, and codes to earlier members alone', async () => {
  const { issued } = await issue({ for: 'anyone', kind: 'sc', count: 25, ...shared, tier: 'Gold' })
  expect(issued).toMatchObject([{ kind: 'issued', person: null, count: 25 }])
  expect(new Set(issued.flatMap((one) => (one.kind === 'issued' ? one.texts : []))).size).toBe(25)
  const memberNo = await newOldMember(api.db, { tier: 'Black' })
  const wanted: Wanted = { for: 'old_members', numbers: [memberNo.toLowerCase(), 'NOBODY1'], ...shared }
  const codes = await issue(wanted)
  expect(codes.codePage).toBe(`${testOrigin}/tc/registration-existing`)
  expect(codes.issued).toMatchObject([
    { kind: 'issued', texts: [expect.stringMatching(/^\w{4}-\w{4}-\w{4}$/)] },
    { kind: 'unknown_old_member', person: 'NOBODY1' },
  ])
  expect(await list({ text: memberNo })).toMatchObject([{ kind: 'existing', oldMemberNo: memberNo, state: 'open' }])
})

test('Of a list that fails halfway nobody has a code whose text nobody knows', async () => {
  const memberNo = await newOldMember(api.db, { tier: 'Black' })
  const wanted = { for: 'old_members', numbers: [memberNo, 'A\0'], ...shared }
  expect((await staff.send(endpoints.issueUpgrades, wanted, { cookie: ada.cookie })).status).toBe(422)
  expect(await list({ text: memberNo })).toEqual([])
})

test('A link is revoked once, gives nothing from then on, and the list says by whom', async () => {
  const email = 'revoked@club.example'
  const { issued } = await issue({ for: 'emails', kind: 'free_tier_upgrade', emails: [email], ...shared })
  const token = tokenOf(issued[0]?.kind === 'issued' ? (issued[0].texts[0] ?? '') : '')
  const names = [nameOf(token), '0123456789']
  const answers = await Promise.all([ada, bo].map((who) => staff.call(endpoints.revokeUpgrades, { names }, who)))
  expect(answers.map(({ revoked }) => String(revoked[0]?.kind)).toSorted()).toEqual(['expired', 'revoked'])
  expect(answers[0]?.revoked[1]).toEqual({ kind: 'unknown', name: '0123456789' })
  const revoker = answers[0]?.revoked[0]?.kind === 'revoked' ? ada : bo
  // Also a server whose clock is behind sees that it has ended.
  const behind = { name: nameOf(token), now: new Date(Date.now() - 60_000) }
  expect(await revokeToken(asStaff(api.serverDb), behind)).toMatchObject({ kind: 'expired' })
  expect(await list({ state: 'ended', text: email })).toMatchObject([{ revoked: { by: revoker.email } }])
  expect(await list({ state: 'open', text: email })).toEqual([])
  const shown = await api.call(endpoints.getFreeUpgradeTier, { free_tier_upgrade_token: token })
  expect(shown.body).toMatchObject({ message: 'expired_token' })
  expect((await findActs({ subject_id: nameOf(token) })).map(({ action }) => action)).toEqual([
    'upgrade_issue',
    'upgrade_revoke',
  ])
})

test('What no tier, no page or nobody takes is refused before anything is issued', async () => {
  const before = (await list()).length
  const wrong = [
    { for: 'anyone', kind: 'existing', count: 1, ...shared },
    { for: 'anyone', kind: 'sc', count: 1001, ...shared },
    { for: 'anyone', kind: 'sc', count: 1, ...shared, tier: 'Diamond' },
    { for: 'emails', kind: 'sc', emails: ['nobody'], ...shared },
    { for: 'emails', kind: 'sc', emails: [], ...shared },
    { for: 'anyone', kind: 'sc', count: 1, ...shared, days: 0 },
  ]
  for (const request of wrong)
    expect((await staff.send(endpoints.issueUpgrades, request, { cookie: ada.cookie })).status).toBe(422)
  expect(await list()).toHaveLength(before)
})
