import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'
import { codeOf } from '#server/database/databaseStartError.ts'
import type { Database } from './tables.ts'

/** serialization_failure and deadlock_detected: PostgreSQL rolled the transaction back, so it can run again. */
const retryableCodes = new Set(['40001', '40P01'])
const maxAttempts = 5

/**
 * Runs `work` in a transaction. Retries it up to 4 times, after short random pauses, when PostgreSQL ended it to resolve a deadlock.
 * `work` must have no effect outside the transaction.
 */
export async function inTransaction<T>(
  db: Kysely<Database>,
  work: (transaction: Transaction<Database>) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (!retryableCodes.has(codeOf(error)) || attempt === maxAttempts) throw error
      await delay(Math.random() * 20 * 2 ** attempt)
    }
  }
}

/** Runs `read` on one snapshot of the database, so that everything it reads is consistent. */
export function inSnapshot<T>(db: Kysely<Database>, read: (snapshot: Transaction<Database>) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
}
