import type { PointTransaction, User } from '#contract/member.ts'
import type { ScanEntry } from '#src/outbox/entry.ts'

/** A ticket of which only the member's account tells: it was scanned on another device, or before a sign-out. */
export interface AccountTicket {
  ticketNo: string
  points: number
  /** ISO 8601. */
  creditedAt: string
}

/** The tickets in the member's point transactions that are not among the scans of this device, newest first. */
export function accountTicketsOf(user: User | undefined, entries: readonly ScanEntry[]): AccountTicket[] {
  const here = new Set(entries.map(({ ticket }) => ticket?.ticket_no))
  return (user?.point_transactions ?? []).flatMap(({ ticket_no, delta_balance, created_at }: PointTransaction) =>
    ticket_no === null || delta_balance <= 0 || here.has(ticket_no)
      ? []
      : { ticketNo: ticket_no, points: delta_balance, creditedAt: created_at },
  )
}
