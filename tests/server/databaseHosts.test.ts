import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase, type OpenedDatabase } from '#server/database/openDatabase.ts'
import { health } from '#server/http/health.ts'
import { prepareDatabase } from '#server/store/connection/prepareDatabase.ts'
import { createStore } from '#server/store/store.ts'
import { newMember } from '#tests/support/members.ts'
import { startServer } from '#tests/support/server.ts'
import { copyTemplate } from '#tests/support/templates.ts'
import { newDataFolder } from './testApi.ts'

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

/** Makes a database a standby, which takes no writes, or the primary; its connections stay open. */
async function setStandby(url: string, isStandby: boolean): Promise<void> {
  const { db, close } = createStore({ url, log: () => undefined, connections: 1 })
  await db.connection().execute(async (connection) => {
    await sql`set default_transaction_read_only = off`.execute(connection)
    await sql.raw(`alter system set default_transaction_read_only = ${isStandby ? 'on' : 'off'}`).execute(connection)
    await sql`select pg_reload_conf()`.execute(connection)
  })
  await close()
}

const hostOf = ({ url }: OpenedDatabase) => new URL(url).searchParams.get('host') ?? ''

async function countMembers(url: string): Promise<number> {
  const { db, close } = createStore({ url, log: () => undefined, connections: 1 })
  const rows = await db.selectFrom('members').select('id').execute()
  await close()
  return rows.length
}

test('A server works with the host that takes writes, and follows when that is another one', async () => {
  const [standby, primary] = [await openCopy(), await openCopy()]
  await setStandby(standby.url, true)
  const both = new URL(primary.url)
  both.searchParams.set('host', [standby, primary].map(hostOf).join(','))
  const server = await startServer({ environment: { DATABASE_URL: both.href, SEED: 'none' } })
  onTestFinished(server.stop)
  const { db, close } = createStore({ url: both.href, log: () => undefined, connections: 2 })
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
  const before = await statuses()
  expect(before.every((status) => status < 500)).toBe(true)

  await primary.close()
  for (const call of calls) {
    const away = await call()
    expect([away.status, away.headers.get('retry-after')]).toEqual([503, '2'])
  }
  await setStandby(standby.url, false)
  await expect.poll(statuses, { timeout: 30_000 }).toEqual(before)
  await newMember(db)
  expect(await countMembers(standby.url)).toBe(1)
})

test('A host that takes no writes any more is left, although connections to it stay open, and is not healthy', async () => {
  const [standby, primary] = [await openCopy(), await openCopy()]
  await setStandby(standby.url, true)
  const both = new URL(primary.url)
  both.searchParams.set('host', [standby, primary].map(hostOf).join(','))
  const [pages, checks] = [1, 2].map(() => createStore({ url: both.href, log: () => undefined, connections: 1 }))
  if (!pages || !checks) throw new Error('No stores')
  onTestFinished(async () => {
    await pages.close()
    await checks.close()
  })
  const check = async () => (await health(checks.db).request('/healthz')).status
  await newMember(pages.db)
  expect(await check()).toBe(200)
  await setStandby(primary.url, true)
  await expect.poll(check).toBe(503)
  await expect(newMember(pages.db)).rejects.toThrow('read-only')
  await setStandby(standby.url, false)
  await expect.poll(check).toBe(200)
  await newMember(pages.db)
  expect([await countMembers(standby.url), await countMembers(primary.url)]).toEqual([1, 1])
})
