import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { DatabaseStartError } from '#server/database/databaseStartError.ts'
import { reasonOf } from '#server/errorCode.ts'
import { grantRights, isAppRole } from './appRole.ts'
import { sha256 } from '../hash.ts'
import { migrations, type Migrations } from '../schema/migrations.ts'
import { createStore, type Store } from '../store.ts'
import type { Database } from '../tables.ts'

async function hasTable(db: Kysely<Database>, name: string): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`select to_regclass(${name}) is not null as exists`.execute(db)
  return rows[0]?.exists === true
}

/** The names of the migrations that a database has had; none for an empty one. */
async function appliedMigrations(db: Kysely<Database>): Promise<string[]> {
  if (!(await hasTable(db, 'kysely_migration'))) return []
  const applied = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return applied.rows.map(({ name }) => name)
}

/**
 * The checksums of the migrations that have landed, by name. Their table is only created where it is missing: the
 * server may not.
 */
async function readChecksums(db: Kysely<Database>): Promise<Map<string, string>> {
  if (!(await hasTable(db, 'migration_checksums')))
    await sql`create table if not exists migration_checksums (name text primary key, sha256 text not null)`.execute(db)
  const { rows } = await sql<{ name: string; sha256: string }>`select name, sha256 from migration_checksums`.execute(db)
  return new Map(rows.map(({ name, sha256: checksum }) => [name, checksum]))
}

/**
 * Compares the migrations that a database has had with this version's, and remembers those that are new.
 *
 * @throws DatabaseStartError when one was changed after it had landed: the database does not have what this version
 *   expects
 */
async function verifyChecksums(db: Kysely<Database>, applied: readonly string[], own: Migrations): Promise<void> {
  const known = await readChecksums(db)
  for (const name of applied) {
    const text = own[name]
    if (text === undefined) continue
    const checksum = sha256(text)
    const landed = known.get(name)
    if (landed === undefined)
      await sql`insert into migration_checksums values (${name}, ${checksum}) on conflict do nothing`.execute(db)
    else if (landed !== checksum)
      throw new DatabaseStartError(
        `The migration ${name} is not the one that the database has had: it was changed after it landed.`,
      )
  }
}

const migrationOf = (text: string): Migration => ({ up: async (db) => void (await sql.raw(text).execute(db)) })

/**
 * This version's migrations, and placeholders for those of a newer one: its schema only adds, so that this version goes
 * on beside it.
 */
function knownTo(applied: readonly string[], own: Migrations): Record<string, Migration> {
  const last = Object.keys(own).toSorted().at(-1) ?? ''
  const newer = applied.filter((name) => !(name in own) && name > last)
  const texts = { ...Object.fromEntries(newer.map((name) => [name, ''])), ...own }
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, migrationOf(text)]))
}

/**
 * Migrates the tables to this version's schema; those of a newer one stay. Resolves to the names of the migrations that
 * were carried out.
 *
 * @throws DatabaseStartError when the database has another history, or its user may not create tables
 */
export async function migrate(db: Kysely<Database>, own: Migrations = migrations): Promise<string[]> {
  const before = await appliedMigrations(db)
  if (before.length > 0) await verifyChecksums(db, before, own)
  if (Object.keys(own).every((name) => before.includes(name))) return []
  const provider = { getMigrations: () => Promise.resolve(knownTo(before, own)) }
  const migrator = new Migrator({ db, provider, allowUnorderedMigrations: true })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error !== undefined)
    throw new DatabaseStartError(`The database cannot be brought to this version: ${reasonOf(error)}`)
  const done = results.map(({ migrationName }) => migrationName)
  await verifyChecksums(db, done, own)
  return done
}

/** A database to migrate, by its address. The product's own is in a data folder. */
interface Migrated {
  url: string
  dataDir: string | null
}

/**
 * Whether a database is empty or has this baseline: before the first release there were others. One whose first start
 * was cut off has no checksum yet.
 */
async function isOfRelease(db: Kysely<Database>, applied: readonly string[]): Promise<boolean> {
  const [[baseline, text] = ['', '']] = Object.entries(migrations)
  if (!applied.includes(baseline)) return applied.length === 0
  const landed = (await readChecksums(db)).get(baseline)
  return landed === undefined || landed === sha256(text)
}

/** @throws DatabaseStartError when the database was made before the first release */
async function refuseUnreleased(
  db: Kysely<Database>,
  applied: readonly string[],
  dataDir: string | null,
): Promise<void> {
  if (await isOfRelease(db, applied)) return
  const [what, advice] =
    dataDir === null
      ? ['database at DATABASE_URL', 'name an empty database']
      : [`data folder ${dataDir}`, 'move it away, or start with another DATA_DIR']
  throw new DatabaseStartError(
    `The ${what} was made by a version before the first release, whose data this version cannot use: ${advice}.`,
  )
}

/** Connections for migrations: one may rewrite a table, and waits its turn beside running servers. */
export function createMigrationStore(url: string, log: (line: string) => void): Store {
  return createStore({ url, log, connections: 2, statementTimeoutMs: 0, lockTimeoutMs: 60_000 })
}

/**
 * Migrates a database, with connections of its own that have no time-out for statements, and gives the server's role
 * its rights.
 *
 * @throws DatabaseStartError as `migrate` does, or when the database was made before the first release
 */
export async function migrateDatabase(
  { url, dataDir }: Migrated,
  log: (line: string) => void,
  own?: Migrations,
): Promise<string[]> {
  const { db, close } = createMigrationStore(url, log)
  try {
    await refuseUnreleased(db, await appliedMigrations(db), dataDir)
    const done = await migrate(db, own)
    if (!(await isAppRole(db)) && !(await grantRights(db)))
      log('The user of DATABASE_URL may not create the role club_app: create it, and migrate again.')
    return done
  } finally {
    await close()
  }
}

/**
 * For whoever may not make a club: an empty database is none.
 *
 * @throws DatabaseStartError when the database has had no migration
 */
export async function refuseEmpty({ url, dataDir }: Migrated, log: (line: string) => void): Promise<void> {
  const { db, close } = createMigrationStore(url, log)
  try {
    if ((await appliedMigrations(db)).length > 0) return
    throw new DatabaseStartError(
      `The ${dataDir === null ? 'database at DATABASE_URL' : `database in ${dataDir}`} is empty: is it the club’s? If so, use npm run club -- migrate, or start a server.`,
    )
  } finally {
    await close()
  }
}

/**
 * Prepares the schema at a start. The product's own database and an empty one are migrated at once. Another one may be
 * large, and in use by servers of an older version, so its operator chooses when.
 *
 * @throws DatabaseStartError when the operator has to migrate first, or as `migrateDatabase` does
 */
export async function prepareSchema(
  { url, dataDir }: Migrated,
  log: (line: string) => void,
  own: Migrations = migrations,
): Promise<void> {
  const { db, close } = createMigrationStore(url, log)
  try {
    const applied = await appliedMigrations(db)
    await refuseUnreleased(db, applied, dataDir)
    const pending = Object.keys(own).filter((name) => !applied.includes(name))
    if (dataDir !== null || applied.length === 0 || pending.length === 0) await migrate(db, own)
    else
      throw new DatabaseStartError(
        `The database at DATABASE_URL lacks ${pending.join(', ')}: back it up, then use npm run club -- migrate. Older servers can go on meanwhile.`,
      )
  } finally {
    await close()
  }
}
