import { setTimeout as delay } from 'node:timers/promises'
import type { ConnectionProvider, QueryExecutor, Transaction } from 'kysely'
import { DatabaseError } from 'pg'
import { errorCodeOf } from '#server/errorCode.ts'
import { ActingTransaction, type Actor, type ConnectionPool } from './store.ts'
import type { Database } from './tables.ts'

/** serialization_failure and deadlock_detected: PostgreSQL rolled the transaction back, so it can run again. */
const retryableCodes = new Set(['40001', '40P01'])
/** The constraints that decide races: whoever comes second runs again, and reads that somebody else came first. */
const decidingConstraints = new Set([
  'ticket_claims_pkey',
  'point_transactions_code_reference_key',
  'reward_stock_check',
  // A ticket of an import that is undone is scanned meanwhile: either the one or the other.
  'ticket_sightings_ticket_no_fkey',
  'ticket_claims_ticket_no_fkey',
])
/** With one of five attempts refused, one transaction of a hundred thousand is refused eight times. */
const maxAttempts = 8
const longestPauseMs = 500

/** What was read before is not there any more: the transaction runs again, and reads anew. */
export class Outdated extends Error {
  readonly code = '40001'
}

/** A pool whose transactions are `Tx`: those of an `ActingPool` say who acts. */
export type PoolOf<Tx> = { transactionOf: (executor: QueryExecutor) => Tx } & ConnectionPool

/**
 * Lets statements go out with the commit, which fails where one of them does. So they change what is to be changed or
 * fail: nobody looks at what they answer. A server that ends meanwhile has committed all of them or none.
 */
export function atLast(...statements: readonly Promise<unknown>[]): void {
  for (const statement of statements) statement.catch(() => undefined)
}

/** The same transaction, for what this actor does in it. */
export function actingIn(transaction: Transaction<Database>, actor: Actor): ActingTransaction {
  return new ActingTransaction(transaction.getExecutor(), actor)
}

/**
 * Does `work` with a transaction that sends each statement at once, in the order of the calls: those that do not wait
 * for each other (`Promise.all`) take one round trip together. Kysely's own sends none before the one before is
 * answered.
 */
function pipelined<T, Tx>(
  db: PoolOf<Tx>,
  begun: Transaction<Database>,
  work: (transaction: Tx) => Promise<T>,
): Promise<T> {
  const executor = begun.getExecutor()
  return executor.provideConnection(async (connection) => {
    let hasEnded = false
    const provider: ConnectionProvider = {
      provideConnection: (consumer) =>
        hasEnded ? Promise.reject(new Error('A statement came after its transaction')) : consumer(connection),
    }
    try {
      return await work(db.transactionOf(executor.withConnectionProvider(provider)))
    } finally {
      hasEnded = true
    }
  })
}

function isRetryable(error: unknown): boolean {
  if (retryableCodes.has(errorCodeOf(error))) return true
  return error instanceof DatabaseError && decidingConstraints.has(error.constraint ?? '')
}

/** Runs a transaction again, up to 7 times, after short random pauses, while PostgreSQL refuses it. */
async function retried<T>(attemptOnce: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptOnce()
    } catch (error) {
      if (!isRetryable(error) || attempt === maxAttempts) throw error
      await delay(Math.random() * Math.min(20 * 2 ** attempt, longestPauseMs))
    }
  }
}

/**
 * Runs `work` in a transaction, and again when PostgreSQL refused it to resolve a deadlock or a conflict. `work` must
 * have no effect outside the transaction, and must not wait for anything but the database.
 */
export function inTransaction<T, Tx>(db: PoolOf<Tx>, work: (transaction: Tx) => Promise<T>): Promise<T> {
  const attempt = (begun: Transaction<Database>) => pipelined(db, begun, work)
  return retried(() => db.pool.transaction().setIsolationLevel('read committed').execute(attempt))
}

/** Runs `read` on one snapshot of the database, so that everything it reads is consistent. */
export function inSnapshot<T>(db: ConnectionPool, read: (snapshot: Transaction<Database>) => Promise<T>): Promise<T> {
  const attempt = (begun: Transaction<Database>) => pipelined(db, begun, read)
  return retried(() =>
    db.pool.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(attempt),
  )
}
