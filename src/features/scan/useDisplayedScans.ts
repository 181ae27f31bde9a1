import type { ScanEntry } from '#src/outbox/entry.ts'
import { useSendingPause } from '#src/sync/scheduler.ts'
import { paidTicketsOf } from './paidTickets.ts'
import { displayStatusOf, type DisplayStatus } from './status/displayStatus.ts'
import type { TicketView } from './ticket/ticketView.ts'
import { useTicketViews } from './ticket/useTicketViews.ts'
import type { ScanPageData } from './useScanPageData.ts'

/** A scan with what is shown of it. */
export interface DisplayedScan {
  entry: ScanEntry
  status: DisplayStatus
  /** Null for a code that says nothing on this device and that the server has not seen. */
  ticket: TicketView | null
}

/** Adds status and ticket to scans whose answer nobody waits for on the page. */
export function useDisplayedScans(
  entries: readonly ScanEntry[],
  { contents, user }: Pick<ScanPageData, 'contents' | 'user'>,
): DisplayedScan[] {
  const context = { paidTickets: paidTicketsOf(user), sendingPaused: useSendingPause() !== null }
  const tickets = useTicketViews(entries, contents)
  return entries.map((entry, index) => ({
    entry,
    status: displayStatusOf(entry, context),
    ticket: tickets[index] ?? null,
  }))
}
