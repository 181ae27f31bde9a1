import type { StaticContents } from '#contract/content.ts'
import type { ScanEntry } from '#src/outbox/entry.ts'
import type { Scans } from '#src/outbox/page/scanOutbox.ts'
import { isLate, type TicketView } from '#src/features/ticket/ticketView.ts'
import { useTicketViews } from '#src/features/ticket/useTicketViews.ts'
import { useNow } from '#src/platform/now.ts'
import { useKeptEntries } from './keptEntries.ts'

/** A ticket that a visitor has scanned on this device, as far as its code says what it is. */
export interface KeptTicket {
  entry: ScanEntry
  ticket: TicketView | null
  /** The points that its signed code speaks of: no bonus, and nothing if it is too late or not checked. */
  points: number
}

interface KeptTickets extends Pick<Scans, 'status'> {
  tickets: readonly KeptTicket[]
}

export function pointsOf(tickets: readonly KeptTicket[]): number {
  return tickets.reduce((sum, { points }) => sum + points, 0)
}

/** The tickets that this device keeps until somebody says that they are theirs; see `useKeptEntries`. */
export function useKeptTickets(memberId: string | null, contents: StaticContents | undefined): KeptTickets {
  const now = useNow()
  const { status, entries } = useKeptEntries(memberId)
  // A bonus depends on whose ticket it is, and when it is claimed.
  const views = useTicketViews(entries, contents && { ...contents, bonus_periods: undefined })
  const tickets = entries.map((entry, index) => {
    const ticket = views[index]?.ticket ?? null
    return { entry, ticket, points: isLate(ticket, now) ? 0 : (ticket?.points ?? 0) }
  })
  return {
    status: status === 'ready' && views.some(({ isReading }) => isReading) ? 'loading' : status,
    tickets,
  }
}
