import { type Kysely, sql, type Transaction } from 'kysely'
import { type Bucket, expiredParts, type Part, spend } from '../domain/ledger.ts'
import { lockMember } from './members.ts'
import { inTransaction } from './store.ts'
import type { Database } from './tables.ts'

/** Why points move: `code` and `reference` together happen once, whatever the number of tries. */
export interface Cause {
  memberId: string
  code: string
  reference: string
  now: Date
}

async function addEntry(db: Transaction<Database>, cause: Cause, delta: number): Promise<string> {
  const { id } = await db
    .insertInto('point_transactions')
    .values({
      member_id: cause.memberId,
      created_at: cause.now,
      code: cause.code,
      reference: cause.reference,
      delta_balance: delta,
      description: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Gives points. The member's row must be locked (`lockMember`).
 *
 * @param points a whole number from 0; an entry without points has no bucket
 * @returns the ledger entry's id
 */
export async function credit(
  db: Transaction<Database>,
  cause: Cause,
  points: number,
  expiresAt: Date | null,
): Promise<string> {
  const entry = await addEntry(db, cause, points)
  if (points > 0) {
    await db
      .insertInto('point_buckets')
      .values({
        member_id: cause.memberId,
        transaction_id: entry,
        earned: points,
        remaining: points,
        expires_at: expiresAt,
      })
      .execute()
  }
  return entry
}

/** A member's buckets that hold points, expired ones included. */
export async function findBuckets(db: Kysely<Database>, memberId: string): Promise<(Bucket & { earned: number })[]> {
  return db
    .selectFrom('point_buckets')
    .select(['id', 'earned', 'remaining', 'expires_at as expiresAt'])
    .where('member_id', '=', memberId)
    .where('remaining', '>', 0)
    .orderBy(sql`expires_at asc nulls last, id`)
    .execute()
}

async function takeOut(db: Transaction<Database>, entry: string, parts: readonly Part[]): Promise<void> {
  for (const { bucketId, amount } of parts) {
    await db
      .updateTable('point_buckets')
      .set((row) => ({ remaining: row('remaining', '-', amount) }))
      .where('id', '=', bucketId)
      .execute()
    await db.insertInto('point_bucket_debits').values({ transaction_id: entry, bucket_id: bucketId, amount }).execute()
  }
}

/**
 * Takes points, those that expire first before others. The member's row must be locked.
 *
 * @param points a whole number above 0
 * @returns the ledger entry's id; or how many points there are, where they are not enough and nothing was taken
 */
export async function debit(
  db: Transaction<Database>,
  cause: Cause,
  points: number,
): Promise<{ kind: 'taken'; entry: string } | { kind: 'short'; available: number }> {
  const spending = spend(await findBuckets(db, cause.memberId), points, cause.now)
  if (spending.kind === 'short') return spending
  const entry = await addEntry(db, cause, -points)
  await takeOut(db, entry, spending.parts)
  return { kind: 'taken', entry }
}

async function expireMember(db: Transaction<Database>, memberId: string, now: Date): Promise<number> {
  await lockMember(db, memberId)
  const parts = expiredParts(await findBuckets(db, memberId), now)
  for (const part of parts) {
    const cause = { memberId, code: 'Points Expired', reference: part.bucketId, now }
    await takeOut(db, await addEntry(db, cause, -part.amount), [part])
  }
  return parts.reduce((sum, { amount }) => sum + amount, 0)
}

/**
 * Books what has expired out of the ledger: of one member, or of all. One transaction for each member. Does nothing twice.
 *
 * @returns how many points expired
 */
export async function expireDue(db: Kysely<Database>, now: Date, memberId?: string): Promise<number> {
  const all = db
    .selectFrom('point_buckets')
    .select('member_id')
    .distinct()
    .where('remaining', '>', 0)
    .where('expires_at', '<=', now)
  const due = await (memberId === undefined ? all : all.where('member_id', '=', memberId)).execute()
  let expired = 0
  for (const { member_id: id } of due)
    expired += await inTransaction(db, (transaction) => expireMember(transaction, id, now))
  return expired
}

/** The newest entries of a member's ledger, at most `limit`. */
export async function findEntries(db: Kysely<Database>, memberId: string, limit: number) {
  return db
    .selectFrom('point_transactions')
    .select(['id', 'created_at', 'code', 'description', 'delta_balance', 'reference'])
    .where('member_id', '=', memberId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
