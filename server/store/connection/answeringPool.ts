import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { PoolClient, QueryResult } from 'pg'
import { named, unnamed } from './preparedStatements.ts'

/** The database has not answered a statement in time. Its code is the system's for a connection that timed out. */
class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
  readonly code = 'ETIMEDOUT'
}

type Watched = Pick<PostgresPoolClient, 'query' | 'release' | 'processID'>

/** A pool of `pg`'s connections. */
export interface ConnectingPool {
  options: object
  connect: () => Promise<PoolClient>
  end: () => Promise<void>
}

interface AnsweringOptions {
  /** How long a statement may take, in milliseconds; 0 for any time. */
  timeoutMs: number
  /** Whether a connection may keep statements. */
  prepares: boolean
  /** Is called for each connection that is given up. */
  onUnanswered: () => void
}

/**
 * A connection that prepares its statements where it may, and is given up once one has no answer in time: nothing else is asked on it, and it is destroyed.
 */
function watch(client: PoolClient, { timeoutMs, prepares, onUnanswered }: AnsweringOptions): Watched {
  const statementOf = prepares ? named : unnamed
  let isLost = false
  const lose = () => {
    isLost = true
    onUnanswered()
    return new NoAnswer(`The database has not answered for ${timeoutMs} ms`)
  }
  async function answered(statement: string, parameters: readonly unknown[]): Promise<QueryResult> {
    if (isLost) throw new NoAnswer('The connection was given up')
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject(lose()), timeoutMs)
    try {
      return await Promise.race([client.query(statementOf(statement, parameters)), late.promise])
    } finally {
      clearTimeout(timer)
    }
  }
  return Object.assign(Object.create(client), {
    query: answered,
    release: (destroy?: boolean) => client.release(isLost || destroy === true),
  })
}

/**
 * A pool whose connections prepare their statements where they may, and are given up when a statement has no answer in time: a machine that has
 * vanished closes none, and its connections would wait for minutes. The time is longer than the statement timeout, which a database that is there
 * keeps.
 */
export function answeringPool(pool: ConnectingPool, options: AnsweringOptions): PostgresPool {
  if (options.timeoutMs === 0) return pool
  const watched = new WeakMap<PoolClient, PostgresPoolClient>()
  return {
    options: pool.options,
    connect: async () => {
      const client = await pool.connect()
      const known = watched.get(client) ?? watch(client, options)
      watched.set(client, known)
      return known
    },
    end: () => pool.end(),
  }
}
