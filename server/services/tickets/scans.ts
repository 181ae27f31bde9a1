import { createPublicKey, verify } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { BonusPeriod } from '#contract/scan/bonus.ts'
import {
  type ClaimedTicket,
  claimedTicketsPage,
  concertNamesOf,
  type ScanAnswer,
  type TicketInfo,
  type TierUpgrade,
} from '#contract/scan/scan.ts'
import { pointsOfTicket, readTicket, type VerifySignature } from '#contract/scan/ticket.ts'
import {
  claimEligibility,
  decideScan,
  type ScanCall,
  type ScanDecision,
  statusOfUnknownCode,
} from '#server/domain/scan.ts'
import type { TierLevels } from '#server/domain/membershipYear.ts'
import type { NotifyMember } from '#server/mail/memberMails.ts'
import { sha256 } from '#server/store/hash.ts'
import { lockMemberOnly } from '#server/store/members/members.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import type { Database } from '#server/store/tables.ts'
import type { Candidate } from '#server/store/points/creditedTickets.ts'
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
import { atLast } from '#server/store/transactions.ts'
import { readBonusPeriods } from '../contents.ts'
import { claimWithCredit } from './creditClaims.ts'
import { dueBonuses } from './ticketBonuses.ts'
import { mayReachWith, readCandidate, upgradeByMeasures } from '../membership/measureUpgrades.ts'

/**
 * The transaction, member and time of a scan. Scans lock their member's row, which puts those of one member in order.
 */
interface MemberCall {
  db: Transaction<Database>
  memberId: string
  now: Date
}

/** The same with the rules of the club. */
export interface ScanContext extends MemberCall {
  /** Days after a performance within which its tickets can be claimed. */
  claimWindowDays: number
  /** Months after which points expire; null when they never do. */
  pointsExpiryMonths: number | null
  /** The periods in which tickets give more points. */
  bonusPeriods: readonly BonusPeriod[]
  /** What a membership year has to bring for each tier. */
  levels: TierLevels
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
  { memberId, contentsVersion }: { memberId: string; contentsVersion: string | null },
  before: string | undefined,
): Promise<{ tickets: ClaimedTicket[]; next: string | null }> {
  const found = await findClaimedTickets(db, memberId, { before, limit: claimedTicketsPage + 1 })
  const page = found.slice(0, claimedTicketsPage)
  const claimed = page.map((ticket) => ({ ...ticket, isCredited: ticket.claim?.credited ?? false }))
  const bonusPeriods = await readBonusPeriods(db, contentsVersion)
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

/**
 * Makes the claim that was decided on. Its transaction runs again when another member's claim came first. Resolves to
 * the tier that its points have led to, null where they have not.
 */
async function claim(
  decision: ScanDecision,
  ticket: KnownTicket,
  candidate: Candidate | undefined,
  context: ScanContext,
): Promise<TierUpgrade | null> {
  const { db, memberId, now } = context
  const { ticketNo } = ticket
  switch (decision.claim) {
    case 'none':
      return null
    case 'pending':
      atLast(addClaim(db, { ticketNo, memberId, now }))
      return null
    case 'credited': {
      await claimWithCredit(db, { ...ticket, memberId }, context)
      return mayReachWith(candidate, ticket.amount, context.levels) ? upgradeByMeasures(db, memberId, context) : null
    }
  }
}

/** What a call on a known ticket answers. */
async function answerOf(decision: ScanDecision, ticket: KnownTicket, context: ScanContext): Promise<ScanAnswer> {
  if (!decision.showsTicket) return { status: decision.status, ticket_info: null }
  // What this call itself has just given was due, and need not be read again.
  const isCredited = ticket.claim?.credited ?? false
  const bonuses = await readBonuses(context.db, [{ ...ticket, isCredited }], context)
  return { status: decision.status, ticket_info: toTicketInfo(ticket, bonuses) }
}

/** Locks the member, and reads the ticket with a code as it is then; null if no ticket that was sold has it. */
export async function loadScanned(code: string, { db, memberId }: MemberCall): Promise<KnownTicket | null> {
  const [, found] = await Promise.all([lockMemberOnly(db, memberId), findTicketByCode(db, sha256(code), memberId)])
  return found
}

const isSignedNow: VerifySignature = (publicKey, signature, text) => {
  const x = Buffer.from(publicKey).toString('base64url')
  return verify(null, text, createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }), signature)
}

/** Looks a scanned code up, and claims its ticket at once if its performance is not settled. */
export async function scanTicket(code: string, ticket: KnownTicket | null, context: ScanContext): Promise<ScanAnswer> {
  const { db, memberId, now } = context
  if (!ticket) {
    // Without another thread, which may be busy: the transaction is open.
    const reading = await readTicket(code, await findTicketKeys(db), isSignedNow)
    return { status: statusOfUnknownCode(code, reading, context), ticket_info: null }
  }
  const decision = await decide('scan-ticket', ticket, context)
  await claim(decision, ticket, undefined, context)
  if (decision.showsTicket && !ticket.seenAt) atLast(recordSighting(db, { memberId, ticketNo: ticket.ticketNo, now }))
  return answerOf(decision, ticket, context)
}

/**
 * A ticket that a member has scanned or claimed, null when there is none; and what their tickets have brought before.
 */
export interface OwnTicket {
  ticket: KnownTicket | null
  candidate: Candidate | undefined
}

/** Locks the member, and reads a ticket of theirs as it is then. */
export async function loadOwn(ticketNo: string, { db, memberId, now }: MemberCall): Promise<OwnTicket> {
  const [, ticket, candidate] = await Promise.all([
    lockMemberOnly(db, memberId),
    findOwnTicket(db, ticketNo, memberId),
    readCandidate(db, memberId, now),
  ])
  return { ticket, candidate }
}

/** Claims a ticket that the member has scanned before. */
export async function verifyTicket({ ticket, candidate }: OwnTicket, context: ScanContext): Promise<ScanAnswer> {
  if (!ticket) return { status: 'not_found', ticket_info: null }
  const decision = await decide('verify-ticket', ticket, context)
  const upgrade = await claim(decision, ticket, candidate, context)
  return { ...(await answerOf(decision, ticket, context)), ...(upgrade !== null && { upgrade }) }
}
