import { type Kysely, sql, type Transaction } from 'kysely'
import type { TransactionCode } from '#contract/member/points.ts'
import { ownedBy } from '../audit/audit.ts'
import type { Database } from '../tables.ts'

/** The type of the entry that takes back what a ticket has given; its reference is the ticket's number. */
export const returnCode = 'Return/Refund/Exchange' satisfies TransactionCode

/** What a ticket and its bonuses have given, by its `claim`. */
export const givenPoints = sql<number>`(
  select (entry.delta_balance + coalesce(sum(extra.delta_balance), 0))::int
  from point_transactions entry
  left join ticket_bonuses bonus on bonus.ticket_no = claim.ticket_no
  left join point_transactions extra on extra.id = bonus.transaction_id
  where entry.id = claim.transaction_id
  group by entry.id)`

/**
 * Who has claimed a ticket, and the points of it and its bonuses, null while there are none; null when there is no such
 * ticket.
 */
export async function findTicketPoints(
  db: Kysely<Database>,
  ticketNo: string,
): Promise<{ memberId: string | null; points: number | null } | null> {
  const row = await db
    .selectFrom('tickets')
    .leftJoin('ticket_claims as claim', 'claim.ticket_no', 'tickets.ticket_no')
    .select(['claim.member_id as memberId', givenPoints.as('points')])
    .where('tickets.ticket_no', '=', ticketNo)
    .executeTakeFirst()
  return row ?? null
}

/** Locks a ticket until the transaction ends: a claim under way is waited for, and a later one waits. */
export async function lockTicket(
  db: Transaction<Database>,
  ticketNo: string,
): Promise<{ isClaimed: boolean; returnedAt: Date | null }> {
  const { returned_at: returnedAt } = await db
    .selectFrom('tickets')
    .select('returned_at')
    .where('ticket_no', '=', ticketNo)
    .forUpdate()
    .executeTakeFirstOrThrow()
  // Read after the lock: what a claim has committed meanwhile is seen.
  const claim = await db.selectFrom('ticket_claims').select('ticket_no').where('ticket_no', '=', ticketNo).execute()
  return { isClaimed: claim.length > 0, returnedAt }
}

/** Marks a ticket that nobody has claimed as returned: nobody can claim it any more. */
export async function markReturned(
  db: Transaction<Database>,
  { ticketNo, reason, now }: { ticketNo: string; reason: string; now: Date },
): Promise<void> {
  await db
    .updateTable('tickets')
    .set({ returned_at: now, return_reason: reason })
    .where('ticket_no', '=', ticketNo)
    .execute()
}

/** Tickets that were returned before anybody had claimed them, and were claimed all the same. */
export async function findClaimedReturns(db: Transaction<Database>, memberId?: string): Promise<string[]> {
  const { rows } = await sql<{ ticketNo: string }>`
    select claim.ticket_no as "ticketNo" from ticket_claims claim join tickets using (ticket_no)
    where tickets.returned_at is not null and ${ownedBy(memberId, 'claim.member_id')}
    order by "ticketNo"`.execute(db)
  return rows.map(({ ticketNo }) => ticketNo)
}

/**
 * An entry that takes back a ticket which its member has not, or more than it gave. `given`: null where the member has
 * no points of it.
 */
export interface WrongReturn {
  id: string
  ticketNo: string
  points: number
  given: number | null
}

/** Entries for returned tickets that took back what was not given. */
export async function findWrongReturns(db: Transaction<Database>, memberId?: string): Promise<WrongReturn[]> {
  const { rows } = await sql<WrongReturn>`
    select * from (
      select back.id::text, back.reference as "ticketNo", back.delta_balance as points, ${givenPoints} as given
      from point_transactions back
      join tickets on tickets.ticket_no = back.reference
      left join ticket_claims claim on claim.ticket_no = back.reference and claim.member_id = back.member_id
      where back.code = ${returnCode} and ${ownedBy(memberId, 'back.member_id')}) back
    where given is null or points not between -given and 0
    order by "ticketNo"`.execute(db)
  return rows
}
