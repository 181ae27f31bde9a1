import type { PointTransaction, User } from '#contract/member/member.ts'
import type { ClaimedTicket, TicketInfo } from '#contract/scan/scan.ts'
import { takenBackTicketsOf } from '#src/features/scan/paidTickets.ts'
import type { CardScan } from '#src/features/scan/list/ScanList.tsx'
import { ticketView } from '#src/features/ticket/ticketView.ts'
import type { ScanEntry } from '#src/outbox/entry.ts'

/** A ticket of which only the member's account tells: it was scanned on another device, or before a sign-out. */
export interface AccountTicket {
  ticketNo: string
  status: 'credited' | 'pending' | 'taken_back'
  points: number
  /** When it was claimed, or its points were given. ISO 8601. */
  since: string
  /** Null if only the points history tells of it. */
  ticket: TicketInfo | null
}

/**
 * The member's tickets that are not among the scans of this device, newest first.
 *
 * @param claimed the tickets that the member has claimed; undefined while this device has no answer: then the points
 *   log tells of those that gave points
 */
export function accountTicketsOf(
  claimed: readonly ClaimedTicket[] | undefined,
  user: User | undefined,
  entries: readonly ScanEntry[],
): AccountTicket[] {
  const here = new Set(entries.map(({ ticket }) => ticket?.ticket_no))
  const takenBack = takenBackTicketsOf(user, claimed)
  const tickets = claimed ? claimed.map(fromClaim) : fromTransactions(user?.point_transactions ?? [])
  return tickets
    .filter(({ ticketNo, ticket }) => !here.has(ticketNo) && (ticket !== null || !takenBack.has(ticketNo)))
    .map((known) => (takenBack.has(known.ticketNo) ? { ...known, status: 'taken_back' } : known))
}

function fromClaim({ status, claimed_at: since, ticket_info: ticket }: ClaimedTicket): AccountTicket {
  return {
    ticketNo: ticket.ticket_no,
    status: status === 'success' ? 'credited' : 'pending',
    points: ticket.points,
    since,
    ticket,
  }
}

/** One for each ticket, with its own points and those of campaigns, which the points history has apart. */
function fromTransactions(transactions: readonly PointTransaction[]): AccountTicket[] {
  const tickets = new Map<string, AccountTicket>()
  for (const { ticket_no: ticketNo, delta_balance: points, created_at: since } of transactions) {
    if (ticketNo === null || points <= 0) continue
    const known = tickets.get(ticketNo)
    if (known) known.points += points
    else tickets.set(ticketNo, { ticketNo, status: 'credited', points, since, ticket: null })
  }
  return [...tickets.values()]
}

/** A ticket in the form of a scan's card; null if only the points history tells of it. */
export function cardOf({ ticketNo, status, since, ticket }: AccountTicket): CardScan | null {
  if (!ticket) return null
  const state = status === 'pending' ? 'pending' : 'credited'
  const entry = { id: ticketNo, state, reason: null, serverErrors: 0, capturedAt: Date.parse(since) } as const
  return { entry, status, ticket: ticketView(ticket, undefined, undefined, null) }
}
