import { setTimeout as delay } from 'node:timers/promises'
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import { Migrator } from 'kysely/migration'
import { Pool, types } from 'pg'
import { codeOf, DatabaseStartError, reasonOf } from '#server/database/databaseStartError.ts'
import { migrations } from './migrations/index.ts'
import type { Database } from './tables.ts'

/** The database's connections. */
export interface Store {
  db: Kysely<Database>
  close: () => Promise<void>
}

/**
 * How values become JavaScript's, decided here once: `numeric` (money with two decimals) is a number, which holds it exactly;
 * `bigint` (an id) stays a text; times are Dates.
 */
function readNumeric(text: string): number {
  return Number(text)
}

/**
 * Opens a pool of connections. It outlives the database: calls fail while that is away, and succeed when it is back.
 *
 * @param log told when a connection is lost; never given data
 */
export function createStore(options: { url: string; log: (line: string) => void; connections?: number }): Store {
  const pool = new Pool({
    connectionString: options.url,
    max: options.connections ?? 20,
    connectionTimeoutMillis: 5000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    application_name: 'club-bravo',
    types: {
      getTypeParser: (oid, format) => (oid === types.builtins.NUMERIC ? readNumeric : types.getTypeParser(oid, format)),
    },
  })
  const lost = (error: Error) => options.log(`A connection to the database was lost: ${error.message}`)
  pool.on('error', lost)
  // A connection that is in use reports its loss by itself, beside the failed query; unheard, that would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  return { db, close: () => db.destroy() }
}

/**
 * Brings the tables to this version's form.
 *
 * @throws DatabaseStartError where they are of a newer version, or the database's user may not make tables
 */
export async function migrate(db: Kysely<Database>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined)
    throw new DatabaseStartError(`The database cannot be brought to this version: ${reasonOf(error)}`)
}

/** serialization_failure and deadlock_detected: the transaction was rolled back and may be tried again. */
const worthAnotherTry = new Set(['40001', '40P01'])
const tries = 5

/**
 * Runs `work` in a transaction, and once more (up to 5 times, with short random pauses) where PostgreSQL ended it to resolve a
 * deadlock. `work` must have no effect outside the transaction.
 */
export async function inTransaction<T>(
  db: Kysely<Database>,
  work: (transaction: Transaction<Database>) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (!worthAnotherTry.has(codeOf(error)) || attempt === tries) throw error
      await delay(Math.random() * 20 * 2 ** attempt)
    }
  }
}

/** Runs `read` on one unchanging state of the database: what it reads fits together. */
export function inSnapshot<T>(db: Kysely<Database>, read: (snapshot: Transaction<Database>) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
}

/** PostgreSQL's: connection exceptions, out of resources, shutting down; given up for time or deadlocks. The system's: no way there. */
const awayCodes =
  /^(?:08...|53...|57P0[1-5]|57014|40001|40P01|ECONN\w+|ENOENT|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/
/** The driver's, which have no code. */
const awaySentences =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after calling end|driver has already been destroyed)/

/** Whether a call failed for the database's condition (stopped, starting, overloaded), and can succeed when it is made again. */
export function isDatabaseAway(error: unknown): boolean {
  return awayCodes.test(codeOf(error)) || awaySentences.test(reasonOf(error))
}

/** Whether PostgreSQL refused a value itself (class 22, data exception): a character or number that no column takes. */
export function isUnfitValue(error: unknown): boolean {
  return /^22...$/.test(codeOf(error))
}
