import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/openDatabase.ts'
import type { Log } from '#server/http/log.ts'
import { start } from '#server/startup/start.ts'
import { prepareDatabase } from '#server/store/connection/prepareDatabase.ts'
import { migrations } from '#server/store/schema/migrations.ts'
import { type ConnectionPool, createStore } from '#server/store/store.ts'
import { newMember } from '#tests/support/members.ts'
import { freePort } from '#tests/support/ports.ts'
import { shareSealingKey } from '#tests/support/sealing.ts'
import { claimFor, issueTicket } from '#tests/support/tickets.ts'
import { newDataFolder } from './testApi.ts'

const noLog = () => undefined

/** A PostgreSQL of an operator, with an empty database, its owner, and a login for the server. */
async function openExternal() {
  const folder = await newDataFolder()
  onTestFinished(folder.remove)
  const postgres = await openDatabase({ ...folder, databaseUrl: null, role: 'server', log: noLog })
  onTestFinished(postgres.close)
  const { db, close } = createStore({ url: postgres.url, log: noLog, connections: 1 })
  await sql`create role club_owner login password 'owner'`.execute(db)
  await sql`create role club_app login password 'app'`.execute(db)
  await sql`create database external owner club_owner`.execute(db)
  await close()
  const addressOf = (username: string, password: string) =>
    Object.assign(new URL(postgres.url), { username, password, pathname: '/external' }).href
  const [owner, app] = [addressOf('club_owner', 'owner'), addressOf('club_app', 'app')]
  return { owner, app, administrator: postgres.url }
}

async function openStore(url: string): Promise<ConnectionPool> {
  const { db, close } = createStore({ url, log: noLog, connections: 2 })
  onTestFinished(close)
  return db
}

async function runCommand(name: string, databaseUrl: string): Promise<string> {
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, DATABASE_URL: databaseUrl }
  return (await promisify(execFile)(process.execPath, ['server/commands/club.ts', name], { env })).stdout
}

/** Starts a server on a database. Resolves to what it warned of. */
async function startOn(databaseUrl: string): Promise<string[]> {
  const folder = await newDataFolder()
  onTestFinished(folder.remove)
  await shareSealingKey(folder.dataDir)
  const warnings: string[] = []
  const keep = (sentence: string) => void warnings.push(sentence)
  const log: Log = { info: noLog, warn: keep, error: keep }
  const environment = { PORT: String(await freePort()), DATA_DIR: folder.dataDir, SEED: 'none' }
  const config = readConfig({ ...environment, DATABASE_URL: databaseUrl })
  const running = await start({ config, log, dev: false })
  onTestFinished(running.stop)
  expect((await fetch(`${config.origin}/readyz`)).status).toBe(200)
  expect((await fetch(`${config.origin}/api/club-bravo/static-contents`)).status).toBe(200)
  return warnings
}

const forbidden = [
  'truncate point_transactions cascade',
  'alter table point_transactions disable trigger all',
  'update point_transactions set delta_balance = 1000000',
  'update point_buckets set earned = 1000000, remaining = 1000000',
  'delete from point_transactions',
  'delete from point_bucket_debits',
  'delete from ticket_claims',
  'set session_replication_role = replica',
  'create temp table point_buckets (id bigint)',
]

async function expectGuarded(db: ConnectionPool, statements: readonly string[]): Promise<void> {
  for (const statement of statements)
    await expect(sql.raw(statement).execute(db)).rejects.toThrow(/permission denied|must be owner/)
}

test('An external database has two roles: the owner migrates and audits, and the server’s cannot rewrite the ledger', async () => {
  const { owner, app } = await openExternal()
  expect(await runCommand('migrate', owner)).toBe(`Migrated: ${Object.keys(migrations).join(', ')}.\n`)
  expect(await startOn(app)).toEqual([])

  const ownerDb = await openStore(owner)
  await claimFor(ownerDb, await issueTicket(ownerDb), (await newMember(ownerDb)).id)
  await expectGuarded(await openStore(app), [...forbidden, 'set role club_owner', 'create table more (n int)'])
  const audited = '0 differences. Compared: balances 1, entries 1, buckets 1, claims 1, payments 0, rewards 0.\n'
  expect([await runCommand('audit', owner), await runCommand('audit', app)]).toEqual([audited, audited])
  await expect(runCommand('migrate', app)).resolves.toBe('The database is up to date.\n')
})

test('A server that has the owner’s login only takes the lesser role, or says that it cannot', async () => {
  const { owner, administrator } = await openExternal()
  expect(await startOn(owner)).toEqual([
    'The user of DATABASE_URL may not take the role club_app, so the server works as the owner of its tables.',
  ])
  const admin = await openStore(administrator)
  await sql`grant club_app to club_owner`.execute(admin)
  expect(await startOn(owner)).toEqual([])
  const { url } = await prepareDatabase({ url: owner, dataDir: null }, noLog, () => Promise.resolve())
  await expectGuarded(await openStore(url), forbidden)

  // The owner of the tables need not own the database.
  await sql`alter database external owner to current_user`.execute(admin)
  await sql`grant temporary on database external to public`.execute(admin)
  expect(await startOn(owner)).toEqual([])
})
