import type { Kysely, Transaction } from 'kysely'
import type { LocalizedText } from '#contract/language.ts'
import type { TicketState } from '../domain/scan.ts'
import type { Database } from './tables.ts'

/** A ticket that the club knows, with its performance and claim. */
export interface KnownTicket extends TicketState {
  ticketNo: string
  performanceId: string
  name: LocalizedText
  startsAt: Date
  seat: string
  /** In Hong Kong dollars. */
  amount: number
}

function selectTickets(db: Kysely<Database>) {
  return db
    .selectFrom('tickets')
    .innerJoin('performances', 'performances.id', 'tickets.performance_id')
    .leftJoin('ticket_claims', 'ticket_claims.ticket_no', 'tickets.ticket_no')
    .select([
      'tickets.ticket_no as ticketNo',
      'tickets.performance_id as performanceId',
      'tickets.seat',
      'tickets.amount',
      'performances.name',
      'performances.starts_at as startsAt',
      'performances.ends_at as endsAt',
      'performances.settled_at as settledAt',
      'ticket_claims.member_id as claimedBy',
      'ticket_claims.transaction_id as creditedBy',
    ])
}

type TicketRow = Omit<KnownTicket, 'claim'> & { claimedBy: string | null; creditedBy: string | null }

function toTicket(row: TicketRow | undefined): KnownTicket | null {
  if (!row) return null
  const { claimedBy, creditedBy, ...ticket } = row
  return { ...ticket, claim: claimedBy === null ? null : { memberId: claimedBy, credited: creditedBy !== null } }
}

/** The ticket whose code has this SHA-256, or null. */
export async function findTicketByCode(db: Kysely<Database>, codeHash: string): Promise<KnownTicket | null> {
  return toTicket(await selectTickets(db).where('tickets.code_hash', '=', codeHash).executeTakeFirst())
}

/** The ticket with this number, where the member has scanned its code before; else null. */
export async function findSightedTicket(
  db: Kysely<Database>,
  ticketNo: string,
  memberId: string,
): Promise<KnownTicket | null> {
  const row = await selectTickets(db)
    .innerJoin('ticket_sightings', 'ticket_sightings.ticket_no', 'tickets.ticket_no')
    .where('tickets.ticket_no', '=', ticketNo)
    .where('ticket_sightings.member_id', '=', memberId)
    .executeTakeFirst()
  return toTicket(row)
}

/** Notes that a member has scanned a ticket's code. */
export async function noteSighting(
  db: Transaction<Database>,
  sighting: { memberId: string; ticketNo: string; now: Date },
): Promise<void> {
  await db
    .insertInto('ticket_sightings')
    .values({ member_id: sighting.memberId, ticket_no: sighting.ticketNo, seen_at: sighting.now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Keeps settlement of a performance out until the transaction ends, and reads anew whether it has been: a pending claim never
 * slips in behind it.
 */
export async function holdOffSettlement(db: Transaction<Database>, performanceId: string): Promise<Date | null> {
  const { settled_at } = await db
    .selectFrom('performances')
    .select('settled_at')
    .where('id', '=', performanceId)
    .forShare()
    .executeTakeFirstOrThrow()
  return settled_at
}

/**
 * Claims a ticket, pending at first. The primary key settles every race: it waits for another claim that is under way.
 *
 * @returns false where another claim was first
 */
export async function addClaim(
  db: Transaction<Database>,
  claim: { ticketNo: string; memberId: string; now: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('ticket_claims')
    .values({ ticket_no: claim.ticketNo, member_id: claim.memberId, claimed_at: claim.now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Names the ledger entry that a claim's points came by. */
export async function markCredited(db: Transaction<Database>, ticketNo: string, entry: string): Promise<void> {
  await db.updateTable('ticket_claims').set({ transaction_id: entry }).where('ticket_no', '=', ticketNo).execute()
}
