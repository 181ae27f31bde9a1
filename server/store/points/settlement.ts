import { type Kysely, sql, type Transaction } from 'kysely'
import type { LocalizedText } from '#contract/language.ts'
import type { Database } from '../tables.ts'

/** A pending claim with the price of its ticket. */
export interface PendingClaim {
  ticketNo: string
  /** In Hong Kong dollars. */
  amount: number
  memberId: string
  startsAt: Date
}

/**
 * The ids of performances that have ended and are not settled, or whose settlement was interrupted, in the order in
 * which they ended.
 */
export async function findPerformancesToSettle(db: Kysely<Database>, now: Date): Promise<string[]> {
  const withPendingClaims = db
    .selectFrom('ticket_claims')
    .innerJoin('tickets', 'tickets.ticket_no', 'ticket_claims.ticket_no')
    .where('ticket_claims.transaction_id', 'is', null)
    .select('tickets.performance_id')
  const rows = await db
    .selectFrom('performances')
    .select('id')
    .where('ends_at', '<=', now)
    .where((row) => row.or([row('settled_at', 'is', null), row('id', 'in', withPendingClaims)]))
    .orderBy('ends_at')
    .execute()
  return rows.map(({ id }) => id)
}

/** A performance that settlement would settle, with how many tickets were sold for it. */
interface UnsettledPerformance {
  id: string
  name: LocalizedText
  startsAt: Date
  endsAt: Date
  sold: number
}

/** Some performances with the number of their tickets, in the order in which they ended. */
export async function findUnsettled(db: Kysely<Database>, ids: readonly string[]): Promise<UnsettledPerformance[]> {
  const { rows } = await sql<UnsettledPerformance>`
    select id, name, starts_at as "startsAt", ends_at as "endsAt",
      (select count(*)::int from tickets where performance_id = performances.id) as sold
    from performances where id = any(${[...ids]}) order by ends_at, id`.execute(db)
  return rows
}

/**
 * Marks a performance as settled: no pending claim is added to it from now on. Resolves to false when it was settled
 * before.
 */
export async function markSettled(db: Transaction<Database>, performanceId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('performances')
    .set({ settled_at: now })
    .where('id', '=', performanceId)
    .where('settled_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const selectPending = (db: Kysely<Database>) =>
  db
    .selectFrom('ticket_claims')
    .innerJoin('tickets', 'tickets.ticket_no', 'ticket_claims.ticket_no')
    .innerJoin('performances', 'performances.id', 'tickets.performance_id')
    .select(['tickets.ticket_no as ticketNo', 'tickets.amount', 'ticket_claims.member_id as memberId'])
    .select('performances.starts_at as startsAt')
    .where('ticket_claims.transaction_id', 'is', null)

/** The claims of a performance that wait for its settlement. */
export function findPendingClaims(db: Kysely<Database>, performanceId: string): Promise<PendingClaim[]> {
  return selectPending(db).where('tickets.performance_id', '=', performanceId).execute()
}

/**
 * Locks the claim of a ticket while it is pending, so that no settlement gives its points; undefined when it is not.
 */
export function lockPendingClaim(db: Transaction<Database>, ticketNo: string): Promise<PendingClaim | undefined> {
  return selectPending(db)
    .where('ticket_claims.ticket_no', '=', ticketNo)
    .forNoKeyUpdate('ticket_claims')
    .executeTakeFirst()
}

/**
 * Locks pending claims of a performance that no other settlement has locked: the next ones after a ticket number, at
 * most `limit`.
 */
export function lockPendingClaims(
  db: Transaction<Database>,
  { performanceId, after, limit }: { performanceId: string; after: string; limit: number },
): Promise<PendingClaim[]> {
  return selectPending(db)
    .forNoKeyUpdate('ticket_claims')
    .where('tickets.performance_id', '=', performanceId)
    .where('ticket_claims.ticket_no', '>', after)
    .orderBy('ticket_claims.ticket_no')
    .limit(limit)
    .skipLocked()
    .execute()
}
