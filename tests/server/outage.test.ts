import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { referenceOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { DatabaseStartError } from '#server/database/databaseStartError.ts'
import { type DatabaseOptions, openDatabase } from '#server/database/openDatabase.ts'
import { IdentityProviderUnavailable } from '#server/identity/idToken.ts'
import { newMember, pointsOf, ticketPointsOf } from '#tests/support/members.ts'
import { issueTickets } from '#tests/support/tickets.ts'
import { newDataFolder, scanAndConfirm, testApi } from './testApi.ts'

const noLog = () => undefined

async function startApi() {
  const api = await testApi()
  onTestFinished(() => api.close())
  const member = await newMember(api.db)
  return { api, member, token: await api.signIn(member.id) }
}

async function dataFolder(): Promise<string> {
  const { dataDir, remove } = await newDataFolder()
  onTestFinished(remove)
  return dataDir
}

const open = (dataDir: string, more: Partial<DatabaseOptions> = {}) =>
  openDatabase({ dataDir, databaseUrl: null, role: 'server', log: noLog, ...more })

async function ask(url: string, question: string): Promise<unknown> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ answer: unknown }>(question)
  await client.end()
  return rows[0]?.answer
}

async function postmasterOf(dataDir: string): Promise<number> {
  const text = await readFile(join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8')
  return Number(text.split('\n')[0])
}

test('While the database is down calls get 503 with a time to wait; when it is back they work, and no data is lost', async () => {
  const { api, member, token } = await startApi()
  const tickets = await issueTickets(api.db, { count: 3 })
  const codes = tickets.map(({ code }) => code)
  expect((await scanAndConfirm(api, token, codes[0] ?? '')).body['status']).toBe('success')
  await api.database.close()
  const key = randomUUID()
  for (const endpoint of [endpoints.me, endpoints.staticContents, endpoints.scanTicket]) {
    const away = await api.call(endpoint, { qrcode: codes[1] }, { token, key })
    expect(away.status).toBe(503)
    expect(away.headers.get('retry-after')).toBe('2')
    expect(away.body['message']).toBe('Club Bravo is temporarily unavailable. Try again.')
  }
  const logged = api.errors.splice(0)
  expect(logged).toHaveLength(3)
  expect(logged.at(-1)).toContain(`POST /api/club-bravo/scan-ticket failed status=503 reference=${referenceOf(key)}`)
  expect(logged.join()).not.toContain(key)
  const again = await open(api.dataDir)
  onTestFinished(again.close)
  expect(again.url).toBe(api.database.url)
  expect((await scanAndConfirm(api, token, codes[1] ?? '')).body['status']).toBe('success')
  expect(await pointsOf(api.db, member.id)).toBe((tickets[0]?.amount ?? 0) + (tickets[1]?.amount ?? 0))
})

test('While an identity provider cannot be reached, signing in gets 503 with a time to wait', async () => {
  const { api } = await startApi()
  api.dependencies.readIdToken = () => Promise.reject(new IdentityProviderUnavailable('away'))
  const login = { login: 'ada@club.example', password: 'subject', id_token: 'a.b.c' }
  const away = await api.call(endpoints.login, login)
  expect([away.status, away.headers.get('retry-after')]).toEqual([503, '5'])
  expect(api.errors.splice(0)).toEqual([expect.stringContaining(' failed status=503: identity provider')])
})

test('A PostgreSQL that is killed while working is restarted automatically, with every acknowledged point', async () => {
  const { api, member, token } = await startApi()
  const tickets = await issueTickets(api.db, { count: 60 })
  let acknowledged = 0
  const statuses = new Set<number>()
  const scans = tickets.map(async ({ code, amount }, index) => {
    if (index === 20) process.kill(await postmasterOf(api.dataDir), 'SIGKILL')
    const answer = await scanAndConfirm(api, token, code)
    statuses.add(answer.status)
    if (answer.body['status'] === 'success') acknowledged += amount
  })
  await Promise.all(scans)
  expect([...statuses].every((status) => status === 200 || status === 503)).toBe(true)
  expect(statuses).toContain(503)
  await expect.poll(async () => (await api.call(endpoints.me, {}, { token })).status, { timeout: 30_000 }).toBe(200)
  expect(api.errors.splice(0).every((line) => / failed status=503[ :]/.test(line))).toBe(true)
  const remaining = await ticketPointsOf(api.db, member.id)
  expect(remaining).toBeGreaterThanOrEqual(acknowledged)
  for (const { code } of tickets) await scanAndConfirm(api, token, code)
  expect(await ticketPointsOf(api.db, member.id)).toBe(tickets.reduce((sum, { amount }) => sum + amount, 0))
})

test('A second server on the same data folder is refused, and the first one is named', async () => {
  const dataDir = await dataFolder()
  const first = await open(dataDir, { address: 'http://localhost:8080' })
  await expect(open(dataDir)).rejects.toThrow(
    new DatabaseStartError(
      `Another server (process ${process.pid}) at http://localhost:8080 already uses the data folder ${dataDir}: stop it, or give this one a DATA_DIR and PORT of its own.`,
    ),
  )
  await first.close()
  const next = await open(dataDir)
  await next.close()
})

test("An operator's command joins the running server, starts a database if none is running, and waits for another command", async () => {
  const dataDir = await dataFolder()
  const server = await open(dataDir)
  const joined = await open(dataDir, { role: 'command' })
  expect(joined.url).toBe(server.url)
  await joined.close()
  expect(await ask(server.url, 'select 1 as answer')).toBe(1)
  await server.close()

  const command = await open(dataDir, { role: 'command' })
  expect(await ask(command.url, 'select 1 as answer')).toBe(1)
  const waiting = open(dataDir, { role: 'command' })
  await command.close()
  const second = await waiting
  expect(await ask(second.url, 'select 1 as answer')).toBe(1)
  await second.close()
})

/** Opens a data folder in another process, which is then killed, with its database left running or killed too. */
async function openInChildAndKill(dataDir: string, andDatabase: boolean): Promise<void> {
  const script = `
    const { openDatabase } = await import(${JSON.stringify(new URL('../../server/database/openDatabase.ts', import.meta.url))})
    await openDatabase({ dataDir: ${JSON.stringify(dataDir)}, databaseUrl: null, role: 'server', log: () => undefined })
    console.log('open')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(createInterface(child.stdout), 'line')
  const url = await open(dataDir, { role: 'command' })
  await ask(url.url, `create table if not exists kept (n int)`)
  await ask(url.url, `insert into kept values (1)`)
  const postmaster = await postmasterOf(dataDir)
  child.kill('SIGKILL')
  await once(child, 'exit')
  if (andDatabase) process.kill(postmaster, 'SIGKILL')
}

test('After a server was killed the next one takes over: from a database that was left running, and from one that was killed too', async () => {
  const dataDir = await dataFolder()
  await openInChildAndKill(dataDir, false)
  const lines: string[] = []
  const next = await open(dataDir, { log: (line) => lines.push(line) })
  expect(lines).toEqual([
    expect.stringMatching(/^Stopping the PostgreSQL \(process \d+\) that an earlier run left behind$/),
  ])
  expect(await ask(next.url, 'select count(*)::int as answer from kept')).toBe(1)
  await next.close()

  await openInChildAndKill(dataDir, true)
  const last = await open(dataDir)
  expect(await ask(last.url, 'select count(*)::int as answer from kept')).toBe(2)
  await last.close()
})

test('A data folder whose path is too long for a socket is served on loopback', async () => {
  const dataDir = join(await dataFolder(), 'x'.repeat(100))
  const database = await open(dataDir)
  expect(await ask(database.url, "select current_setting('listen_addresses') as answer")).toBe('127.0.0.1')
  await database.close()
  const short = await open(await dataFolder())
  expect(await ask(short.url, "select current_setting('listen_addresses') as answer")).toBe('')
  expect(await ask(short.url, "select current_setting('fsync') as answer")).toBe('on')
  await short.close()
})

test('A wrong DATABASE_URL stops the start with a message that contains the name, and never its password', async () => {
  const dataDir = await dataFolder()
  const database = await open(dataDir)
  onTestFinished(database.close)
  const socket = new URL(database.url).searchParams.get('host') ?? ''
  const elsewhere = (url: string) => open(dataDir, { databaseUrl: url })

  const wrongPassword = database.url.replace(/club:[^@]+@/, 'club:a-secret@')
  await expect(elsewhere(wrongPassword)).rejects.toThrow(
    `DATABASE_URL: PostgreSQL at ${socket}:5432/postgres: password authentication failed for user "club"`,
  )
  await expect(elsewhere(database.url.replace('/postgres?', '/nowhere?'))).rejects.toThrow(
    `DATABASE_URL: PostgreSQL at ${socket}:5432/nowhere: database "nowhere" does not exist`,
  )
  await expect(elsewhere('postgresql://club:a-secret@127.0.0.1:1/club')).rejects.toThrow(
    'DATABASE_URL: PostgreSQL at 127.0.0.1:1/club: connect ECONNREFUSED 127.0.0.1:1',
  )
  await expect(elsewhere('mysql://club:a-secret@localhost/club')).rejects.toThrow(
    'DATABASE_URL is not the address of a PostgreSQL: it looks like postgresql://user:password@host:5432/database.',
  )
  const right = await elsewhere(database.url)
  expect(await ask(right.url, 'select 1 as answer')).toBe(1)
})

test('A data folder that cannot be created is reported', async () => {
  const dataDir = await dataFolder()
  const file = join(dataDir, 'postgres.txt')
  await writeFile(file, '')
  await expect(open(file)).rejects.toThrow(`DATA_DIR: the folder ${join(file, 'postgres')} cannot be made or written`)
})
