import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from './tables.ts'

/** An `Idempotency-Key` and its scope. */
export interface KeyScope {
  memberId: string
  route: string
  key: string
}

/** An answer as it was stored under its key. `bodyHash` is the SHA-256 of the request. */
export interface StoredAnswer {
  bodyHash: string
  answer: unknown
}

/**
 * Locks a key until the transaction ends. Resolves to false when another transaction holds it. A crash releases the lock with its
 * transaction.
 */
export async function tryLockKey(db: Transaction<Database>, { memberId, route, key }: KeyScope): Promise<boolean> {
  const name = `${memberId} ${route} ${key}`
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as locked`.execute(db)
  return rows[0]?.locked === true
}

/** The answer stored under a key, or null. */
export async function findStoredAnswer(db: Transaction<Database>, scope: KeyScope): Promise<StoredAnswer | null> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['body_hash as bodyHash', 'answer'])
    .where('member_id', '=', scope.memberId)
    .where('route', '=', scope.route)
    .where('key', '=', scope.key)
    .executeTakeFirst()
  return row ?? null
}

/** Stores an answer, in the transaction of its effect, so that both commit or neither does. */
export async function storeAnswer(
  db: Transaction<Database>,
  scope: KeyScope,
  stored: StoredAnswer & { now: Date },
): Promise<void> {
  await db
    .insertInto('idempotency_keys')
    .values({
      member_id: scope.memberId,
      route: scope.route,
      key: scope.key,
      body_hash: stored.bodyHash,
      answer: JSON.stringify(stored.answer),
      created_at: stored.now,
    })
    .execute()
}

/** Deletes the answers stored before `before`. Resolves to their number. */
export async function purgeAnswers(db: Kysely<Database>, before: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('idempotency_keys').where('created_at', '<', before).executeTakeFirst()
  return Number(numDeletedRows)
}
