import { execFile } from 'node:child_process'
import { access, cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#server/database/openDatabase.ts'
import { createMigrationStore, migrate, migrateDatabase, prepareSchema } from '#server/store/connection/migrate.ts'
import { migrations } from '#server/store/schema/migrations.ts'
import { createStore } from '#server/store/store.ts'
import { openClubDatabase } from '#tests/support/database.ts'
import { newMember } from '#tests/support/members.ts'
import { newDataFolder, type TestApi, testApi } from './testApi.ts'

const run = promisify(execFile)

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

function runClub(dataDir: string, ...words: string[]) {
  const { PATH, HOME } = process.env
  return run(process.execPath, ['server/commands/club.ts', ...words], { env: { PATH, HOME, DATA_DIR: dataDir } })
}

test.each(['settle', 'rotate', 'migrate', 'audit', 'database'])(
  'A command that takes no words does nothing when it gets some: %s',
  async (name) => {
    const keys = () => api.db.selectFrom('signing_keys').selectAll().execute()
    const before = await keys()
    await expect(runClub(api.dataDir, name, '--dry-run')).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('Usage:'),
    })
    expect(await keys()).toEqual(before)
  },
)

test('A command never makes a club: without its servers’ settings it says what to set', async () => {
  const { dataDir, remove } = await newDataFolder()
  onTestFinished(remove)
  const nowhere = join(dataDir, 'elsewhere')
  const noClub = `There is no club in the data folder ${nowhere}: give the command its servers’ settings`
  for (const words of [['audit'], ['staff', 'invite', 'ada@club.example', '--role', 'owner']]) {
    const refused = { code: 1, stdout: '', stderr: expect.stringContaining(noClub) }
    await expect(runClub(nowhere, ...words)).rejects.toMatchObject(refused)
  }
  await expect(runClub(nowhere, 'database')).rejects.toMatchObject({ code: 1, stdout: '' })
  await expect(access(nowhere)).rejects.toMatchObject({ code: 'ENOENT' })

  await sql`create database empty`.execute(api.db)
  const emptyUrl = api.database.url.replace('/postgres?', '/empty?')
  const { PATH, HOME } = process.env
  const atEmpty = (...words: string[]) =>
    run(process.execPath, ['server/commands/club.ts', ...words], {
      env: { PATH, HOME, DATA_DIR: dataDir, DATABASE_URL: emptyUrl },
    })
  await expect(atEmpty('audit')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('The database at DATABASE_URL is empty'),
  })
  expect((await atEmpty('migrate')).stdout).toContain('Migrated: ')
  await expect(atEmpty('staff', 'invite', 'ada@club.example', '--role', 'owner')).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('ORIGIN is not set'),
  })
})

test('A command takes its servers’ settings from their file', async () => {
  const { dataDir, remove } = await newDataFolder()
  onTestFinished(remove)
  const file = join(dataDir, 'environment')
  await writeFile(file, `# as systemd reads it\nDATA_DIR=${api.dataDir}\nORIGIN=https://club.example\n`)
  const { PATH, HOME } = process.env
  const withFile = (path: string, ...words: string[]) =>
    run(process.execPath, ['server/commands/club.ts', '--env-file', path, ...words], {
      env: { PATH, HOME },
      cwd: process.cwd(),
    })
  expect((await withFile(file, 'staff', 'invite', 'ada@club.example', '--role', 'owner')).stdout).toContain(
    'https://club.example/',
  )
  await expect(withFile(`${file}s`, 'audit')).rejects.toMatchObject({
    stdout: '',
    stderr: expect.stringMatching(/environments(?:: not found| cannot be read)/),
  })
})

async function timeoutOf(db: TestApi['db']): Promise<string | undefined> {
  return (await sql<{ statement_timeout: string }>`show statement_timeout`.execute(db)).rows[0]?.statement_timeout
}

test('A server beside a newer schema goes on, and a newer schema stays as it is', async () => {
  await sql`alter table members add column added_later text`.execute(api.db)
  await sql`insert into kysely_migration values ('9999-later', '2030-01-01')`.execute(api.db)
  expect(await migrate(api.db)).toEqual([])
  await newMember(api.db)
  await sql`delete from kysely_migration where name = '9999-later'`.execute(api.db)
})

/** The schema of a later version. */
const later = {
  ...migrations,
  '0099-later': 'create table later (id integer primary key); insert into later values (1)',
}

test('A start leaves the migration of another database to its operator, who can do it beside a running server', async () => {
  const database = { url: api.database.url, dataDir: null }
  await expect(prepareSchema(database, () => undefined, later)).rejects.toThrow(
    'The database at DATABASE_URL lacks 0099-later',
  )
  expect(await migrateDatabase(database, () => undefined, later)).toEqual(['0099-later'])
  expect(await migrateDatabase(database, () => undefined, later)).toEqual([])
  await prepareSchema(database, () => undefined, later)
  // The role of the servers has its rights on the new table, and this version goes on beside it.
  expect((await sql`select id from later`.execute(api.serverDb)).rows).toEqual([{ id: 1 }])
  expect((await runClub(api.dataDir, 'migrate')).stdout).toBe('The database is up to date.\n')
  await prepareSchema(database, () => undefined)
})

