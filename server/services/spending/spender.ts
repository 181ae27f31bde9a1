import type { Transaction } from 'kysely'
import { findBuckets, type PointBucket } from '#server/store/points/ledger.ts'
import { lockSpender, type SpenderRow } from '#server/store/members/members.ts'
import type { Database } from '#server/store/tables.ts'

/** Who spends points, locked, and what they have. */
export interface Spender {
  member: SpenderRow
  buckets: readonly PointBucket[]
}

/** Locks a member who spends points, and reads what they have then. */
export async function loadSpender(db: Transaction<Database>, memberId: string): Promise<Spender> {
  const [member, buckets] = await Promise.all([lockSpender(db, memberId), findBuckets(db, memberId)])
  return { member, buckets }
}
