import { type Kysely, sql, type Transaction } from 'kysely'
import type { LocalizedText } from '#contract/language.ts'
import { sha256 } from '../hash.ts'
import type { Database } from '../tables.ts'
import { returnCode } from './returnedTickets.ts'

/** A ticket as it was sold. `amount` in Hong Kong dollars. */
interface TicketSale {
  ticketNo: string
  performanceId: string
  code: string
  seat: string
  amount: number
}

/** A performance with its names and times. */
export interface PerformanceSale {
  id: string
  name: LocalizedText
  venue: LocalizedText
  startsAt: Date
  endsAt: Date
}

const saleColumns = ['ticket_no as ticketNo', 'performance_id as performanceId', 'code', 'seat', 'amount'] as const

/** The performances with these ids. */
export function findPerformanceSales(db: Kysely<Database>, ids: readonly string[]): Promise<PerformanceSale[]> {
  return db
    .selectFrom('performances')
    .select(['id', 'name', 'venue', 'starts_at as startsAt', 'ends_at as endsAt'])
    .where(sql<boolean>`id = any(${[...ids]})`)
    .execute()
}

/** The tickets with any of these numbers or codes. */
export function findTicketSales(
  db: Kysely<Database>,
  { ticketNos, codes }: { ticketNos: readonly string[]; codes: readonly string[] },
): Promise<TicketSale[]> {
  return db
    .selectFrom('tickets')
    .select(saleColumns)
    .where(sql<boolean>`(ticket_no = any(${[...ticketNos]}) or code_hash = any(${codes.map(sha256)}))`)
    .execute()
}

/** The codes of the tickets with these numbers, and whether each was returned. */
export async function findTicketCodes(
  db: Kysely<Database>,
  ticketNos: readonly string[],
): Promise<{ ticketNo: string; code: string; isReturned: boolean }[]> {
  const { rows } = await sql<{ ticketNo: string; code: string; isReturned: boolean }>`
    select ticket_no as "ticketNo", code, returned_at is not null or exists (
        select from point_transactions back where back.reference = ticket_no and back.code = ${returnCode}
      ) as "isReturned"
    from tickets where ticket_no = any(${[...ticketNos]})`.execute(db)
  return rows
}

/** Adds performances of an import. Rejects where one of the ids exists. */
export async function addPerformances(
  db: Transaction<Database>,
  importId: string,
  added: readonly PerformanceSale[],
): Promise<void> {
  if (added.length === 0) return
  const rows = added.map(({ id, name, venue, startsAt, endsAt }) => ({
    id,
    name: JSON.stringify(name),
    venue: JSON.stringify(venue),
    starts_at: startsAt,
    ends_at: endsAt,
    import_id: importId,
  }))
  await db.insertInto('performances').values(rows).execute()
}

/** Adds tickets of an import in one statement. */
export async function addTickets(
  db: Transaction<Database>,
  importId: string,
  added: readonly TicketSale[],
): Promise<void> {
  if (added.length === 0) return
  const rows = added.map(({ ticketNo, performanceId, code, seat, amount }) => ({
    ticket_no: ticketNo,
    performance_id: performanceId,
    code,
    code_hash: sha256(code),
    seat,
    amount,
    import_id: importId,
  }))
  await db.insertInto('tickets').values(rows).execute()
}

/** The tickets after a number, in the order of numbers, each with its performance. `after`: '' for the first ones. */
export function findTicketsAfter(db: Kysely<Database>, after: string, limit: number) {
  return db
    .selectFrom('tickets')
    .innerJoin('performances', 'performances.id', 'tickets.performance_id')
    .select(saleColumns)
    .select(['name', 'venue', 'starts_at as startsAt', 'ends_at as endsAt'])
    .where('ticket_no', '>', after)
    .orderBy('ticket_no')
    .limit(limit)
    .execute()
}