test('A migration that was changed after it landed stops the start', async () => {
  const database = { url: api.database.url, dataDir: api.dataDir }
  const changed = { ...later, '0099-later': 'create table later (id bigint primary key)' }
  await expect(prepareSchema(database, () => undefined, changed)).rejects.toThrow(
    'The migration 0099-later is not the one that the database has had',
  )
  // One whose checksum was not stored before the server ended gets it at the next start.
  await sql`delete from migration_checksums`.execute(api.db)
  await prepareSchema(database, () => undefined, later)
  const { rows } = await sql<{ name: string }>`select name from migration_checksums order by name`.execute(api.db)
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(later))
})

test('The built-in database is migrated at the start', async () => {
  const latest = { ...later, '0100-latest': 'create table latest (id integer primary key)' }
  await prepareSchema({ url: api.database.url, dataDir: api.dataDir }, () => undefined, latest)
  expect((await sql`select id from latest`.execute(api.db)).rows).toEqual([])
})

test.each([
  { history: 'without the baseline', names: ['0001-club', '0002-contents'] },
  { history: 'with another baseline', names: ['0001-baseline', '0002-key-retirement'] },
])('A club from before the first release is refused with what to do, and unchanged: $history', async ({ names }) => {
  const folder = await newDataFolder()
  onTestFinished(folder.remove)
  const database = await openDatabase({ ...folder, databaseUrl: null, role: 'server', log: () => undefined })
  onTestFinished(database.close)
  const { db, close } = createStore({ url: database.url, log: () => undefined, connections: 1 })
  onTestFinished(close)
  await sql`create table kysely_migration (name text primary key, timestamp text not null)`.execute(db)
  await sql`create table migration_checksums (name text primary key, sha256 text not null)`.execute(db)
  for (const name of names) {
    await sql`insert into kysely_migration values (${name}, '2026-01-01')`.execute(db)
    await sql`insert into migration_checksums values (${name}, 'of another text')`.execute(db)
  }
  const inFolder = `The data folder ${folder.dataDir} was made by a version before the first release, whose data this version cannot use: move it away, or start with another DATA_DIR.`
  await expect(prepareSchema(database, () => undefined)).rejects.toThrow(inFolder)
  for (const command of ['migrate', 'audit']) {
    const refused = { code: 1, stdout: '', stderr: `${inFolder}\n` }
    await expect(runClub(folder.dataDir, command)).rejects.toMatchObject(refused)
  }
  const elsewhere = prepareSchema({ url: database.url, dataDir: null }, () => undefined)
  await expect(elsewhere).rejects.toThrow(
    'The database at DATABASE_URL was made by a version before the first release, whose data this version cannot use: name an empty database.',
  )
  expect((await sql`select to_regclass('members') as members`.execute(db)).rows).toEqual([{ members: null }])
})

test('A migration has no time-out for statements, and a request has one', async () => {
  const { db, close } = createMigrationStore(api.database.url, () => undefined)
  expect([await timeoutOf(db), await timeoutOf(api.db)]).toEqual(['0', '30s'])
  await close()
})

test('The log of PostgreSQL names no member, whatever is refused', async () => {
  const { email, id } = await newMember(api.db)
  const again = { id, email, provider_subject: `subject of ${email}` }
  await expect(api.db.insertInto('members').values(again).execute()).rejects.toThrow('duplicate key')
  await expect(sql`select ${email}::text::integer`.execute(api.db)).rejects.toThrow('invalid input syntax')
  await expect(sql.raw(`select '${email}'::integer`).execute(api.db)).rejects.toThrow('invalid input syntax')
  const log = await readFile(join(api.dataDir, 'postgres/postgres.log'), 'utf8')
  expect(log).toContain('ready to accept connections')
  expect(log).not.toContain(email)
})

test('The connection string of a running server opens its database', async () => {
  const { email } = await newMember(api.db)
  const { stdout } = await runClub(api.dataDir, 'database')
  const client = new Client({ connectionString: stdout.trim() })
  await client.connect()
  const { rows } = await client.query('select email from members where email = $1', [email])
  await client.end()
  expect(rows).toEqual([{ email }])
})

test('A copy of the data folder of a stopped server is a whole backup', async () => {
  const [original, copy] = [await newDataFolder(), await newDataFolder()]
  try {
    const database = await openDatabase({ ...original, databaseUrl: null, role: 'server', log: () => undefined })
    await prepareSchema(database, () => undefined)
    const store = createStore({ url: database.url, log: () => undefined })
    const { email } = await newMember(store.db)
    await store.close()
    await database.close()
    await expect(runClub(original.dataDir, 'database')).rejects.toThrow('back it up by copying')
    await cp(original.dataDir, copy.dataDir, { recursive: true })
    await original.remove()
    const restored = await openClubDatabase(copy.dataDir)
    const members = await restored.db.selectFrom('members').select('email').execute()
    await restored.close()
    expect(members).toEqual([{ email }])
  } finally {
    await original.remove()
    await copy.remove()
  }
})
