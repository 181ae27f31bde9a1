import { type Kysely, sql } from 'kysely'
import { isAbove, spendTier, tiers } from '#contract/member/tiers.ts'
import type { Database } from '../tables.ts'

/** A ticket that has given points. A programme has the same name on each of its evenings. */
export interface CreditedTicket {
  ticketNo: string
  programme: string
  points: number
  /** In Hong Kong dollars. */
  amount: number
  creditedAt: Date
}

/**
 * The tickets that gave a member points since `since`, without those that were returned until `until`: an entry of
 * their number says so.
 */
export async function findCreditedTickets(
  db: Kysely<Database>,
  memberId: string,
  { since, until }: { since: Date; until: Date },
): Promise<CreditedTicket[]> {
  const rows = await db
    .selectFrom('ticket_claims')
    .innerJoin('point_transactions', 'point_transactions.id', 'ticket_claims.transaction_id')
    .innerJoin('tickets', 'tickets.ticket_no', 'ticket_claims.ticket_no')
    .innerJoin('performances', 'performances.id', 'tickets.performance_id')
    .select(['tickets.ticket_no as ticketNo', 'tickets.amount', 'performances.name'])
    .select('point_transactions.delta_balance as points')
    .select('point_transactions.created_at as creditedAt')
    .where('point_transactions.member_id', '=', memberId)
    .where('point_transactions.created_at', '>=', since)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('point_transactions as returned')
            .select('returned.id')
            .where('returned.code', '=', 'Return/Refund/Exchange')
            .where('returned.created_at', '<=', until)
            .whereRef('returned.reference', '=', 'tickets.ticket_no'),
        ),
      ),
    )
    .execute()
  return rows.map(({ name, ...ticket }) => ({ ...ticket, programme: name.en }))
}

/** What members must have been credited with to be looked at: more than `points`, since `since`. */
interface Least {
  points: number
  since: Date
}

/** The points of a member’s tickets since a moment, and one more for each, which its price may have in cents. */
const ticketPointsSince = (memberId: ReturnType<typeof sql>, since: Date) => sql<number>`(
  select coalesce(sum(delta_balance + 1), 0) from point_transactions
  where member_id = ${memberId} and code = 'Scan ticket' and created_at >= ${since})`

/** Whether a member's tickets may have cost as many dollars, by their points. */
export async function mayHaveSpent(db: Kysely<Database>, memberId: string, least: Least): Promise<boolean> {
  const points = ticketPointsSince(sql`${memberId}::uuid`, least.since)
  const { rows } = await sql<{ reached: boolean }>`select ${points} > ${least.points} as reached`.execute(db)
  return rows[0]?.reached ?? false
}

const belowSpendTier = tiers.filter((tier) => isAbove(spendTier, tier))

/**
 * The ids of members without Gold whose tickets of performances that were settled since `settledSince` have given
 * points, and whose tickets may have cost as many dollars.
 */
export async function findSpendersWithoutGold(
  db: Kysely<Database>,
  { settledSince, least }: { settledSince: Date; least: Least },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select member.id from members member
    where member.membership_tier = any(${belowSpendTier}::text[]) and member.active and member.is_profile_completed
      and member.id in (
        select claim.member_id from ticket_claims claim
        join tickets ticket on ticket.ticket_no = claim.ticket_no
        join performances performance on performance.id = ticket.performance_id
        where performance.settled_at >= ${settledSince} and claim.transaction_id is not null)
      and ${ticketPointsSince(sql`member.id`, least.since)} > ${least.points}
    order by member.id`.execute(db)
  return rows.map(({ id }) => id)
}
