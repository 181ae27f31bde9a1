import { Kysely, PostgresDialect } from 'kysely'
import { Pool, types } from 'pg'
import type { Database } from './tables.ts'

/** The database through its pool: each statement takes a connection of its own. A transaction is not one, so it cannot take a second. */
export class ConnectionPool extends Kysely<Database> {
  override get isTransaction(): false {
    return false
  }
}

export interface Store {
  db: ConnectionPool
  close: () => Promise<void>
}

/** `numeric` (money with two decimals) becomes a number, which holds it exactly; `bigint` (an id) stays a string. */
function readNumeric(text: string): number {
  return Number(text)
}

/**
 * Opens a pool of connections. It survives a database restart: calls fail while the database is down, and succeed afterwards.
 *
 * @param options.lockTimeoutMs how long a statement waits for a lock: a request gives its connection back soon
 * @param log receives a line when an idle connection is lost, without any data
 */
export function createStore(options: {
  url: string
  log: (line: string) => void
  connections?: number
  /** How long a statement may take, in milliseconds; 0 for any time. */
  statementTimeoutMs?: number
  lockTimeoutMs?: number
  /** After how long an unused connection is closed, in milliseconds; 0 for never. */
  idleTimeoutMs?: number
}): Store {
  const pool = new Pool({
    connectionString: options.url,
    max: options.connections ?? 20,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: options.idleTimeoutMs ?? 10_000,
    statement_timeout: options.statementTimeoutMs ?? 30_000,
    lock_timeout: options.lockTimeoutMs ?? 3_000,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    application_name: 'club-bravo',
    types: {
      getTypeParser: (oid, format) => (oid === types.builtins.NUMERIC ? readNumeric : types.getTypeParser(oid, format)),
    },
  })
  const lost = (error: Error) => options.log(`A connection to the database was lost: ${error.message}`)
  pool.on('error', lost)
  // A connection in use emits its loss as an event besides failing the query; without a listener the process would exit.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db = new ConnectionPool({ dialect: new PostgresDialect({ pool }) })
  return { db, close: () => db.destroy() }
}
