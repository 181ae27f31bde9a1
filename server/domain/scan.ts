import type { ScanStatus } from '#contract/scan/scan.ts'
import type { TicketReading } from '#contract/scan/ticket.ts'
import { endOfDayAfter } from '#contract/hongKong.ts'
import { isMalformedCode } from './ticketCode.ts'

/** The facts about a sold ticket that decide whether it can be claimed. */
export interface TicketState {
  /** When its performance ends. */
  endsAt: Date
  /** When its performance was settled, null before. */
  settledAt: Date | null
  claim: { memberId: string; credited: boolean } | null
  /** When the server first saw its code from this member, null before. */
  seenAt: Date | null
  /** When it was returned before anybody had claimed it; null if it was not. */
  returnedAt: Date | null
}

/**
 * Whether a member can claim a ticket.
 *
 * - own_credited, own_pending: this member has claimed it; its points were given, or follow at settlement
 * - taken: another member has claimed it
 * - returned: nobody has claimed it, and nobody can any more
 * - expired: the claim window had passed when the server first saw the code from this member
 * - unsettled: unclaimed, but its performance is not settled: a claim stays pending
 * - claimable: unclaimed, a claim gives points at once
 */
type ClaimEligibility = 'own_credited' | 'own_pending' | 'taken' | 'returned' | 'expired' | 'unsettled' | 'claimable'

/** The end of the claim window: midnight in Hong Kong after its last day. */
export function claimableUntil(endsAt: Date, claimWindowDays: number): Date {
  return endOfDayAfter(endsAt, claimWindowDays)
}

/**
 * Whether a member may claim a ticket at `now`. Who has claimed it comes before everything else; the claim window is
 * that of `claimableUntil`.
 */
export function claimEligibility(
  ticket: TicketState,
  memberId: string,
  now: Date,
  claimWindowDays: number,
): ClaimEligibility {
  const { claim } = ticket
  if (claim?.memberId === memberId) return claim.credited ? 'own_credited' : 'own_pending'
  if (claim) return 'taken'
  if (ticket.returnedAt) return 'returned'
  if ((ticket.seenAt ?? now) >= claimableUntil(ticket.endsAt, claimWindowDays)) return 'expired'
  return ticket.settledAt === null ? 'unsettled' : 'claimable'
}

const statusesOfBoth = {
  own_credited: 'duplicated',
  own_pending: 'pending',
  taken: 'duplicated',
  returned: 'invalid',
  expired: 'expired',
  unsettled: 'pending',
} as const

/** What each call answers, after it has made the claim that it decides on. */
const statuses = {
  'scan-ticket': { ...statusesOfBoth, claimable: 'found' },
  'verify-ticket': { ...statusesOfBoth, claimable: 'success' },
} as const satisfies Record<string, Record<ClaimEligibility, ScanStatus>>

export type ScanCall = keyof typeof statuses

/** `claim` says whether to claim the ticket, and whether its points are given at once. */
export interface ScanDecision {
  status: ScanStatus
  claim: 'none' | 'pending' | 'credited'
  /** Whether the answer may describe the ticket: never one that another member has claimed, nor an expired one. */
  showsTicket: boolean
}

/**
 * Decides a call on a known ticket. scan-ticket claims a ticket whose performance is not settled (its `pending` needs
 * no second call); verify-ticket claims whatever is unclaimed.
 */
export function decideScan(call: ScanCall, eligibility: ClaimEligibility): ScanDecision {
  const credits = call === 'verify-ticket' && eligibility === 'claimable'
  return {
    status: statuses[call][eligibility],
    claim: eligibility === 'unsettled' ? 'pending' : credits ? 'credited' : 'none',
    showsTicket: eligibility !== 'taken' && eligibility !== 'expired',
  }
}

/**
 * The status of a code that no sold ticket has. The server knows every key that ever signed tickets, so a ticket that
 * names another key is forged. A foreign code is another outlet's opaque code, unless it is malformed. A signed ticket
 * may be imported yet, until nobody could claim it any more.
 */
export function statusOfUnknownCode(
  code: string,
  reading: TicketReading,
  { now, claimWindowDays }: { now: Date; claimWindowDays: number },
): 'invalid' | 'not_found' | 'expired' {
  const { kind } = reading
  if (kind === 'forged' || kind === 'unknown_key') return 'invalid'
  if (kind === 'foreign') return isMalformedCode(code) ? 'invalid' : 'not_found'
  // It says when the concert begins: that may end on the next day.
  return now >= claimableUntil(new Date(reading.claims.s * 1000), claimWindowDays + 1) ? 'expired' : 'not_found'
}
