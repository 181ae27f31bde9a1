import { type Kysely, sql, type Transaction } from 'kysely'
import type { LocalizedText } from '#contract/language.ts'
import type { Database } from '../tables.ts'
import { returnCode } from './returnedTickets.ts'

/** A ticket that was sold, with its performance and claim, as a member meets it. */
export interface KnownTicket {
  ticketNo: string
  performanceId: string
  name: LocalizedText
  startsAt: Date
  seat: string
  /** In Hong Kong dollars. */
  amount: number
  /** When its performance ends. */
  endsAt: Date
  /** When its performance was settled, null before. */
  settledAt: Date | null
  claim: { memberId: string; credited: boolean } | null
  /** When this member first scanned its code in time, null before. */
  seenAt: Date | null
  /** When it was returned, unclaimed; null if it was not. */
  returnedAt: Date | null
}

function selectTickets(db: Kysely<Database>, memberId: string) {
  return db
    .selectFrom('tickets')
    .innerJoin('performances', 'performances.id', 'tickets.performance_id')
    .leftJoin('ticket_claims', 'ticket_claims.ticket_no', 'tickets.ticket_no')
    .leftJoin('ticket_sightings', (join) =>
      join
        .onRef('ticket_sightings.ticket_no', '=', 'tickets.ticket_no')
        .on('ticket_sightings.member_id', '=', memberId),
    )
    .select([
      'tickets.ticket_no as ticketNo',
      'tickets.performance_id as performanceId',
      'tickets.seat',
      'tickets.amount',
      'tickets.returned_at as returnedAt',
      'performances.name',
      'performances.starts_at as startsAt',
      'performances.ends_at as endsAt',
      'performances.settled_at as settledAt',
      'ticket_claims.member_id as claimedBy',
      'ticket_claims.transaction_id as creditedBy',
      'ticket_sightings.seen_at as seenAt',
    ])
}

type TicketRow = Omit<KnownTicket, 'claim'> & { claimedBy: string | null; creditedBy: string | null }

function toTicket(row: TicketRow | undefined): KnownTicket | null {
  if (!row) return null
  const { claimedBy, creditedBy, ...ticket } = row
  return { ...ticket, claim: claimedBy === null ? null : { memberId: claimedBy, credited: creditedBy !== null } }
}

/** The ticket whose code has this SHA-256, or null. */
export async function findTicketByCode(
  db: Kysely<Database>,
  codeHash: string,
  memberId: string,
): Promise<KnownTicket | null> {
  return toTicket(await selectTickets(db, memberId).where('tickets.code_hash', '=', codeHash).executeTakeFirst())
}

/** The ticket with this number if the member has scanned its code or claimed it before, else null. */
export async function findOwnTicket(
  db: Kysely<Database>,
  ticketNo: string,
  memberId: string,
): Promise<KnownTicket | null> {
  const row = await selectTickets(db, memberId)
    .where('tickets.ticket_no', '=', ticketNo)
    .where((own) => own.or([own('seen_at', 'is not', null), own('ticket_claims.member_id', '=', memberId)]))
    .executeTakeFirst()
  return toTicket(row)
}

/**
 * A ticket that a member has claimed. `takenBackAt`: when it was returned, and its points were taken back; null if it
 * was not.
 */
export type ClaimedTicketRow = KnownTicket & { claimedAt: Date; takenBackAt: Date | null }

/**
 * Some of the tickets that a member has claimed, with the time of the claim, newest first.
 *
 * @param before the number of a ticket of theirs: only those after it in this order; undefined: from the newest on
 */
export async function findClaimedTickets(
  db: Kysely<Database>,
  memberId: string,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<ClaimedTicketRow[]> {
  const newestFirst = selectTickets(db, memberId)
    .leftJoin('point_transactions as back', (join) =>
      join.onRef('back.reference', '=', 'tickets.ticket_no').on('back.code', '=', returnCode),
    )
    .select(['ticket_claims.claimed_at as claimedAt', 'back.created_at as takenBackAt'])
    // By the sightings, which have an index by member: a ticket is claimed after its code was scanned.
    .where('ticket_sightings.member_id', '=', memberId)
    .where('ticket_claims.member_id', '=', memberId)
    .orderBy('ticket_claims.claimed_at', 'desc')
    .orderBy('ticket_claims.ticket_no', 'desc')
    .limit(limit)
  const rows = await (before === undefined ? newestFirst : newestFirst.where(isOlderThan(before, memberId))).execute()
  return rows.flatMap(({ claimedAt, takenBackAt, ...row }) => {
    const ticket = toTicket(row)
    return ticket && claimedAt ? { ...ticket, claimedAt, takenBackAt } : []
  })
}

const isOlderThan = (ticketNo: string, memberId: string) =>
  sql<boolean>`(ticket_claims.claimed_at, ticket_claims.ticket_no) < (
    select claimed_at, ticket_no from ticket_claims where ticket_no = ${ticketNo} and member_id = ${memberId})`

/** Records that a member has scanned a ticket's code. */
export async function recordSighting(
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
 * Blocks settlement of a performance until the transaction ends, and resolves to when it was settled, null before.
 * Without the lock, a pending claim could be added after settlement and never be credited.
 */
export async function blockSettlement(db: Transaction<Database>, performanceId: string): Promise<Date | null> {
  const { settled_at } = await db
    .selectFrom('performances')
    .select('settled_at')
    .where('id', '=', performanceId)
    .forShare()
    .executeTakeFirstOrThrow()
  return settled_at
}

/**
 * Adds a pending claim. The primary key decides races: the insert waits for a concurrent claim to commit.
 *
 * @returns false when another claim came first
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
