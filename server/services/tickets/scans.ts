import type { Kysely, Transaction } from 'kysely'
import type { BonusPeriod } from '#contract/scan/bonus.ts'
import {
  type ClaimedTicket,
  claimedTicketsPage,
  concertNamesOf,
  type ScanAnswer,
  type TicketInfo,
} from '#contract/scan/scan.ts'
import { canonicalCode, pointsOfTicket, readTicket } from '#contract/scan/ticket.ts'
import {
  claimEligibility,
  decideScan,
  type ScanCall,
  type ScanDecision,
  statusOfUnknownCode,
} from '#server/domain/scan.ts'
import type { NotifyMember } from '#server/mail/memberMails.ts'
import { sha256 } from '#server/store/hash.ts'
import { lockMember } from '#server/store/members/members.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import type { Database } from '#server/store/tables.ts'
import { findTicketBonuses, type GivenBonus } from '#server/store/points/ticketBonuses.ts'
import { findTicketKeys } from '#server/store/ticketKeys.ts'
import {
  addClaim,
  blockSettlement,
  findClaimedTickets,
  findOwnTicket,
  findTicketByCode,
  type KnownTicket,
  recordSighting,
} from '#server/store/points/tickets.ts'
import { readBonusPeriods } from '../contents.ts'
import { creditClaims } from './creditClaims.ts'
import { dueBonuses } from './ticketBonuses.ts'
import { upgradeBySpend } from '../membership/spendUpgrades.ts'

/**
 * The transaction, member, time and rules of a scan. Scans lock their member's row, which puts those of one member in
 * order.
 */
export interface ScanContext {
  db: Transaction<Database>
  memberId: string
  now: Date
  /** Days after a performance within which its tickets can be claimed. */
  claimWindowDays: number
  /** Months after which points expire; null when they never do. */
  pointsExpiryMonths: number | null
  /** The periods in which tickets give more points. */
  bonusPeriods: readonly BonusPeriod[]
  notify: NotifyMember
}

function toTicketInfo(ticket: KnownTicket, bonuses: readonly GivenBonus[]): TicketInfo {
  const own = bonuses.filter(({ ticketNo }) => ticketNo === ticket.ticketNo)
  return {
    ticket_no: ticket.ticketNo,
    ...concertNamesOf(ticket.name),
    performance_datetime: ticket.startsAt.toISOString(),
    seat: ticket.seat,
    amount: ticket.amount,
    points: own.reduce((sum, { points }) => sum + points, pointsOfTicket(ticket.amount)),
    ...(own.length > 0 && { bonuses: own.map(({ code, points }) => ({ code, points })) }),
  }
}

/** The bonuses of a member's tickets: those that were given with their points, and those that will be. */
async function readBonuses(
  db: Kysely<Database>,
  tickets: readonly (KnownTicket & { isCredited: boolean })[],
  { memberId, bonusPeriods }: Pick<ScanContext, 'memberId' | 'bonusPeriods'>,
): Promise<GivenBonus[]> {
  const credited = tickets.filter(({ isCredited }) => isCredited).map(({ ticketNo }) => ticketNo)
  const others = tickets.filter(({ isCredited }) => !isCredited).map((ticket) => ({ ...ticket, memberId }))
  return [
    ...(credited.length > 0 ? await findTicketBonuses(db, credited) : []),
    ...(await dueBonuses(db, others, bonusPeriods)),
  ]
}

/** The tickets that a member has claimed, newest first, a page at a time. See the contract's `claimedTickets`. */
export async function readClaimedTickets(
  db: ConnectionPool,
  memberId: string,
  before: string | undefined,
): Promise<{ tickets: ClaimedTicket[]; next: string | null }> {
  const found = await findClaimedTickets(db, memberId, { before, limit: claimedTicketsPage + 1 })
  const page = found.slice(0, claimedTicketsPage)
  const claimed = page.map((ticket) => ({ ...ticket, isCredited: ticket.claim?.credited ?? false }))
  const bonusPeriods = await readBonusPeriods(db)
  const bonuses = await readBonuses(db, claimed, { memberId, bonusPeriods })
  const tickets = claimed.map((ticket) => ({
    status: ticket.isCredited ? ('success' as const) : ('pending' as const),
    claimed_at: ticket.claimedAt.toISOString(),
    returned_at: ticket.takenBackAt?.toISOString() ?? null,
    ticket_info: toTicketInfo(ticket, bonuses),
  }))
  return { tickets, next: found.length > page.length ? (page.at(-1)?.ticketNo ?? null) : null }
}

