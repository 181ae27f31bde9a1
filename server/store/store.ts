import type { Duplex } from 'node:stream'
import {
  DummyDriver,
  Kysely,
  type KyselyProps,
  PostgresDialect,
  type PostgresPoolClient,
  type QueryExecutor,
  Transaction,
} from 'kysely'
import { Pool, type PoolClient, type QueryResult, types } from 'pg'
import type { ActingTask } from '#contract/staff/acts.ts'
import type { ConcurrencyLimiter } from '#server/gate/limiter.ts'
import { preparesStatements } from '#server/database/databaseUrl.ts'
import { errorCodeOf } from '#server/errorCode.ts'
import { isUnanswered } from './connection/databaseErrors.ts'
import { statementNamer, type StatementNamer, unnamed } from './connection/preparedStatements.ts'
import type { Database } from './tables.ts'

/** Who does something that is not a member's own doing. */
export interface Actor {
  /** A command's user, a periodic task, a member of staff, a machine by its key's name, or a mailed link. */
  readonly name: `cli:${string}` | `timer:${ActingTask}` | `staff:${string}` | `key:${string}` | `link:${'old' | 'new'}`
  /** The role in which a member of staff does it; null for everybody else. */
  readonly role: string | null
}

const noDialect = new PostgresDialect({ pool: () => Promise.reject(new Error('Begin a transaction by inTransaction')) })
/** What Kysely's classes ask for besides an executor, which is all that they use of them here. */
const unused: Omit<KyselyProps, 'executor'> = {
  config: { dialect: noDialect },
  dialect: noDialect,
  driver: new DummyDriver(),
}

/**
 * The database through its pool: each statement takes a connection of its own. A transaction is not one, so it cannot
 * take a second.
 */
export class ConnectionPool extends Kysely<Database> {
  override get isTransaction(): false {
    return false
  }

  /** The pool whose connections these are. */
  get pool(): ConnectionPool {
    return this
  }

  /** The same connections, for what this actor does. */
  actingAs(actor: Actor): ActingPool {
    return new ActingPool(this.pool, actor)
  }

  /** A transaction on one of them (`transactions.ts`). */
  transactionOf(executor: QueryExecutor): Transaction<Database> {
    return new Transaction({ ...unused, executor })
  }
}

/** A transaction of what is not a member's own doing: acts are recorded in it as this actor's. */
export class ActingTransaction extends Transaction<Database> {
  readonly actor: Actor

  constructor(executor: QueryExecutor, actor: Actor) {
    super({ ...unused, executor })
    this.actor = actor
  }
}

/** The database for what is not a member's own doing. It has no connections but its pool's. */
export class ActingPool extends ConnectionPool {
  readonly actor: Actor
  readonly #pool: ConnectionPool

  constructor(pool: ConnectionPool, actor: Actor) {
    super({ ...unused, executor: pool.getExecutor() })
    this.#pool = pool
    this.actor = actor
  }

  override get pool(): ConnectionPool {
    return this.#pool
  }

  override destroy(): Promise<void> {
    return this.#pool.destroy()
  }

  override transactionOf(executor: QueryExecutor): ActingTransaction {
    return new ActingTransaction(executor, this.actor)
  }
}

export interface Store {
  db: ConnectionPool
  close: () => Promise<void>
  /** The pool's connections: how many are open, how many of them rest, and how many calls wait for one. */
  connections: () => { open: number; idle: number; awaited: number }
}

/** `numeric` (money with two decimals) becomes a number, which holds it exactly; `bigint` (an id) stays a string. */
function readNumeric(text: string): number {
  return Number(text)
}

interface StoreOptions {
  /** A connection string. */
  url: string
  /** Receives a line when an idle connection is lost, without any data. */
  log: (line: string) => void
  connections?: number
  /** Whose permits its connections need, where several clients share them. */
  limiter?: ConcurrencyLimiter
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
  const named = preparesStatements(options.url) ? statementNamer() : unnamed
  const acquire = options.limiter?.acquire ?? (() => Promise.resolve(() => undefined))
  const connect = async () => {
    const release = await acquire()
    try {
      return connectionOf(await pool.connect(), named, release)
    } catch (error) {
      release()
      throw error
    }
  }
  const dialect = new PostgresDialect({ pool: { options: pool.options, connect, end: () => pool.end() } })
  const db = new ConnectionPool({ dialect })
  const counts = () => ({ open: pool.totalCount, idle: pool.idleCount, awaited: pool.waitingCount })
  return { db, close: () => db.destroy(), connections: counts }
}

function openPool({ url, log, statementTimeoutMs = 30_000, ...options }: Omit<StoreOptions, 'limiter'>): Pool {
  const pool = new Pool({
    connectionString: url,
    max: options.connections ?? 20,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: options.idleTimeoutMs ?? 10_000,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs === 0 ? 0 : statementTimeoutMs + answerAllowanceMs,
    lock_timeout: options.lockTimeoutMs ?? 3_000,
    idle_in_transaction_session_timeout: 30_000,
    // A transaction sends at once what it does not wait for (`transactions.ts`).
    pipeline: true,
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

/** What PostgreSQL answers to the beginning of a transaction. */
const begun: QueryResult = { command: 'START', rowCount: null, oid: 0, fields: [], rows: [] }

/** Holds back what is written to a stream until nothing else is: statements that are sent at once are one packet. */
function holdTogether(stream: Duplex): void {
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/** in_failed_sql_transaction: a statement before this one has failed. */
const isAborted = (error: unknown) => errorCodeOf(error) === '25P02'

/**
 * A connection that prepares its statements where it may. Once one has no answer in time, nothing else is asked on it,
 * and it is closed: a machine that has vanished closes none, and a database that is there ends the statement before.
 *
 * The beginning of a transaction is not waited for, and goes out with its first statement; if it fails, nothing else is
 * asked either. What was sent behind a statement that fails, also the commit, fails for the same reason.
 *
 * @param named the statement to send, by which a connection that has seen it parses it no more
 * @param releasePermit gives its permit back
 */
function connectionOf(client: PoolClient, named: StatementNamer, releasePermit: () => void): PostgresPoolClient {
  let broken: unknown = null
  let cause: unknown = null
  async function ask(text: string, parameters: readonly unknown[] = []): Promise<QueryResult> {
    if (broken !== null) throw broken
    holdTogether(client.connection.stream)
    if (text.startsWith('start transaction')) {
      client.query(text).catch((error: unknown) => (broken = error))
      return begun
    }
    try {
      const result = await client.query(named(text, parameters))
      if (text === 'commit' && result.command === 'ROLLBACK' && cause !== null) throw cause
      cause = null
      return result
    } catch (error) {
      if (isUnanswered(error)) broken = error
      if (!isAborted(error) || cause === null) cause = error
      throw cause
    }
  }
  return Object.assign(Object.create(client), {
    query: ask,
    release: (isBroken?: boolean) => {
      client.release(isBroken === true || broken !== null)
      releasePermit()
    },
  })
}
