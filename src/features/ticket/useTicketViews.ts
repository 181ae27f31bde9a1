import type { StaticContents } from '#contract/content.ts'
import { storedProfile } from '#src/session/storedSession.ts'
import type { ScanEntry } from '#src/outbox/entry.ts'
import { ticketView, type TicketView } from './ticketView.ts'
import { ticketKeysOf, useTicketReadings } from './useTicketReadings.ts'

/** The known facts of a scan's ticket. */
interface KnownTicket {
  /** Null for a code that this device cannot read and that the server has not seen. */
  ticket: TicketView | null
  /** The code is still being read, for some milliseconds: there may be a ticket. */
  isReading: boolean
}

/**
 * The known facts of the tickets of some scans, in the scans' order.
 *
 * @param contents the cached static contents, undefined if this device has none yet
 */
export function useTicketViews(
  entries: readonly Pick<ScanEntry, 'code' | 'ticket'>[],
  contents: StaticContents | undefined,
): KnownTicket[] {
  const codes = entries.map(({ code }) => code)
  const readings = useTicketReadings(codes, ticketKeysOf(contents))
  const dob = storedProfile()?.dob ?? null
  return entries.map(({ code, ticket }) => ({
    ticket: ticketView(ticket, readings.get(code), contents, dob),
    isReading: !readings.has(code),
  }))
}
