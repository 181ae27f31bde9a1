import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { createLog } from '#server/http/log.ts'
import { type RunningServer, start } from '#server/startup/start.ts'
import { freePort } from '#tests/support/ports.ts'
import { requestSignIn } from '#tests/support/relyingParty.ts'
import { createVisitor } from '#tests/support/visitor.ts'

let running: RunningServer
let dataDir: string
let origin: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'club-bravo-limits-'))
  const environment = { PORT: String(await freePort()), DATA_DIR: dataDir, SEED: 'none', SIGN_IN_LIMIT: '2' }
  const config = readConfig({ ...environment, TRUST_PROXY: '1' })
  origin = config.origin
  running = await start({ config, log: createLog('silent'), dev: false })
})

afterAll(async () => {
  await running.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function tryPassword(email: string): Promise<{ status: number; says: string }> {
  const visitor = createVisitor(origin)
  const page = await visitor.open(requestSignIn(origin).address)
  const { status, text } = await visitor.submit(page, { email, password: 'a guess' })
  return { status, says: /role="alert">(?:<[^>]*>)*([^<]*)/.exec(text)?.[1] ?? '' }
}

test('The attempts per minute for one address are limited, independent of its letter case', async () => {
  const tries = []
  for (const email of ['ada@club.example', 'Ada@club.example', ' ADA@club.example '])
    tries.push(await tryPassword(email))
  expect(tries.map(({ status }) => status)).toEqual([422, 422, 429])
  expect(tries.at(-1)?.says).toMatch(/^Too many attempts\. Wait a few minutes/)
})

test('One network address has twenty times as many attempts, for any accounts', async () => {
  // Opened before: a loaded machine opens forty pages in more than the minute in which the attempts count.
  const opened = []
  for (let person = 0; person < 41; person += 1) {
    const visitor = createVisitor(origin, { 'x-forwarded-for': '203.0.113.30' })
    opened.push({ visitor, page: await visitor.open(requestSignIn(origin).address), email: `p-${person}@club.example` })
  }
  const answers = await Promise.all(
    opened.map(({ visitor, page, email }) => visitor.submit(page, { email, password: 'a guess' })),
  )
  // Of so many at once, the server is too busy for some: they count, too.
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 422 || status === 503)).toHaveLength(40)
  expect(statuses.filter((status) => status === 429)).toHaveLength(1)
})

test('One network address can open only so many sign-ins, however it writes the path', async () => {
  const address = { 'x-forwarded-for': '203.0.113.9' }
  const { search } = new URL(requestSignIn(origin).address)
  const paths = ['auth', 'AUTH', 'auth/', 'session/end', 'Session/End/'].map((path) => `/identity/${path}${search}`)
  const open = (path: string, headers: Record<string, string>) => fetch(origin + path, { headers, redirect: 'manual' })
  const first = await Promise.all(Array.from({ length: 16 }, () => paths.map((path) => open(path, address))).flat())
  expect(first.map(({ status }) => status)).not.toContain(429)
  for (const path of paths) {
    const refused = await open(path, address)
    expect([path, refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([path, 429, true])
    expect(await refused.text()).toContain('Too many attempts')
  }
  expect((await open(paths[0] ?? '', { 'x-forwarded-for': '203.0.113.10' })).status).toBe(303)
})

test('A request to sign in that is longer than two kilobytes is refused, and nothing of it is stored', async () => {
  const { address } = requestSignIn(origin, { state: 'x'.repeat(3000) })
  const from = { 'x-forwarded-for': '203.0.113.20' }
  const form = { 'content-type': 'application/x-www-form-urlencoded', ...from }
  const { pathname, search } = new URL(address)
  const sent = [
    await fetch(address, { headers: from, redirect: 'manual' }),
    await fetch(origin + pathname, { method: 'POST', headers: form, body: search.slice(1), redirect: 'manual' }),
  ]
  expect(sent.map(({ status }) => status)).toEqual([414, 413])
  for (const refused of sent) expect(await refused.text()).toContain('<h1>')
  const fitting = requestSignIn(origin, { login_hint: `${'x'.repeat(240)}@club.example`, reason: 'expired' })
  expect((await fetch(fitting.address, { headers: from, redirect: 'manual' })).status).toBe(303)
})

test('A request with a NUL, which no database takes, is refused in whatever parameter it is', async () => {
  for (const name of ['state', 'nonce', 'login_hint', 'ui_locales', 'reason', 'waiting']) {
    const { address } = requestSignIn(origin, { [name]: 'a\0b' })
    const { status, headers } = await fetch(address, { redirect: 'manual' })
    expect([name, status, headers.get('content-type')]).toEqual([name, 400, 'text/html; charset=UTF-8'])
  }
})

/** Asks for a mail from another IPv6 network for each index. */
const resend = (index: number) =>
  fetch(`${origin}/api/auth/resend-verification`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `2001:db8:0:${index.toString(16)}::1` },
    body: JSON.stringify({ email: 'bombed@club.example' }),
  })

test('Many network addresses together can ask for only so many mails to one person, who waits at most an hour', async () => {
  const statuses = []
  // Twenty, and the one an hour that always goes.
  for (let index = 0; index < 21; index += 1) statuses.push((await resend(index)).status)
  expect(new Set(statuses)).toEqual(new Set([200]))
  for (let more = 0; more < 3; more += 1) {
    const refused = await resend(21 + more)
    expect([refused.status, Number(refused.headers.get('retry-after')) <= 3600]).toEqual([429, true])
  }
})
