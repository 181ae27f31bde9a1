import type { Kysely } from 'kysely'
import type { Database } from '../tables.ts'

/** Every bucket of a member, oldest first. */
export function readBuckets(db: Kysely<Database>, memberId: string) {
  return db
    .selectFrom('point_buckets as bucket')
    .innerJoin('point_transactions as entry', 'entry.id', 'bucket.transaction_id')
    .select(['bucket.id', 'transaction_id as entryId', 'earned', 'remaining', 'expires_at as expiresAt'])
    .where('bucket.member_id', '=', memberId)
    .orderBy('entry.created_at')
    .orderBy('bucket.id')
    .execute()
}
