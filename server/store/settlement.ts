import type { Kysely, Transaction } from 'kysely'
import type { Database } from './tables.ts'

/** A pending claim with the price of its ticket. */
export interface PendingClaim {
  ticketNo: string
  /** In Hong Kong dollars. */
  amount: number
  memberId: string
}

function selectPending(db: Transaction<Database>, performanceId: string) {
  return db
    .selectFrom('ticket_claims')
    .innerJoin('tickets', 'tickets.ticket_no', 'ticket_claims.ticket_no')
    .where('tickets.performance_id', '=', performanceId)
    .where('ticket_claims.transaction_id', 'is', null)
}

/** The ids of performances that have ended and are not settled, in the order in which they ended. */
export async function findPerformancesToSettle(db: Kysely<Database>, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('performances')
    .select('id')
    .where('ends_at', '<=', now)
    .where('settled_at', 'is', null)
    .orderBy('ends_at')
    .execute()
  return rows.map(({ id }) => id)
}

/** Locks every member with a pending claim on a performance, in the order of their ids: the lock order of scans. */
export async function lockClaimants(db: Transaction<Database>, performanceId: string): Promise<void> {
  const claimants = selectPending(db, performanceId).select('ticket_claims.member_id')
  await db.selectFrom('members').select('id').where('id', 'in', claimants).orderBy('id').forNoKeyUpdate().execute()
}

/** Marks a performance as settled. Resolves to false when it was settled before. */
export async function markSettled(db: Transaction<Database>, performanceId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('performances')
    .set({ settled_at: now })
    .where('id', '=', performanceId)
    .where('settled_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The pending claims of a performance, with their members' rows locked. */
export function lockPendingClaims(db: Transaction<Database>, performanceId: string): Promise<PendingClaim[]> {
  return selectPending(db, performanceId)
    .innerJoin('members', 'members.id', 'ticket_claims.member_id')
    .select(['tickets.ticket_no as ticketNo', 'tickets.amount', 'ticket_claims.member_id as memberId'])
    .orderBy('members.id')
    .orderBy('tickets.ticket_no')
    .forNoKeyUpdate('members')
    .execute()
}
