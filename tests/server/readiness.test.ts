import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { readReadiness } from '#server/services/readiness.ts'
import { clubSettings } from '#server/startup/clubSettings.ts'
import { runCommand } from '#tests/support/commands.ts'
import { type TestApi, testApi } from './testApi.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const open = {
  ORIGIN: 'https://club.example',
  SMTP_URL: 'smtp://mail.example',
  PAYMENT_GATEWAY: 'https://pay.example',
  PAYMENT_MERCHANT_ID: '1',
  PAYMENT_SECRET: 'a secret of the gateway',
  PAYMENT_LIVE: '1',
}

/** What is left to do with these settings. */
async function leftToDo(environment: Record<string, string>, now = new Date()): Promise<string[]> {
  const checks = await readReadiness(api.db, clubSettings(readConfig(environment)), now)
  return checks.flatMap(({ name, isDone }) => (isDone ? [] : name))
}

const addText = (group: string, key: string, texts: Record<string, Record<string, string>>) =>
  api.db
    .insertInto('contents')
    .values({ group_name: group, key, position: 1, fields: '{}', texts: JSON.stringify(texts) })
    .execute()
const inAll = (text: string) => ({ en: text, tc: text, sc: text })

test('An empty club has everything left to do, and each thing that is done leaves the list', async () => {
  await api.db.deleteFrom('contents').execute()
  expect(await leftToDo({})).toEqual([
    'address',
    'owner',
    'passkey',
    'terms',
    'privacy',
    'contact',
    'demo',
    'emails',
    'payment',
  ])
  expect(await leftToDo(open)).toEqual(['owner', 'passkey', 'terms', 'privacy', 'contact'])

  await addText('tnc', 'membership', { content: { en: 'Terms', tc: '條款' } })
  expect(await leftToDo(open), 'terms in two languages').toContain('terms')
  await addText('tnc', 'privacy', { content: inAll('Privacy') })
  await addText('club_links', 'email', { value: inAll('club@club.example') })
  await addText('club_links', 'telephone', { value: inAll('+852 0000 0000') })
  expect(await leftToDo(open)).toEqual(['owner', 'passkey'])

  const owner = { account_id: crypto.randomUUID(), email: 'ada@club.example', roles: ['owner'], invited_by: 'cli:ada' }
  await api.db
    .insertInto('staff_members')
    .values({ ...owner, joined_at: new Date() })
    .execute()
  expect(await leftToDo(open)).toEqual(['passkey'])
  expect(
    await leftToDo({ ...open, PAYMENT_GATEWAY: 'none', PAYMENT_LIVE: '0' }),
    'a club may take no payments',
  ).toEqual(['passkey'])
  expect(await leftToDo({ ...open, PAYMENT_LIVE: '0' })).toContain('payment')
  const later = new Date(Date.now() + 500 * 24 * 60 * 60 * 1000)
  expect(await leftToDo(open, later), 'keys that nobody has replaced').toContain('keys')
})

test('The command prints the version and the list, and fails while something is left', async () => {
  const { code, stdout } = await runCommand(api.dataDir, ['check'])
  expect(code).toBe(1)
  expect(stdout).toMatch(/^Version \d+\.\d+\.\d+/)
  expect(stdout).toContain('OPEN  address  Set an https address (ORIGIN). [this machine]\n')
  expect(stdout).toContain('done  terms\n')
})
