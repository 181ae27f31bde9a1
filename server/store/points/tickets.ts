import { type Kysely, sql, type Transaction } from 'kysely'
import type { LocalizedText } from '#contract/language.ts'
import type { Database } from '../tables.ts'
import { Outdated } from '../transactions.ts'
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

/** A ticket as a member meets it; the same columns as those of `selectTickets`, which takes longer to compose. */
const ticketOf = (memberId: string) => sql`
  select ticket.ticket_no as "ticketNo", ticket.performance_id as "performanceId", ticket.seat, ticket.amount,
    ticket.returned_at as "returnedAt", performance.name, performance.starts_at as "startsAt",
    performance.ends_at as "endsAt", performance.settled_at as "settledAt", claim.member_id as "claimedBy",
    claim.transaction_id as "creditedBy", sighting.seen_at as "seenAt"
  from tickets ticket
  join performances performance on performance.id = ticket.performance_id
  left join ticket_claims claim on claim.ticket_no = ticket.ticket_no
  left join ticket_sightings sighting on sighting.ticket_no = ticket.ticket_no and sighting.member_id = ${memberId}`

/** The ticket whose code has this SHA-256, or null. */
export async function findTicketByCode(
  db: Kysely<Database>,
  codeHash: string,
  memberId: string,
): Promise<KnownTicket | null> {
  const { rows } = await sql<TicketRow>`${ticketOf(memberId)} where ticket.code_hash = ${codeHash}`.execute(db)
  return toTicket(rows[0])
}

/** The ticket with this number if the member has scanned its code or claimed it before, else null. */
export async function findOwnTicket(
  db: Kysely<Database>,
  ticketNo: string,
  memberId: string,
): Promise<KnownTicket | null> {
  const { rows } = await sql<TicketRow>`${ticketOf(memberId)}
    where ticket.ticket_no = ${ticketNo} and (sighting.seen_at is not null or claim.member_id = ${memberId})`.execute(
    db,
  )
  return toTicket(rows[0])
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
  { memberId, ticketNo, now }: { memberId: string; ticketNo: string; now: Date },
): Promise<void> {
  await sql`
    insert into ticket_sightings (member_id, ticket_no, seen_at) values (${memberId}, ${ticketNo}, ${now})
    on conflict do nothing`.execute(db)
}

/**
 * Blocks settlement of a performance until the transaction ends, and resolves to when it was settled, null before.
 * Without the lock, a pending claim could be added after settlement and never be credited.
 */
export async function blockSettlement(db: Transaction<Database>, performanceId: string): Promise<Date | null> {
  const performance = await db
    .selectFrom('performances')
    .select('settled_at')
    .where('id', '=', performanceId)
    .forShare()
    .executeTakeFirst()
  if (!performance) throw new Outdated(`The performance ${performanceId} was taken out with its import`)
  return performance.settled_at
}

/**
 * Adds a pending claim. The primary key decides races: the insert waits for a concurrent claim to commit, and its
 * transaction runs again when that came first.
 */
export async function addClaim(
  db: Transaction<Database>,
  claim: { ticketNo: string; memberId: string; now: Date },
): Promise<void> {
  await db
    .insertInto('ticket_claims')
    .values({ ticket_no: claim.ticketNo, member_id: claim.memberId, claimed_at: claim.now })
    .execute()
}
