import type { Kysely } from 'kysely'
import type { Database } from './tables.ts'

/** A ticket that has given points. A programme has the same name on each of its evenings. */
export interface CreditedTicket {
  programme: string
  points: number
  creditedAt: Date
}

/** The tickets that gave a member points since `since`. */
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
