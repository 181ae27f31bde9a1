import type { StaticContents } from '#contract/content.ts'
import { readTicket } from '#contract/scan/ticket.ts'
import { type DatedScan, isAwaited } from '#src/outbox/entry.ts'
import { ticketView } from './ticketView.ts'
import { ticketKeysOf } from './useTicketReadings.ts'

/** When the first of several claim windows ends (ISO time) that has not ended yet; `over`: all of them have. */
export type Deadline = { kind: 'until'; end: string } | { kind: 'over' }

/** The deadline of claim windows (ISO times) at a moment (milliseconds since 1970); null if there are none. */
export function firstDeadline(ends: readonly string[], now: number): Deadline | null {
  const [end] = ends.filter((one) => Date.parse(one) > now).toSorted()
  if (end !== undefined) return { kind: 'until', end }
  return ends.length === 0 ? null : { kind: 'over' }
}

/**
 * Until when scans must reach the club, as far as their codes say. Those that the club has seen, or has been asked for,
 * have no deadline.
 *
 * @param contents the cached static contents, undefined if this device has none yet
 * @param now the club's time, in milliseconds since 1970
 */
export async function readDeadline(
  scans: readonly DatedScan[],
  contents: Pick<StaticContents, 'performances' | 'bonus_periods' | 'ticket_keys'> | undefined,
  now: number,
): Promise<Deadline | null> {
  const keys = ticketKeysOf(contents)
  const waiting = scans.filter((scan) => !isAwaited(scan))
  const ends = await Promise.all(
    waiting.map(async ({ code, ticket }) => ticketView(ticket, await readTicket(code, keys), contents, null)?.sendBy),
  )
  return firstDeadline(
    ends.flatMap((end) => end ?? []),
    now,
  )
}
