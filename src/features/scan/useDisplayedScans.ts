import type { User } from '#contract/member/member.ts'
import type { ClaimedTicket } from '#contract/scan/scan.ts'
import type { ScanEntry } from '#src/outbox/entry.ts'
import { useSendingPause } from '#src/outbox/page/scheduler.ts'
import { paidTicketsOf, takenBackTicketsOf } from './paidTickets.ts'
import { displayStatusOf, type DisplayStatus, type StatusContext } from './status/displayStatus.ts'
import type { TicketView } from '#src/features/ticket/ticketView.ts'
import { useTicketViews } from '#src/features/ticket/useTicketViews.ts'
import type { ScanPageData } from './useScanPageData.ts'
import type { SelectedScans } from './useSelectedScans.ts'

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
 * What the statuses of a member's scans derive from besides the scans.
 *
 * @param claimed the tickets that the member has claimed, where the page has them
 */
export function useStatusContext(
  user: User | undefined,
  claimed?: readonly ClaimedTicket[],
): Required<Omit<StatusContext, 'awaitsAnswer'>> {
  return {
    paidTickets: paidTicketsOf(user),
    takenBackTickets: takenBackTicketsOf(user, claimed),
    sendingPaused: useSendingPause() !== null,
  }
}

/**
 * Adds status and ticket to scans.
 *
 * @param data.claimed as for `useStatusContext`
 * @param awaitsAnswer whether the page still waits for the answer to a scan's next call; nothing is awaited while
 *   sending is paused
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
  const context = useStatusContext(user, claimed)
  const tickets = useTicketViews(entries, contents)
  return entries.map((entry, index) => ({
    entry,
    status: displayStatusOf(entry, {
      ...context,
      awaitsAnswer: !context.sendingPaused && awaitsAnswer(entry),
    }),
    ...(tickets[index] ?? { ticket: null, isReading: false }),
  }))
}

/** Loads until the codes of all scans are read, so that no ticket comes later and moves the page. */
export function onceRead(
  status: SelectedScans['status'],
  displayed: readonly DisplayedScan[],
): { status: SelectedScans['status']; scans: readonly DisplayedScan[] } {
  if (!displayed.some(({ isReading }) => isReading)) return { status, scans: displayed }
  return { status: status === 'ready' ? 'loading' : status, scans: [] }
}
