import { clubSentences } from '#contract/errors.ts'
import { endpoints } from '#contract/index.ts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { startMaintenance } from '#server/maintenance/maintenance.ts'
import { readReadiness } from '#server/services/readiness.ts'
import { markImported } from '#server/store/contents.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { clubSettings } from '#server/startup/clubSettings.ts'
import { runCommand, runProgram } from '#tests/support/commands.ts'
import { emptyContents } from '#tests/support/contents.ts'
import { createMailServer, headerOf } from '#tests/support/mailServer.ts'
import { freePort } from '#tests/support/ports.ts'
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
  await emptyContents(api.db)
  expect(await leftToDo({})).toEqual([
    'address',
    'owner',
    'passkey',
    'terms',
    'privacy',
    'contact',
    'demo',
    'emails',
    'test_email',
    'payment',
    'backup',
    'tasks',
  ])
  const unseen = ['test_email', 'backup', 'tasks']
  expect(await leftToDo(open)).toEqual(['owner', 'passkey', 'terms', 'privacy', 'contact', ...unseen])

  const register = () => {
    const [email, subject, idToken] = ['ada@club.example', crypto.randomUUID(), crypto.randomUUID()]
    const identity = { issuer: 'https://accounts.example', subject, email, emailVerified: true, grant: null }
    api.identities.set(idToken, { ...identity, tokenHash: idToken })
    const request = { email, password: subject, password_confirmation: subject, id_token: idToken }
    return api.call(endpoints.registerAccount, request)
  }
  const contents = async () => (await api.call(endpoints.staticContents, {})).body['takes_members']
  expect(await contents()).toBe(false)
  expect(await register()).toMatchObject({ status: 409, body: { message: clubSentences.not_open } })
  await addText('tnc', 'membership', { content: { en: 'Terms', tc: '條款' } })
  expect(await leftToDo(open), 'terms in two languages').toContain('terms')
  await emptyContents(api.db)
  await addText('tnc', 'membership', { content: inAll('Terms from [the date]') })
  expect(await leftToDo(open), 'terms with a blank').toContain('terms')
  await emptyContents(api.db)
  await addText('tnc', 'membership', { content: inAll('Terms, with [a link](https://club.example)') })
  await inTransaction(api.db, (transaction) => markImported(transaction, new Date()))
  expect(await contents()).toBe(true)
  expect(await register()).toMatchObject({ status: 200 })
  await addText('tnc', 'privacy', { content: inAll('Privacy') })
  await addText('club_links', 'email', { value: inAll('club@club.example') })
  await addText('club_links', 'telephone', { value: inAll('+852 0000 0000') })
  expect(await leftToDo(open)).toEqual(['owner', 'passkey', ...unseen])

  const owner = { account_id: crypto.randomUUID(), email: 'ada@club.example', roles: ['owner'], invited_by: 'cli:ada' }
  await api.db
    .insertInto('staff_members')
    .values({ ...owner, joined_at: new Date() })
    .execute()
  expect(await leftToDo(open)).toEqual(['passkey', ...unseen])
  expect(
    await leftToDo({ ...open, PAYMENT_GATEWAY: 'none', PAYMENT_LIVE: '0' }),
    'a club may take no payments',
  ).toEqual(['passkey', ...unseen])
  expect(await leftToDo({ ...open, PAYMENT_LIVE: '0' })).toContain('payment')
  const later = new Date(Date.now() + 500 * 24 * 60 * 60 * 1000)
  expect(await leftToDo(open, later), 'keys that nobody has replaced').toContain('keys')
})

const hourMs = 60 * 60 * 1000

test('A backup counts for a day, and the periodic tasks until they are late', async () => {
  expect(await runCommand(api.dataDir, ['backup', 'seen'])).toMatchObject({ code: 0, stderr: '' })
  const error = (sentence: string) => api.errors.push(sentence)
  await startMaintenance(api.serverDb, readConfig(open), { info: () => undefined, warn: () => undefined, error })()
  const now = Date.now()
  const seen = ['backup', 'tasks'] as const
  const missing = async (afterMs: number) => {
    const left = await leftToDo(open, new Date(now + afterMs))
    return seen.filter((name) => left.includes(name))
  }
  expect(await missing(0)).toEqual([])
  expect(await missing(hourMs)).toEqual(['tasks'])
  expect(await missing(26 * hourMs)).toEqual(['backup', 'tasks'])
  // One that fails each time is as good as none.
  await api.db.deleteFrom('moments').where('what', '=', 'task: Deleting old mails').execute()
  expect(await missing(0)).toEqual(['tasks'])
})

test('A test email proves the mail server once that has accepted it, and says why where it does not', async () => {
  const port = await freePort()
  let isRefused = true
  const mailServer = createMailServer(port, (command) => (isRefused && command === '.' ? '550 not from you' : null))
  await mailServer.listen()
  onTestFinished(() => mailServer.close())
  const environment = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Club Bravo <hello@club.example>' }
  const send = (...words: string[]) => runProgram(api.dataDir, ['mails', 'test', ...words], environment)

  expect(await send('no address')).toMatchObject({ code: 1, stderr: expect.stringContaining('no email address') })
  expect(await runCommand(api.dataDir, ['mails', 'test', 'ada@club.example'])).toMatchObject({
    code: 1,
    stderr: 'SMTP_URL is not set: no mail leaves the club.\n',
  })
  expect(await send('ada@club.example')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/did not accept the mail: .*550 not from you/),
  })
  expect(await leftToDo(open)).toContain('test_email')

  isRefused = false
  expect(await send('ada@club.example')).toMatchObject({ code: 0, stderr: '' })
  expect(headerOf(mailServer.mails.at(-1) ?? '', 'To')).toBe('ada@club.example')
  expect(headerOf(mailServer.mails.at(-1) ?? '', 'From')).toBe('Club Bravo <hello@club.example>')
  expect(await leftToDo(open)).not.toContain('test_email')
})

test('The command prints the version and the list, and fails while something is left', async () => {
  const { code, stdout } = await runCommand(api.dataDir, ['check'])
  expect(code).toBe(1)
  expect(stdout).toMatch(/^Version \d+\.\d+\.\d+/)
  expect(stdout).toContain('OPEN  address     Set an https address (ORIGIN). [this machine]\n')
  expect(stdout).toContain('done  terms\n')
})
