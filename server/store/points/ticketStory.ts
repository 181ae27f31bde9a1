import { type Kysely, sql } from 'kysely'
import type { LocalizedText } from '#contract/language.ts'
import type { Database } from '../tables.ts'
import { givenPoints, returnCode } from './returnedTickets.ts'

/** A ticket with all that has become of it. */
export interface StoredTicket {
  ticketNo: string
  performanceId: string
  name: LocalizedText
  startsAt: Date
  endsAt: Date
  settledAt: Date | null
  seat: string
  /** In Hong Kong dollars. */
  amount: number
  importId: string | null
  file: string | null
  claimedBy: string | null
  claimedAt: Date | null
  /** What it and its bonuses have given, and when; null while there is nothing. */
  points: number | null
  creditedAt: Date | null
  /** When it was returned before anybody had claimed it, and why. */
  voidedAt: Date | null
  voidReason: string | null
  /** The entry that takes its points back: null where there is none. */
  backId: string | null
  backAt: Date | null
  taken: number | null
  backReason: string | null
}

/** The ticket with a number, however its letters are written. */
export async function findStoredTicket(db: Kysely<Database>, ticketNo: string): Promise<StoredTicket | undefined> {
  const { rows } = await sql<StoredTicket>`
    select ticket.ticket_no as "ticketNo", performance.id as "performanceId", performance.name,
      performance.starts_at as "startsAt", performance.ends_at as "endsAt", performance.settled_at as "settledAt",
      ticket.seat, ticket.amount, ticket.import_id as "importId", ticket_imports.file,
      claim.member_id as "claimedBy", claim.claimed_at as "claimedAt", ${givenPoints} as points,
      credit.created_at as "creditedAt", ticket.returned_at as "voidedAt", ticket.return_reason as "voidReason",
      back.id as "backId", back.created_at as "backAt", -back.delta_balance as taken, adjustment.reason as "backReason"
    from tickets ticket
    join performances performance on performance.id = ticket.performance_id
    left join ticket_imports on ticket_imports.id = ticket.import_id
    left join ticket_claims claim on claim.ticket_no = ticket.ticket_no
    left join point_transactions credit on credit.id = claim.transaction_id
    left join point_transactions back on back.reference = ticket.ticket_no and back.code = ${returnCode}
    left join point_adjustments adjustment on adjustment.transaction_id = back.id
    where ticket.ticket_no = any(${[ticketNo, ticketNo.toUpperCase()]})
    order by ticket.ticket_no = ${ticketNo} desc limit 1`.execute(db)
  return rows[0]
}

/** Who has scanned a ticket, the first one first. */
export function findSightings(
  db: Kysely<Database>,
  ticketNo: string,
  limit: number,
): Promise<{ memberId: string; at: Date }[]> {
  return db
    .selectFrom('ticket_sightings')
    .select(['member_id as memberId', 'seen_at as at'])
    .where('ticket_no', '=', ticketNo)
    .orderBy('seen_at')
    .limit(limit)
    .execute()
}
