import { type Kysely, sql, type Transaction } from 'kysely'
import { errorCodeOf } from '#server/errorCode.ts'
import { deleteInBatches } from './deleteInBatches.ts'
import type { Database } from './tables.ts'

/** An `Idempotency-Key` and its scope. */
export interface KeyScope {
  memberId: string
  route: string
  key: string
}

/** A request by its SHA-256: of its body as it was sent, and of what the server read in it. */
export interface RequestHashes {
  sentHash: string
  bodyHash: string
}

/** An answer as it was stored under its key. */
export interface StoredAnswer extends RequestHashes {
  answer: unknown
}

/** How long a copy of a request waits for the request in progress. Short, because the wait holds a connection. */
const copyWaits = '250ms'

/**
 * Takes a key for this transaction, by inserting its row: the primary key decides between concurrent requests, and a
 * request that fails gives its key back with its transaction. Where the key has an answer, later statements of the
 * transaction wait no longer for a lock.
 *
 * @returns `used` when the key has an answer, `in_progress` when another transaction holds it and did not end in time;
 *   the transaction cannot go on after that
 */
export async function takeKey(
  db: Transaction<Database>,
  scope: KeyScope,
  { sentHash, bodyHash }: RequestHashes,
  now: Date,
): Promise<'taken' | 'used' | 'in_progress'> {
  const { memberId: member_id, route, key } = scope
  try {
    // Nobody sees the row before its answer: both commit together. `null` gives the time limit back that the connection
    // came with.
    const { rows } = await sql`
      insert into idempotency_keys (member_id, route, key, sent_hash, body_hash, answer, created_at)
      select ${member_id}::uuid, ${route}, ${key}, ${sentHash}, ${bodyHash}, 'null'::jsonb, ${now}::timestamptz
      where set_config('lock_timeout', ${copyWaits}, true) is not null
      on conflict do nothing
      returning set_config('lock_timeout', null, true)`.execute(db)
    return rows.length === 1 ? 'taken' : 'used'
  } catch (error) {
    if (errorCodeOf(error) === lockNotAvailable) return 'in_progress'
    throw error
  }
}

/** The code of the failure of a statement that did not get its lock in time. */
export const lockNotAvailable = '55P03'

/** The answer stored under a key, or null. */
export async function findStoredAnswer(db: Kysely<Database>, scope: KeyScope): Promise<StoredAnswer | null> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['sent_hash as sentHash', 'body_hash as bodyHash', 'answer'])
    .where('member_id', '=', scope.memberId)
    .where('route', '=', scope.route)
    .where('key', '=', scope.key)
    .executeTakeFirst()
  return row ?? null
}

/** Stores the answer under the key that this transaction has taken. */
export async function storeAnswer(db: Transaction<Database>, scope: KeyScope, answer: unknown): Promise<void> {
  await sql`
    update idempotency_keys set answer = ${JSON.stringify(answer)}
    where member_id = ${scope.memberId} and route = ${scope.route} and key = ${scope.key}`.execute(db)
}

/** Gives the key back that this transaction has taken: its answer is not stored. */
export async function giveKeyBack(db: Transaction<Database>, { memberId, route, key }: KeyScope): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('member_id', '=', memberId)
    .where('route', '=', route)
    .where('key', '=', key)
    .execute()
}

/** Deletes the answers stored before `before`. Resolves to their number. */
export async function purgeAnswers(db: Kysely<Database>, before: Date): Promise<number> {
  return deleteInBatches((limit) =>
    db
      .deleteFrom('idempotency_keys')
      .where(
        sql<boolean>`ctid = any(array(select ctid from idempotency_keys where created_at < ${before} limit ${limit}))`,
      )
      .executeTakeFirst(),
  )
}
