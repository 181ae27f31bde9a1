import type { Kysely, Transaction } from 'kysely'
import type { PointBucket } from './ledger.ts'
import type { Database } from '../tables.ts'

/** Records why an operator has given or taken the points of a ledger entry. */
export async function addAdjustment(
  db: Transaction<Database>,
  { entryId, reason }: { entryId: string; reason: string },
): Promise<void> {
  await db.insertInto('point_adjustments').values({ transaction_id: entryId, reason }).execute()
}

/** When the entry of a cause was made; null when there is none. */
export async function findEntryTime(
  db: Kysely<Database>,
  { code, reference }: { code: string; reference: string },
): Promise<Date | null> {
  const entry = await db
    .selectFrom('point_transactions')
    .select('created_at')
    .where('code', '=', code)
    .where('reference', '=', reference)
    .executeTakeFirst()
  return entry?.created_at ?? null
}

/** The reference of an entry that undoes an act; where there are several, their bucket follows. */
export const undoReference = (actId: string) => `undo ${actId}`

/** The act that gave or took the points of a cause, and when; `isUndone`: not for good. Null when there is none. */
export async function findAdjustment(
  db: Kysely<Database>,
  { code, reference }: { code: string; reference: string },
): Promise<{ at: Date; actId: string | null; isUndone: boolean } | null> {
  const found = await db
    .selectFrom('point_transactions as entry')
    .leftJoin('staff_acts as act', (join) =>
      join
        .on('act.subject_kind', '=', 'entry')
        .on('act.subject_id', '=', (row) => row.cast('entry.id', 'text'))
        .on('act.action', 'in', ['points_grant', 'points_revoke']),
    )
    .leftJoin('undoable_acts as undoable', 'undoable.act_id', 'act.id')
    .select(['entry.created_at as at', 'act.id as actId', 'undoable.undone_by as undoneBy'])
    .where('entry.code', '=', code)
    .where('entry.reference', '=', reference)
    .executeTakeFirst()
  return found ? { at: found.at, actId: found.actId, isUndone: found.undoneBy !== null } : null
}

/** The bucket of an entry that gave points. */
export function findBucketOf(db: Kysely<Database>, entryId: string): Promise<PointBucket | undefined> {
  return db
    .selectFrom('point_buckets')
    .select(['id', 'earned', 'remaining', 'expires_at as expiresAt'])
    .where('transaction_id', '=', entryId)
    .executeTakeFirst()
}

/** What an entry took from which bucket, and when that expires. */
export function findDebitsOf(db: Kysely<Database>, entryId: string) {
  return db
    .selectFrom('point_bucket_debits')
    .innerJoin('point_buckets', 'point_buckets.id', 'bucket_id')
    .select(['bucket_id as bucketId', 'amount', 'expires_at as expiresAt'])
    .where('point_bucket_debits.transaction_id', '=', entryId)
    .orderBy('bucket_id')
    .execute()
}
