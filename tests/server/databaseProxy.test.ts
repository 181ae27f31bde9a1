import { expect, onTestFinished, test } from 'vitest'
import { openDatabase, type OpenedDatabase } from '#server/database/openDatabase.ts'
import { prepareDatabase } from '#server/store/connection/prepareDatabase.ts'
import { createStore } from '#server/store/store.ts'
import { openDatabaseLine } from '#tests/support/databaseLine.ts'
import { newMember } from '#tests/support/members.ts'
import { startServer } from '#tests/support/server.ts'
import { copyTemplate } from '#tests/support/templates.ts'
import { newDataFolder } from './testApi.ts'
import { patient } from '#tests/support/patience.ts'

/** Copies of one database, so that all have the same users, as a primary and its standby have. */
async function openCopy(): Promise<OpenedDatabase> {
  const folder = await newDataFolder()
  onTestFinished(folder.remove)
  copyTemplate('empty', folder.dataDir)
  const database = await openDatabase({ ...folder, databaseUrl: null, role: 'server', log: () => undefined })
  onTestFinished(database.close)
  await prepareDatabase(
    database,
    () => undefined,
    () => Promise.resolve(),
  )
  return database
}

async function countMembers(url: string): Promise<number> {
  const { db, close } = createStore({ url, log: () => undefined, connections: 1 })
  const rows = await db.selectFrom('members').select('id').execute()
  await close()
  return rows.length
}

test('A server goes on with the database to which its proxy leads next, and says meanwhile to wait', async () => {
  const [primary, standby] = [await openCopy(), await openCopy()]
  const line = await openDatabaseLine(primary.url)
  onTestFinished(line.close)
  const server = await startServer({ environment: { DATABASE_URL: line.url, SEED: 'none' } })
  onTestFinished(server.stop)
  const { db, close } = createStore({ url: line.url, log: () => undefined, connections: 2 })
  onTestFinished(close)
  await newMember(db)
  expect([await countMembers(standby.url), await countMembers(primary.url)]).toEqual([0, 1])

  const ask = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${server.port}${path}`, init)
  const login = () =>
    ask('/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ login: 'ada@club.example', password: 'x', id_token: 'x' }),
    })
  const token = () =>
    ask('/identity/token', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: 'club-bravo-app',
        code: 'unknown',
        code_verifier: 'a'.repeat(43),
        redirect_uri: `${server.origin}/login`,
      }),
    })
  const calls = [() => ask('/api/club-bravo/list-redeem-items'), login, token]
  const statuses = () => Promise.all(calls.map(async (call) => (await call()).status))
  const health = async () => (await ask('/readyz')).status
  const before = await statuses()
  expect(before.every((status) => status < 500)).toBe(true)
  expect(await health()).toBe(200)

  await primary.close()
  for (const call of calls) {
    const away = await call()
    expect([away.status, away.headers.get('retry-after')]).toEqual([503, '2'])
  }
  await expect.poll(health).toBe(503)
  line.leadTo(standby.url)
  await expect.poll(statuses, { timeout: patient(30_000) }).toEqual(before)
  await expect.poll(health, { timeout: patient(30_000) }).toBe(200)
  await newMember(db)
  expect(await countMembers(standby.url)).toBe(1)
})

test('A DATABASE_URL with several hosts stops the start with what to name instead', async () => {
  const folder = await newDataFolder()
  onTestFinished(folder.remove)
  for (const databaseUrl of [
    'postgresql://club:a-secret@first:5432,second:5432/club',
    'postgresql://club:a-secret@any/club?host=/run/first,/run/second',
  ])
    await expect(openDatabase({ ...folder, databaseUrl, role: 'server', log: () => undefined })).rejects.toThrow(
      'DATABASE_URL names several hosts: name the proxy in front of them, which finds the one that takes writes.',
    )
})
