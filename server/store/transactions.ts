import { setTimeout as delay } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import { errorCodeOf } from '#server/errorCode.ts'
import type { ConnectionPool } from './store.ts'
import type { Database } from './tables.ts'

/** serialization_failure and deadlock_detected: PostgreSQL rolled the transaction back, so it can run again. */
const retryableCodes = new Set(['40001', '40P01'])
/** With one of five attempts refused, one transaction of a hundred thousand is refused eight times. */
const maxAttempts = 8
const longestPauseMs = 500

type Work<T> = (transaction: Transaction<Database>) => Promise<T>

/** Runs a transaction again, up to 7 times, after short random pauses, while PostgreSQL refuses it. */
async function retried<T>(attemptOnce: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptOnce()
    } catch (error) {
      if (!retryableCodes.has(errorCodeOf(error)) || attempt === maxAttempts) throw error
      await delay(Math.random() * Math.min(20 * 2 ** attempt, longestPauseMs))
    }
  }
}

/**
 * Runs `work` in a transaction, and again when PostgreSQL refused it to resolve a deadlock or a conflict. `work` must
 * have no effect outside the transaction, and must not wait for anything but the database.
 */
export function inTransaction<T>(db: ConnectionPool, work: Work<T>): Promise<T> {
  return retried(() => db.transaction().setIsolationLevel('read committed').execute(work))
}

/** Runs `read` on one snapshot of the database, so that everything it reads is consistent. */
export function inSnapshot<T>(db: ConnectionPool, read: Work<T>): Promise<T> {
  return retried(() => db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read))
}