/**
 * Decides on a ticket. For an unsettled performance it first blocks settlement, so that the decision still holds at
 * commit.
 */
async function decide(call: ScanCall, ticket: KnownTicket, context: ScanContext): Promise<ScanDecision> {
  const { db, memberId, now, claimWindowDays } = context
  const eligibility = claimEligibility(ticket, memberId, now, claimWindowDays)
  if (eligibility !== 'unsettled') return decideScan(call, eligibility)
  const settledAt = await blockSettlement(db, ticket.performanceId)
  return decideScan(call, claimEligibility({ ...ticket, settledAt }, memberId, now, claimWindowDays))
}

/** Makes the claim that was decided on. Resolves to false when another member's claim came first. */
async function claim(decision: ScanDecision, ticket: KnownTicket, context: ScanContext): Promise<boolean> {
  const { db, memberId, now } = context
  const { ticketNo, amount, startsAt } = ticket
  if (decision.claim === 'none') return true
  if (!(await addClaim(db, { ticketNo, memberId, now }))) return false
  if (decision.claim === 'credited') {
    await creditClaims(db, [{ ticketNo, amount, startsAt, memberId }], context)
    await upgradeBySpend(db, memberId, context)
  }
  return true
}

/** Processes a call on a known ticket; null when there is none. Starts over when another member's claim came first. */
async function processTicket(
  call: ScanCall,
  find: () => Promise<KnownTicket | null>,
  context: ScanContext,
): Promise<ScanAnswer | null> {
  const ticket = await find()
  if (!ticket) return null
  const decision = await decide(call, ticket, context)
  if (!(await claim(decision, ticket, context))) return processTicket(call, find, context)
  const { db, memberId, now } = context
  if (call === 'scan-ticket' && decision.showsTicket)
    await recordSighting(db, { memberId, ticketNo: ticket.ticketNo, now })
  if (!decision.showsTicket) return { status: decision.status, ticket_info: null }
  // What this call itself has just given was due, and need not be read again.
  const isCredited = ticket.claim?.credited ?? false
  const bonuses = await readBonuses(db, [{ ...ticket, isCredited }], context)
  return { status: decision.status, ticket_info: toTicketInfo(ticket, bonuses) }
}

/** A scanned code as the club reads it. */
export interface ReadCode {
  hash: string
  /** Its status if no ticket that was sold has it. */
  statusIfUnknown: ScanAnswer['status']
}

/**
 * Reads a code and checks its signature, before the transaction of the scan.
 *
 * @param origin the club's public origin: of addresses, only its own are tickets
 */
export async function readCode(db: Kysely<Database>, qrcode: string, origin: string): Promise<ReadCode> {
  const code = canonicalCode(qrcode, origin)
  const { kind } = await readTicket(code, await findTicketKeys(db))
  return { hash: sha256(code), statusIfUnknown: statusOfUnknownCode(code, kind) }
}

/** Looks a scanned code up, and claims its ticket at once if its performance is not settled. */
export async function scanTicket(code: ReadCode, context: ScanContext): Promise<ScanAnswer> {
  const { db, memberId } = context
  await lockMember(db, memberId)
  const answer = await processTicket('scan-ticket', () => findTicketByCode(db, code.hash, memberId), context)
  return answer ?? { status: code.statusIfUnknown, ticket_info: null }
}

/** Claims a ticket that the member has scanned before. */
export async function verifyTicket(ticketNo: string, context: ScanContext): Promise<ScanAnswer> {
  const { db, memberId } = context
  await lockMember(db, memberId)
  const answer = await processTicket('verify-ticket', () => findOwnTicket(db, ticketNo, memberId), context)
  return answer ?? { status: 'not_found', ticket_info: null }
}
