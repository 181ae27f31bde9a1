import { sql, type Transaction } from 'kysely'
import { ownedBy } from './audit.ts'
import type { Database } from '../tables.ts'

/** An entry that took points although others of its member expired earlier, and were left. */
export interface UnorderedDebit {
  id: string
  code: string
  /** The bucket that was left. */
  left: string
}

/** Credits lock no member: one that began before a debit may have ended after it. */
const longestCredit = '1 hour'

/**
 * Entries that took points before others that expired earlier, and that were there. Expired points are booked out in
 * any order.
 */
export async function findUnorderedDebits(db: Transaction<Database>, memberId?: string): Promise<UnorderedDebit[]> {
  const { rows } = await sql<UnorderedDebit>`
    select distinct on (entry.id) entry.id::text, entry.code, other.id::text as left
    from point_transactions entry
    join point_bucket_debits debit on debit.transaction_id = entry.id
    join point_buckets taken on taken.id = debit.bucket_id
    join point_buckets other on other.member_id = entry.member_id
      and other.expires_at > entry.created_at and (taken.expires_at is null or other.expires_at < taken.expires_at)
    join point_transactions credit on credit.id = other.transaction_id
      and credit.created_at < entry.created_at - ${longestCredit}::interval
    where entry.code <> 'Points Expired' and ${ownedBy(memberId, 'entry.member_id')}
      and other.earned > (
        select coalesce(sum(earlier.amount), 0) from point_bucket_debits earlier
        join point_transactions spent on spent.id = earlier.transaction_id
        where earlier.bucket_id = other.id and spent.created_at <= entry.created_at)
    order by entry.id, other.expires_at, other.id`.execute(db)
  return rows
}
