import { sql, type Transaction } from 'kysely'
import { ownedBy } from './audit.ts'
import type { Database } from '../tables.ts'

/** An entry of a bonus that is not what its ticket gives. */
export interface WrongBonus {
  id: string
  code: string | null
  points: number | null
  /** What ticket and factor give; null if the entry is the bonus of no ticket that its member was credited with. */
  due: number | null
}

/**
 * Every entry of a bonus that was computed from nothing, or from something else than it says.
 *
 * What an operator gave is none of these.
 *
 * @param codes the types of bonuses
 * @param memberId limits it to one member
 */
export async function findWrongBonuses(
  db: Transaction<Database>,
  codes: readonly string[],
  memberId?: string,
): Promise<WrongBonus[]> {
  const { rows } = await sql<WrongBonus>`
    select coalesce(entry.id, bonus.transaction_id)::text as id, entry.code, entry.delta_balance as points,
      floor(floor(ticket.amount) * (bonus.factor - 1))::int as due
    from (select * from point_transactions where code in (${sql.join(codes)})) entry
    full join ticket_bonuses bonus on bonus.transaction_id = entry.id
    left join point_adjustments adjustment on adjustment.transaction_id = entry.id
    left join ticket_claims claim on claim.ticket_no = bonus.ticket_no and claim.ticket_no = entry.reference
      and claim.member_id = entry.member_id and claim.transaction_id is not null
    left join tickets ticket on ticket.ticket_no = claim.ticket_no
    where (entry.id is null or (bonus.transaction_id is null and adjustment.transaction_id is null)
        or (bonus.ticket_no is not null
          and entry.delta_balance is distinct from floor(floor(ticket.amount) * (bonus.factor - 1))))
      and ${ownedBy(memberId, 'entry.member_id')}
    order by 1`.execute(db)
  return rows
}

/** A bonus that a ticket should have given. */
interface MissingBonus {
  ticketNo: string
  code: string
}

/**
 * How much later than a period was changed a ticket must have given its points, or it may have been credited by what
 * there was before.
 */
const newPeriod = '1 minute'

/**
 * Tickets that have given points since a period of the contents was last changed, begin in it, and gave no bonus of its
 * type. A birthday counts where the member had completed their profile before: that needs the date of birth, which
 * nobody changes afterwards.
 */
export async function findMissingBonuses(db: Transaction<Database>, memberId?: string): Promise<MissingBonus[]> {
  const { rows } = await sql<MissingBonus>`
    select distinct ticket.ticket_no as "ticketNo", period.code
    from (
      select fields->>'code' as code, (fields->>'factor')::numeric as factor, updated_at,
        (fields->>'from')::timestamptz as begins, (fields->>'to')::timestamptz as ends, fields->>'members' as members
      from contents where group_name = 'bonus_periods') period
    join performances performance on performance.starts_at between period.begins and period.ends
    join tickets ticket on ticket.performance_id = performance.id
    join ticket_claims claim on claim.ticket_no = ticket.ticket_no
    join point_transactions entry on entry.id = claim.transaction_id
    where entry.created_at > period.updated_at + ${newPeriod}::interval
      and (period.members = 'all' or exists (
        select from members member
        join point_transactions completed on completed.member_id = member.id and completed.code = 'Completed Profile'
        where member.id = claim.member_id and completed.created_at < entry.created_at
          and substr(member.dob::text, 6, 2) = to_char(performance.starts_at at time zone 'Asia/Hong_Kong', 'MM')))
      and floor(floor(ticket.amount) * (period.factor - 1)) > 0
      and not exists (
        select from point_transactions bonus where bonus.code = period.code and bonus.reference = ticket.ticket_no)
      and ${ownedBy(memberId, 'claim.member_id')}
    order by 1, 2`.execute(db)
  return rows
}
