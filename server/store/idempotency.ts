import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from './tables.ts'

/** What an `Idempotency-Key` is scoped to, with the key itself. */
export interface KeyScope {
  memberId: string
  route: string
  key: string
}

export interface KeptAnswer {
  bodyHash: string
  answer: unknown
}

/**
 * Takes a key until the transaction ends; false where another transaction has it. The lock is PostgreSQL's own and goes with its
 * transaction: a crash leaves nothing in progress.
 */
export async function tryTakeKey(db: Transaction<Database>, { memberId, route, key }: KeyScope): Promise<boolean> {
  const name = `${memberId} ${route} ${key}`
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as taken`.execute(db)
  return rows[0]?.taken === true
}

/** The answer that was given under a key, or null. */
export async function findKeptAnswer(db: Transaction<Database>, scope: KeyScope): Promise<KeptAnswer | null> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['body_hash as bodyHash', 'answer'])
    .where('member_id', '=', scope.memberId)
    .where('route', '=', scope.route)
    .where('key', '=', scope.key)
    .executeTakeFirst()
  return row ?? null
}

/** Keeps an answer, in the transaction of its effect: both happen, or neither. */
export async function keepAnswer(
  db: Transaction<Database>,
  scope: KeyScope,
  kept: KeptAnswer & { now: Date },
): Promise<void> {
  await db
    .insertInto('idempotency_keys')
    .values({
      member_id: scope.memberId,
      route: scope.route,
      key: scope.key,
      body_hash: kept.bodyHash,
      answer: JSON.stringify(kept.answer),
      created_at: kept.now,
    })
    .execute()
}

/** Deletes the answers that were given before `before`. Resolves to how many. */
export async function purgeAnswers(db: Kysely<Database>, before: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('idempotency_keys').where('created_at', '<', before).executeTakeFirst()
  return Number(numDeletedRows)
}
