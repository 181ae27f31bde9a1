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

type TicketRow = Omit<KnownTicket, 'claim'> & { claimedBy: string | null; creditedBy: string | null }

function toTicket({ claimedBy, creditedBy, ...ticket }: TicketRow): KnownTicket {
  return { ...ticket, claim: claimedBy === null ? null : { memberId: claimedBy, credited: creditedBy !== null } }
}

const ticketColumns = sql`
  ticket.ticket_no as "ticketNo", ticket.performance_id as "performanceId", ticket.seat, ticket.amount,
  ticket.returned_at as "returnedAt", performance.name, performance.starts_at as "startsAt",
  performance.ends_at as "endsAt", performance.settled_at as "settledAt", claim.member_id as "claimedBy",
  claim.transaction_id as "creditedBy", sighting.seen_at as "seenAt"`

const ticketTables = (memberId: string) => sql`
  tickets ticket
  join performances performance on performance.id = ticket.performance_id
  left join ticket_claims claim on claim.ticket_no = ticket.ticket_no
  left join ticket_sightings sighting on sighting.ticket_no = ticket.ticket_no and sighting.member_id = ${memberId}`

/** A ticket as a member meets it. */
const ticketOf = (memberId: string) => sql`select ${ticketColumns} from ${ticketTables(memberId)}`

/** The ticket whose code has this SHA-256, or null. */
export async function findTicketByCode(
  db: Kysely<Database>,
  codeHash: string,
  memberId: string,
): Promise<KnownTicket | null> {
  const { rows } = await sql<TicketRow>`${ticketOf(memberId)} where ticket.code_hash = ${codeHash}`.execute(db)
  return rows[0] ? toTicket(rows[0]) : null
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
  return rows[0] ? toTicket(rows[0]) : null
}

/**
 * A ticket that a member has claimed. `takenBackAt`: when it was returned, and its points were taken back; null if it
 * was not.
 */
type ClaimedTicketRow = KnownTicket & { claimedAt: Date; takenBackAt: Date | null }

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
  const isOlder = sql`(claim.claimed_at, claim.ticket_no) < (
    select claimed_at, ticket_no from ticket_claims where ticket_no = ${before} and member_id = ${memberId})`
  // By the sightings, which have an index by member: a ticket is claimed after its code was scanned.
  const { rows } = await sql<TicketRow & { claimedAt: Date; takenBackAt: Date | null }>`
    select ${ticketColumns}, claim.claimed_at as "claimedAt", back.created_at as "takenBackAt"
    from ${ticketTables(memberId)}
    left join point_transactions back on back.reference = ticket.ticket_no and back.code = ${returnCode}
    where sighting.member_id = ${memberId} and claim.member_id = ${memberId}
      and ${before === undefined ? sql`true` : isOlder}
    order by claim.claimed_at desc, claim.ticket_no desc
    limit ${limit}`.execute(db)
  return rows.map(({ claimedAt, takenBackAt, ...row }) => ({ ...toTicket(row), claimedAt, takenBackAt }))
}

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
