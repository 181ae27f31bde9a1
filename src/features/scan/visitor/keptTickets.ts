import { useState } from 'react'
import type { StaticContents } from '#contract/content.ts'
import { readTicket } from '#contract/scan/ticket.ts'
import type { ScanEntry } from '#src/outbox/entry.ts'
import { type Scans, scanOutbox } from '#src/outbox/page/scanOutbox.ts'
import { visitorId } from '#src/outbox/visitor.ts'
import { isLate, ticketView, type TicketView } from '#src/features/scan/ticket/ticketView.ts'
import { ticketKeysOf } from '#src/features/scan/ticket/useTicketReadings.ts'
import { useTicketViews } from '#src/features/scan/ticket/useTicketViews.ts'
import { isOpenTo, useKeptEntries } from './keptEntries.ts'

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

export function pointsOf(tickets: readonly Pick<KeptTicket, 'points'>[]): number {
  return tickets.reduce((sum, { points }) => sum + points, 0)
}

/** A bonus depends on whose ticket it is, and when it is claimed. */
const withoutBonuses = (contents: StaticContents | undefined) => contents && { ...contents, bonus_periods: undefined }

const pointsBy = (ticket: TicketView | null, now: number) => (isLate(ticket, now) ? 0 : (ticket?.points ?? 0))

/** The tickets that this device keeps until somebody says that they are theirs; see `useKeptEntries`. */
export function useKeptTickets(memberId: string | null, contents: StaticContents | undefined): KeptTickets {
  const [now] = useState(() => Date.now())
  const { status, entries } = useKeptEntries(memberId)
  const views = useTicketViews(entries, withoutBonuses(contents))
  const tickets = entries.map((entry, index) => {
    const ticket = views[index]?.ticket ?? null
    return { entry, ticket, points: pointsBy(ticket, now) }
  })
  return {
    status: status === 'ready' && views.some(({ isReading }) => isReading) ? 'loading' : status,
    tickets,
  }
}

/**
 * What a visitor's tickets are worth on this device, by their own word: 0 where none says so, null where none is kept.
 * Never rejects.
 */
export async function worthOfKeptTickets(contents: StaticContents | undefined): Promise<number | null> {
  try {
    const entries = (await scanOutbox.unsent(visitorId)).filter((entry) => isOpenTo(entry, null))
    if (entries.length === 0) return null
    const keys = ticketKeysOf(contents)
    const now = Date.now()
    const worth = async ({ code, ticket }: ScanEntry) => {
      const view = ticketView(ticket, await readTicket(code, keys), withoutBonuses(contents), null)
      return { points: pointsBy(view, now) }
    }
    return pointsOf(await Promise.all(entries.map(worth)))
  } catch {
    return null
  }
}
