import { type Kysely, sql } from 'kysely'
import type { Database } from '../tables.ts'

/** Every entry of a member's ledger, oldest first, with the points right after it, and an operator's reason. */
export function readLedger(db: Kysely<Database>, memberId: string) {
  return db
    .selectFrom('point_transactions as entry')
    .leftJoin('point_adjustments as adjustment', 'adjustment.transaction_id', 'entry.id')
    .select(['entry.id', 'entry.created_at as at', 'code', 'delta_balance as points', 'reference', 'reason'])
    .select(sql<number>`(sum(delta_balance) over (order by entry.created_at, entry.id))::int`.as('balance'))
    .where('member_id', '=', memberId)
    .orderBy('entry.created_at')
    .orderBy('entry.id')
    .execute()
}

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

/** Every ticket that a member has claimed, oldest first. `entryId`: null while it is pending. */
export function readClaims(db: Kysely<Database>, memberId: string) {
  return db
    .selectFrom('ticket_claims as claim')
    .innerJoin('tickets', 'tickets.ticket_no', 'claim.ticket_no')
    .select(['claim.ticket_no as ticketNo', 'claimed_at as at', 'transaction_id as entryId', 'amount'])
    .select('performance_id as performanceId')
    .where('claim.member_id', '=', memberId)
    .orderBy('claimed_at')
    .orderBy('claim.ticket_no')
    .execute()
}

/** Every conversion of a member to miles, oldest first. */
export function readConversions(db: Kysely<Database>, memberId: string) {
  return db
    .selectFrom('miles_conversions as conversion')
    .innerJoin('point_transactions as entry', 'entry.id', 'conversion.transaction_id')
    .select(['entry.created_at as at', 'ref_no as refNo', 'miles', 'membership_no as account'])
    .select(sql<number>`-entry.delta_balance`.as('points'))
    .where('entry.member_id', '=', memberId)
    .orderBy('entry.created_at')
    .orderBy('entry.id')
    .execute()
}

/** Every order of a member with its payments, oldest first. `payRef`: null where nothing was paid. */
export function readOrders(db: Kysely<Database>, memberId: string) {
  return db
    .selectFrom('payment_orders as placed')
    .leftJoin('payments', 'payments.order_ref', 'placed.order_ref')
    .select(['placed.order_ref as orderRef', 'purpose', 'state', 'placed.amount', 'created_at as at'])
    .select(['pay_ref as payRef', 'outcome', 'refunded_at as refundedAt'])
    .where('member_id', '=', memberId)
    .orderBy('created_at')
    .orderBy('received_at')
    .execute()
}

/**
 * Every membership of a member, oldest first. Its cause's reference is left out: that of a token is the token's hash.
 */
export function readMemberships(db: Kysely<Database>, memberId: string) {
  return db
    .selectFrom('memberships')
    .select(['tier', 'source', 'starts_at as startsAt', 'ends_at as endsAt'])
    .where('member_id', '=', memberId)
    .orderBy('starts_at')
    .orderBy('id')
    .execute()
}
