import type { ScanStatus } from '#contract/scan.ts'
import type { TicketReading } from '#contract/ticket.ts'
import { endOfDayAfter } from './hongKong.ts'

/** A known ticket as far as its claim is decided by it. */
export interface TicketState {
  /** When its performance ends. */
  endsAt: Date
  /** When its performance was settled, null before that. */
  settledAt: Date | null
  claim: { memberId: string; credited: boolean } | null
}

/**
 * How a ticket stands to a member.
 *
 * - own_credited, own_pending: this member has claimed it; the points were given, or follow at settlement
 * - taken: another member has claimed it
 * - expired: nobody claimed it in time
 * - unsettled: free, but its performance is not settled: a claim is pending
 * - claimable: free, a claim gives points at once
 */
export type Standing = 'own_credited' | 'own_pending' | 'taken' | 'expired' | 'unsettled' | 'claimable'

/** Until when a ticket can be claimed: the end of the last Hong Kong day of the window. */
export function claimableUntil(endsAt: Date, claimWindowDays: number): Date {
  return endOfDayAfter(endsAt, claimWindowDays)
}

export function standingOf(ticket: TicketState, memberId: string, now: Date, claimWindowDays: number): Standing {
  const { claim } = ticket
  if (claim?.memberId === memberId) return claim.credited ? 'own_credited' : 'own_pending'
  if (claim) return 'taken'
  if (now >= claimableUntil(ticket.endsAt, claimWindowDays)) return 'expired'
  return ticket.settledAt === null ? 'unsettled' : 'claimable'
}

/** What each call answers to each standing, once it has done what `claims` says. */
const statuses = {
  'scan-ticket': {
    own_credited: 'duplicated',
    own_pending: 'pending',
    taken: 'duplicated',
    expired: 'expired',
    unsettled: 'pending',
    claimable: 'found',
  },
  'verify-ticket': {
    own_credited: 'duplicated',
    own_pending: 'pending',
    taken: 'duplicated',
    expired: 'expired',
    unsettled: 'pending',
    claimable: 'success',
  },
} as const satisfies Record<string, Record<Standing, ScanStatus>>

export type ScanCall = keyof typeof statuses

/** What to do and to answer: `claim` says whether the ticket is to be claimed, and whether its points are given at once. */
export interface ScanDecision {
  status: ScanStatus
  claim: 'none' | 'pending' | 'credited'
  /** Whether the answer may describe the ticket: never one that another member has claimed. */
  showsTicket: boolean
}

/**
 * Decides a call on a known ticket. scan-ticket claims where the performance is not settled (its `pending` needs no second call);
 * verify-ticket claims whatever is free.
 */
export function decide(call: ScanCall, standing: Standing): ScanDecision {
  const status = statuses[call][standing]
  const credits = call === 'verify-ticket' && standing === 'claimable'
  return {
    status,
    claim: standing === 'unsettled' ? 'pending' : credits ? 'credited' : 'none',
    showsTicket: standing !== 'taken' && standing !== 'expired',
  }
}

/**
 * What a code is that no known ticket has. The server knows every key that tickets were ever signed with, so a ticket that names
 * another one is forged. Other outlets' codes are opaque: only unknown.
 */
export function statusOfUnknown(reading: TicketReading['kind']): 'invalid' | 'not_found' {
  return reading === 'forged' || reading === 'unknown_key' ? 'invalid' : 'not_found'
}
