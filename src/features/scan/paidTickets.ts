import type { User } from '#contract/member/member.ts'
import type { TransactionCode } from '#contract/member/points.ts'
import type { ClaimedTicket } from '#contract/scan/scan.ts'
import type { ScanEntry } from '#src/outbox/entry.ts'

/** The numbers of the tickets in the member's point transactions: their points have been given. */
export function paidTicketsOf(user: Pick<User, 'point_transactions'> | undefined): ReadonlySet<string> {
  const numbers = user?.point_transactions.map(({ ticket_no }) => ticket_no) ?? []
  return new Set(numbers.filter((ticketNo) => ticketNo !== null))
}

/** The type of the entry that takes back what a returned ticket has given. */
const returnCode = 'Return/Refund/Exchange' satisfies TransactionCode

/**
 * The numbers of the tickets whose points were taken back, as the points history and the list of claimed tickets tell:
 * the log of this device is short, and the list may be missing, or from before an update, without these times.
 */
export function takenBackTicketsOf(
  user: Pick<User, 'point_transactions'> | undefined,
  claimed: readonly ClaimedTicket[] | undefined,
): ReadonlySet<string> {
  const logged = (user?.point_transactions ?? []).filter(({ description }) => description === returnCode)
  const returned = (claimed ?? []).filter(({ returned_at }) => typeof returned_at === 'string')
  return new Set([
    ...logged.flatMap(({ ticket_no }) => ticket_no ?? []),
    ...returned.map(({ ticket_info }) => ticket_info.ticket_no),
  ])
}

/**
 * The member's balance including the points of some credited scans; null while this phone's copy of the member is older
 * than those points.
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
