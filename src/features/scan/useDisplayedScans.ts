import type { StaticContents } from '#contract/content.ts'
import type { User } from '#contract/member.ts'
import type { ScanEntry } from '#src/outbox/entry.ts'
import { useChosenScans, type ChosenScans } from './useSelectedScans.ts'
import { paidTicketsOf } from './paidTickets.ts'
import { resultPageOf, standingOf, type ResultPage, type Standing } from '#src/features/scan/status/displayStatus.ts'
import { ticketKeysOf, useTicketReadings } from '#src/features/scan/ticket/useTicketReadings.ts'
import { ticketView, type TicketView } from '#src/features/scan/ticket/ticketView.ts'

/** What the pages about scans are given besides the scans. */
export interface ScanSurroundings {
  memberId: string
  /** The cached static contents, undefined where this phone has none yet. */
  contents: StaticContents | undefined
  /** The member as last fetched, undefined where this phone has no copy. */
  user: User | undefined
}

/** A scan with all that can be said about it. */
export interface ToldScan {
  entry: ScanEntry
  standing: Standing
  view: TicketView | null
}

/** Puts scans together with their standing and their ticket. */
export function useToldScans(
  entries: readonly ScanEntry[],
  { contents, user }: Omit<ScanSurroundings, 'memberId'>,
): ToldScan[] {
  const paid = paidTicketsOf(user)
  const codes = entries.map(({ code }) => code)
  const readings = useTicketReadings(codes, ticketKeysOf(contents))
  return entries.map((entry) => ({
    entry,
    standing: standingOf(entry, paid),
    view: ticketView(entry.ticket, readings.get(entry.code), contents),
  }))
}

/** Chosen scans on a result page, live, and the page that they belong to by now. */
export interface Result extends Pick<ChosenScans, 'status' | 'reload'> {
  scans: readonly ToldScan[]
  page: ResultPage
}

/** Follows the scans of a result page's address. */
export function useResult(ids: readonly string[], { memberId, ...rest }: ScanSurroundings): Result {
  const { status, entries, reload } = useChosenScans(memberId, ids)
  const scans = useToldScans(entries, rest)
  return { status, reload, scans, page: resultPageOf(scans.map(({ standing }) => standing)) }
}
