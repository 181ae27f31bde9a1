import type { User } from '#contract/member/member.ts'
import type { ScanEntry } from '#src/outbox/entry.ts'

/** The numbers of the tickets in the member's point transactions: their points have been given. */
export function paidTicketsOf(user: User | undefined): ReadonlySet<string> {
  const numbers = user?.point_transactions.map(({ ticket_no }) => ticket_no) ?? []
  return new Set(numbers.filter((ticketNo) => ticketNo !== null))
}

/**
 * The member's balance including the points of some credited scans; null while this phone's copy of the member is older than
 * those points.
 */
export function balanceIncluding(
  user: User | undefined,
  credited: readonly Pick<ScanEntry, 'ticket'>[],
): number | null {
  if (!user) return null
  const paid = paidTicketsOf(user)
  const isCurrent = credited.every(({ ticket }) => ticket !== null && paid.has(ticket.ticket_no))
  return isCurrent ? user.availablePoints : null
}
