import { type Kysely, type RawBuilder, sql } from 'kysely'
import { highestMeasuredTier, isAbove, type Tier, tiers } from '#contract/member/tiers.ts'
import type { Database } from '../tables.ts'

/**
 * The tickets that gave a member points since `since`, without those that were returned until `until`: an entry of
 * their number says so. `returnedAt`: when one was, after `until`. `heardAt`: when one was both claimed and heard,
 * before `creditedAt` where settlement came later.
 */
export async function findCreditedTickets(
  db: Kysely<Database>,
  memberId: string,
  { since, until }: { since: Date; until: Date },
) {
  const rows = await db
    .selectFrom('ticket_claims')
    .innerJoin('point_transactions', 'point_transactions.id', 'ticket_claims.transaction_id')
    .innerJoin('tickets', 'tickets.ticket_no', 'ticket_claims.ticket_no')
    .innerJoin('performances', 'performances.id', 'tickets.performance_id')
    .leftJoin('point_transactions as returned', (join) =>
      join.onRef('returned.reference', '=', 'tickets.ticket_no').on('returned.code', '=', 'Return/Refund/Exchange'),
    )
    .select(['tickets.ticket_no as ticketNo', 'tickets.amount', 'performances.name'])
    .select('returned.created_at as returnedAt')
    .select('point_transactions.delta_balance as points')
    .select('point_transactions.created_at as creditedAt')
    .select(sql<Date>`greatest(ticket_claims.claimed_at, performances.ends_at)`.as('heardAt'))
    .where('point_transactions.member_id', '=', memberId)
    .where('point_transactions.created_at', '>=', since)
    .where((row) => row.or([row('returned.created_at', 'is', null), row('returned.created_at', '>', until)]))
    .execute()
  return rows.map(({ name, ...ticket }) => ({ ...ticket, programme: name.en }))
}

/** What a member's tickets have brought since two moments, returned ones among it: more than has been reached. */
interface AtMost {
  tickets: number
  programmes: number
  /** Since the start of the membership year. */
  points: number
  /** Since the start of what counts as spend, and one more for each ticket, which its price may have in cents. */
  spend: number
}

/** A member below the highest tier that concerts give, whose profile is complete. */
export interface Candidate extends AtMost {
  id: string
  tier: Tier
}

const belowHighest = tiers.filter((tier) => isAbove(highestMeasuredTier, tier))

/** The candidates among members, of whom `condition` speaks as `member`. */
async function findCandidates(
  db: Kysely<Database>,
  { year, counted, condition }: { year: Date; counted: Date; condition: RawBuilder<boolean> },
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select member.id, member.membership_tier as tier,
      count(entry.id) filter (where entry.created_at >= ${year})::int as tickets,
      count(distinct performance.name ->> 'en') filter (where entry.created_at >= ${year})::int as programmes,
      coalesce(sum(entry.delta_balance) filter (where entry.created_at >= ${year}), 0)::int as points,
      coalesce(sum(entry.delta_balance + 1), 0)::int as spend
    from members member
    left join point_transactions entry
      on entry.member_id = member.id and entry.code = 'Scan ticket' and entry.created_at >= ${counted}
    left join ticket_claims claim on claim.transaction_id = entry.id
    left join tickets ticket on ticket.ticket_no = claim.ticket_no
    left join performances performance on performance.id = ticket.performance_id
    where member.membership_tier = any(${belowHighest}::text[]) and member.active and member.is_profile_completed
      and ${condition}
    group by member.id
    order by member.id`.execute(db)
  return rows
}

/** Since when tickets count: those of the membership year, and those of the spend. */
export interface Counted {
  year: Date
  counted: Date
}

/** A member as a candidate; undefined when the member is none. */
export async function findCandidate(
  db: Kysely<Database>,
  memberId: string,
  since: Counted,
): Promise<Candidate | undefined> {
  return (await findCandidates(db, { ...since, condition: sql<boolean>`member.id = ${memberId}` }))[0]
}

/** The candidates whose tickets of performances that were settled since `settledSince` have given points. */
export function findSettledCandidates(
  db: Kysely<Database>,
  { settledSince, ...since }: Counted & { settledSince: Date },
): Promise<Candidate[]> {
  const condition = sql<boolean>`member.id in (
    select claim.member_id from ticket_claims claim
    join tickets ticket on ticket.ticket_no = claim.ticket_no
    join performances performance on performance.id = ticket.performance_id
    where performance.settled_at >= ${settledSince} and claim.transaction_id is not null)`
  return findCandidates(db, { ...since, condition })
}
