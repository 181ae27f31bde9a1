import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import { Pool, type PoolClient, type QueryResult, types } from 'pg'
import { preparesStatements } from '#server/database/databaseUrl.ts'
import { isUnanswered } from './connection/databaseErrors.ts'
import { named } from './connection/preparedStatements.ts'
import type { Database } from './tables.ts'

/**
 * The database through its pool: each statement takes a connection of its own. A transaction is not one, so it cannot
 * take a second.
 */
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
  /** A connection string. */
  url: string
  /** Receives a line when an idle connection is lost, without any data. */
  log: (line: string) => void
  connections?: number
  /**
   * How long a statement may take, in milliseconds; 0 for any time. A connection without an answer soon after that is
   * given up.
   */
  statementTimeoutMs?: number
  /** How long a statement waits for a lock, in milliseconds: a request gives its connection back soon. */
  lockTimeoutMs?: number
  /** After how long an unused connection is closed, in milliseconds; 0 for never. */
  idleTimeoutMs?: number
}

/** How much longer than a statement may take its answer is waited for. */
const answerAllowanceMs = 2000

/** Opens a pool of connections. It survives a database that restarts or vanishes: calls fail only meanwhile. */
export function createStore(options: StoreOptions): Store {
  const pool = openPool(options)
  const prepares = preparesStatements(options.url)
  const connect = async () => connectionOf(await pool.connect(), prepares)
  const dialect = new PostgresDialect({ pool: { options: pool.options, connect, end: () => pool.end() } })
  const db = new ConnectionPool({ dialect })
  return { db, close: () => db.destroy() }
}

function openPool({ url, log, statementTimeoutMs = 30_000, ...options }: StoreOptions): Pool {
  const pool = new Pool({
    connectionString: url,
    max: options.connections ?? 20,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: options.idleTimeoutMs ?? 10_000,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs === 0 ? 0 : statementTimeoutMs + answerAllowanceMs,
    lock_timeout: options.lockTimeoutMs ?? 3_000,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    application_name: 'club-bravo',
    types: {
      getTypeParser: (oid, format) => (oid === types.builtins.NUMERIC ? readNumeric : types.getTypeParser(oid, format)),
    },
  })
  pool.on('error', (error) => log(`A connection to the database was lost: ${error.message}`))
  // A connection in use emits its loss as an event besides failing the query; without a listener the process would
  // exit.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/**
 * A connection that prepares its statements where it may. Once one has no answer in time, nothing else is asked on it,
 * and it is closed: a machine that has vanished closes none, and a database that is there ends the statement before.
 */
function connectionOf(client: PoolClient, prepares: boolean): PostgresPoolClient {
  let unanswered: unknown = null
  async function ask(text: string, parameters: readonly unknown[]): Promise<QueryResult> {
    if (unanswered !== null) throw unanswered
    try {
      return await client.query(prepares ? named(text, parameters) : { text, values: [...parameters] })
    } catch (error) {
      if (isUnanswered(error)) unanswered = error
      throw error
    }
  }
  return Object.assign(Object.create(client), {
    query: ask,
    release: (isBroken?: boolean) => client.release(isBroken === true || unanswered !== null),
  })
}
