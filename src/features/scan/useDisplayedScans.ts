import type { ClaimedTicket } from '#contract/scan/scan.ts'
import type { ScanEntry } from '#src/outbox/entry.ts'
import { useSendingPause } from '#src/sync/scheduler.ts'
import { paidTicketsOf, takenBackTicketsOf } from './paidTickets.ts'
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
  /** Its code is still being read on this device, for some milliseconds. */
  isReading: boolean
}

/**
 * Adds status and ticket to scans.
 *
 * @param data.claimed the tickets that the member has claimed, where the page has them
 * @param awaitsAnswer whether the page still waits for the answer to a scan's next call; nothing is awaited while sending is paused
 */
export function useDisplayedScans(
  entries: readonly ScanEntry[],
  {
    contents,
    user,
    claimed,
  }: Pick<ScanPageData, 'contents' | 'user'> & { claimed?: readonly ClaimedTicket[] | undefined },
  awaitsAnswer: (entry: ScanEntry) => boolean = () => false,
): DisplayedScan[] {
  const paidTickets = paidTicketsOf(user)
  const takenBackTickets = takenBackTicketsOf(user, claimed)
  const sendingPaused = useSendingPause() !== null
  const tickets = useTicketViews(entries, contents)
  return entries.map((entry, index) => ({
    entry,
    status: displayStatusOf(entry, {
      paidTickets,
      takenBackTickets,
      sendingPaused,
      awaitsAnswer: !sendingPaused && awaitsAnswer(entry),
    }),
    ...(tickets[index] ?? { ticket: null, isReading: false }),
  }))
}
