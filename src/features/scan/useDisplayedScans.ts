import type { ScanEntry } from '#src/outbox/entry.ts'
import { useSendingPause } from '#src/sync/scheduler.ts'
import { paidTicketsOf } from './paidTickets.ts'
import { displayStatusOf, type DisplayStatus } from './status/displayStatus.ts'
import type { TicketView } from './ticket/ticketView.ts'
import { useTicketViews } from './ticket/useTicketViews.ts'
import type { ScanPageData } from './useScanPageData.ts'

/** A scan with the data that pages show. */
export interface DisplayedScan {
  entry: ScanEntry
  status: DisplayStatus
  /** Null for a code that this device cannot read and that the server has not seen. */
  ticket: TicketView | null
}

/** Adds status and ticket to scans, for pages that do not wait for answers. */
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
