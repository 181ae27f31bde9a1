import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../tables.ts'

/** A bonus to give: a point transaction of its own, once for each code and ticket. */
export interface BonusCredit {
  ticketNo: string
  memberId: string
  code: string
  factor: number
  points: number
}

/**
 * Gives the bonuses of credited tickets in one statement: for each an entry, its bucket, and what it was computed from.
 * In their order, each comes a millisecond after the one before, the first after the entry of its ticket.
 */
export async function addTicketBonuses(
  db: Transaction<Database>,
  credits: readonly BonusCredit[],
  { now, expiresAt }: { now: Date; expiresAt: Date | null },
): Promise<void> {
  const ordered = credits.map((credit, at) => {
    const before = credits.slice(0, at).filter(({ ticketNo }) => ticketNo === credit.ticketNo)
    return { ...credit, place: before.length + 1 }
  })
  await sql`
    with credits as (
      select "ticketNo", "memberId", code, factor, points, place from jsonb_to_recordset(${JSON.stringify(ordered)}::jsonb)
        as credit("ticketNo" text, "memberId" uuid, code text, factor numeric, points integer, place integer)),
    entries as (
      insert into point_transactions (member_id, created_at, code, reference, delta_balance)
      select "memberId", ${now}::timestamptz + place * interval '1 millisecond', code, "ticketNo", points from credits
      returning id, member_id, code, reference, delta_balance),
    buckets as (
      insert into point_buckets (member_id, transaction_id, earned, remaining, expires_at)
      select member_id, id, delta_balance, delta_balance, ${expiresAt}::timestamptz from entries)
    insert into ticket_bonuses (transaction_id, ticket_no, factor)
    select entries.id, entries.reference, credits.factor from entries
    join credits on credits."ticketNo" = entries.reference and credits.code = entries.code`.execute(db)
}

/** Records that an entry of a bonus's type came without a ticket: by an import, or from an earlier system. */
export async function addOtherBonus(db: Transaction<Database>, entryId: string): Promise<void> {
  await db.insertInto('ticket_bonuses').values({ transaction_id: entryId, ticket_no: null, factor: null }).execute()
}

/** A bonus that a ticket has given. */
export interface GivenBonus {
  ticketNo: string
  code: string
  points: number
}

/** The bonuses that some tickets have given, in the order in which they were given. */
export async function findTicketBonuses(db: Kysely<Database>, ticketNos: readonly string[]): Promise<GivenBonus[]> {
  const rows = await db
    .selectFrom('ticket_bonuses')
    .innerJoin('point_transactions', 'point_transactions.id', 'ticket_bonuses.transaction_id')
    .select(['ticket_bonuses.ticket_no as ticketNo', 'point_transactions.code'])
    .select('point_transactions.delta_balance as points')
    .where('ticket_bonuses.ticket_no', 'in', ticketNos)
    .orderBy('point_transactions.created_at')
    .orderBy('point_transactions.id')
    .execute()
  return rows.flatMap(({ ticketNo, ...bonus }) => (ticketNo === null ? [] : [{ ticketNo, ...bonus }]))
}

/** The dates of birth of some members, by id; null where it is not known. */
export async function findBirthDates(
  db: Kysely<Database>,
  memberIds: readonly string[],
): Promise<Map<string, string | null>> {
  const rows = await db.selectFrom('members').select(['id', 'dob']).where('id', 'in', memberIds).execute()
  return new Map(rows.map(({ id, dob }) => [id, dob]))
}
