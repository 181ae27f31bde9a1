import type { Kysely } from 'kysely'
import type { CreditedTicket } from '../domain/progress.ts'
import type { Database } from './tables.ts'

/** The tickets that have given a member points since a moment. */
export async function findCreditedTickets(
  db: Kysely<Database>,
  memberId: string,
  since: Date,
): Promise<CreditedTicket[]> {
  const rows = await db
    .selectFrom('ticket_claims')
    .innerJoin('point_transactions', 'point_transactions.id', 'ticket_claims.transaction_id')
    .innerJoin('tickets', 'tickets.ticket_no', 'ticket_claims.ticket_no')
    .innerJoin('performances', 'performances.id', 'tickets.performance_id')
    .select(['performances.name', 'point_transactions.delta_balance as points'])
    .select('point_transactions.created_at as creditedAt')
    .where('point_transactions.member_id', '=', memberId)
    .where('point_transactions.created_at', '>=', since)
    .execute()
  return rows.map(({ name, points, creditedAt }) => ({ programme: name.en, points, creditedAt }))
}
