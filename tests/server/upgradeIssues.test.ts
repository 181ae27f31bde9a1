import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { issueTokens } from '#server/services/membership/upgradeIssues.ts'
import { sha256 } from '#server/store/hash.ts'
import { runCommand, runProgram } from '#tests/support/commands.ts'
import { newOldMember, newPayer } from '#tests/support/registrations.ts'
import { asStaff } from '#tests/support/staff.ts'
import { type TestApi, testApi } from './testApi.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const run = (...words: string[]) => runCommand(api.dataDir, ['upgrades', ...words])
const all = () => api.db.selectFrom('upgrade_tokens').selectAll().execute()
const tierOf = async (id: string) =>
  (await api.db.selectFrom('members').select('membership_tier').where('id', '=', id).executeTakeFirstOrThrow())
    .membership_tier

async function signedIn() {
  const member = await newPayer(api.db)
  return { ...member, token: await api.signIn(member.id) }
}

test('A card holder’s link that an operator issues gives its tier once, and is stored as a hash', async () => {
  const { code, stdout, stderr } = await runProgram(api.dataDir, ['upgrades', 'issue', 'sc', 'Red', '--lang', 'tc'], {
    ORIGIN: 'https://club.example',
  })
  expect([code, stderr]).toEqual([0, expect.stringContaining('Only hashes are stored')])
  const [, token = ''] = /^https:\/\/club\.example\/tc\/registration-sc#token=([\w-]{32})\n$/.exec(stdout) ?? []
  const tokens = await all()
  expect(tokens).toMatchObject([{ token_hash: sha256(token), kind: 'sc', tier: 'Red', email: null }])
  expect(JSON.stringify(tokens)).not.toContain(token)
  const member = await signedIn()
  const used = await api.call(endpoints.setScTokenUsed, { sc_token: token, user_email: member.email }, member)
  expect(used.status).toBe(200)
  expect(await tierOf(member.id)).toBe('Red')
})

test('An old member comes back with a code that an operator has issued, and gets only one at a time', async () => {
  const memberNo = await newOldMember(api.db, { tier: 'Black' })
  const issue = () => run('issue', 'existing', 'Gold', '--old-member', memberNo.toLowerCase())
  const [upgradeCode = ''] = (await issue()).stdout.split(' ')
  expect(upgradeCode).toMatch(/^\w{4}-\w{4}-\w{4}$/)
  expect((await issue()).stderr).toContain('There is one for this person')
  const member = await signedIn()
  const claim = { cb_member_no: memberNo, last_name: 'Chan', upgrade_code: upgradeCode.toUpperCase() }
  expect((await api.call(endpoints.profileMigrated, claim, { token: member.token })).status).toBe(200)
  expect(await tierOf(member.id)).toBe('Gold')
  expect((await issue()).stderr).toContain('has come back already')
  expect((await run('issue', 'existing', 'Gold', '--old-member', 'NOBODY')).stderr).toContain('no old member')
})

test('Two operators at once issue one token for one address', async () => {
  const issue = {
    kind: 'sc',
    tier: 'Red',
    email: 'twice@club.example',
    oldMemberNo: null,
    count: 1,
    expiresAt: new Date(Date.now() + 86_400_000),
    isDryRun: false,
    now: new Date(),
  } as const
  const issued = await Promise.all([1, 2, 3, 4].map(() => asStaff(() => issueTokens(api.db, issue))))
  expect(issued.map(({ kind }) => kind).toSorted()).toEqual(['has_one', 'has_one', 'has_one', 'issued'])
})

test('No token begins with a dash, which a command would take for an option', async () => {
  const issued = await asStaff(() =>
    issueTokens(api.db, {
      kind: 'sc',
      tier: 'Red',
      email: null,
      oldMemberNo: null,
      count: 500,
      expiresAt: new Date(Date.now() + 86_400_000),
      isDryRun: false,
      now: new Date(),
    }),
  )
  const texts = issued.kind === 'issued' ? issued.texts : []
  expect(texts).toHaveLength(500)
  expect(texts.filter((text) => text.startsWith('-'))).toEqual([])
})

test('The list names tokens without telling them, and a revoked one gives nothing', async () => {
  const { stdout } = await run('issue', 'free-tier-upgrade', 'gold', '--email', 'Ada@Club.Example', '--days', '7')
  const token = stdout.trim().split('#token=')[1] ?? ''
  expect((await run('issue', 'free-tier-upgrade', 'Gold', '--email', 'ada@club.example')).code).toBe(1)
  const name = sha256(token).slice(0, 10)
  const listed = await run('list')
  expect(listed.stdout).toContain(`${name}  free_tier_upgrade  Gold  ada@club.example`)
  for (const secret of [token, sha256(token)]) expect(listed.stdout).not.toContain(secret)
  expect((await run('revoke', name, '--dry-run')).stdout).toContain('nothing was changed')
  expect(await run('revoke', name)).toMatchObject({ code: 0, stdout: 'It is revoked.\n' })
  expect((await run('revoke', token)).stderr).toContain('It was expired at')
  expect((await run('revoke', 'nothing')).stderr).toContain('There is no nothing')
  expect((await run('list')).stdout).not.toContain(name)
  expect((await run('list', '--all')).stdout).toContain(name)
  const shown = await api.call(endpoints.getFreeUpgradeTier, { free_tier_upgrade_token: token })
  expect(shown.body).toMatchObject({ message: 'expired_token' })
})

test('Many tokens are issued at once, a dry run issues none, and wrong words are refused by name', async () => {
  const before = (await all()).length
  expect((await run('issue', 'sc', 'Red', '--count', '25', '--dry-run')).stderr).toContain('Would be issued: 25')
  expect((await all()).length).toBe(before)
  expect((await run('issue', 'sc', 'Red', '--count', '25')).stdout.trim().split('\n')).toHaveLength(25)
  expect((await all()).length).toBe(before + 25)
  const refusals: [string[], string][] = [
    [['issue', 'card', 'Red'], 'KIND must be one of: sc, free-tier-upgrade, existing'],
    [['issue', 'sc', 'Black'], 'TIER must be one of: Red, Gold'],
    [['issue', 'existing', 'Red'], 'needs its --old-member'],
    [['issue', 'sc', 'Red', '--old-member', 'X'], '--old-member is for existing alone'],
    [['issue', 'sc', 'Red', '--email', 'nobody'], '--email must be an address'],
    [['issue', 'sc', 'Red', '--email', 'a@b.c', '--count', '2'], '--count is for tokens that are for anyone'],
    [['issue', 'sc', 'Red', '--count', '1001'], '--count must be a whole number from 1 to 1000'],
    [['issue', 'sc', 'Red', '--days', '0'], '--days must be a whole number from 1 to 3650'],
  ]
  for (const [words, message] of refusals) {
    const { code, stdout, stderr } = await run(...words)
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining(message)])
  }
  expect((await all()).length).toBe(before + 25)
})
