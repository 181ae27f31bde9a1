import { Kysely, type LogEvent, PostgresDialect } from 'kysely'
import { Pool, types } from 'pg'
import { addressesOf, preparesStatements } from '#server/database/databaseUrl.ts'
import { isReadOnly } from './connection/databaseErrors.ts'
import { answeringPool } from './connection/answeringPool.ts'
import { followingPool } from './connection/followingPool.ts'
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

export interface StoreOptions {
  /** A connection string, which may name several hosts. */
  url: string
  /** Receives a line when an idle connection is lost, without any data. */
  log: (line: string) => void
  connections?: number
  /** How long a statement may take, in milliseconds; 0 for any time. A connection without an answer soon after that is given up. */
  statementTimeoutMs?: number
  /** How long a statement waits for a lock, in milliseconds: a request gives its connection back soon. */
  lockTimeoutMs?: number
  /** After how long an unused connection is closed, in milliseconds; 0 for never. */
  idleTimeoutMs?: number
}

/**
 * Opens a pool of connections. It survives a database that restarts or vanishes: calls fail meanwhile, and succeed afterwards. Of several
 * hosts it follows the one that takes writes.
 */
export function createStore(options: StoreOptions): Store {
  const [first, ...others] = addressesOf(options.url)
  const answering = { timeoutMs: answerTimeoutOf(options), prepares: preparesStatements(options.url) }
  const openPool = (address: string, onLost: () => void) => openConnections(address, options, onLost)
  if (first === undefined || others.length === 0) {
    const single = openPool(first ?? options.url, () => undefined)
    const pool = answeringPool(single, { ...answering, onUnanswered: () => undefined })
    return storeOf(new ConnectionPool({ dialect: new PostgresDialect({ pool }) }))
  }
  const following = followingPool([first, ...others], openPool)
  const pool = answeringPool(following, { ...answering, onUnanswered: following.leave })
  const log = (event: LogEvent) => {
    // A host can become read-only, or a standby behind its pooler, while connections to it stay open.
    if (event.level === 'error' && isReadOnly(event.error)) following.leave()
  }
  return storeOf(new ConnectionPool({ dialect: new PostgresDialect({ pool }), log }))
}

const defaultStatementTimeoutMs = 30_000
/** How much longer than a statement may take its answer is waited for. */
const answerAllowanceMs = 2000

function answerTimeoutOf({ statementTimeoutMs = defaultStatementTimeoutMs }: StoreOptions): number {
  return statementTimeoutMs === 0 ? 0 : statementTimeoutMs + answerAllowanceMs
}

function storeOf(db: ConnectionPool): Store {
  return { db, close: () => db.destroy() }
}

/** @param onLost is called for each connection that is lost, in use or not */
function openConnections(address: string, options: StoreOptions, onLost: () => void): Pool {
  const pool = new Pool({
    connectionString: address,
    max: options.connections ?? 20,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: options.idleTimeoutMs ?? 10_000,
    statement_timeout: options.statementTimeoutMs ?? defaultStatementTimeoutMs,
    lock_timeout: options.lockTimeoutMs ?? 3_000,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    application_name: 'club-bravo',
    types: {
      getTypeParser: (oid, format) => (oid === types.builtins.NUMERIC ? readNumeric : types.getTypeParser(oid, format)),
    },
  })
  pool.on('error', (error) => {
    options.log(`A connection to the database was lost: ${error.message}`)
    onLost()
  })
  // A connection in use emits its loss as an event besides failing the query; without a listener the process would exit.
  pool.on('connect', (client) => client.on('error', onLost))
  return pool
}
