import type { StaticContents } from '#contract/content.ts'
import { formOfPath } from '#contract/registration/formTypes.ts'
import { readTicket } from '#contract/scan/ticket.ts'
import { answerWithin } from '#src/platform/answerWithin.ts'
import { clubNow } from '#src/platform/clubClock.ts'
import { hasReceivedTickets } from '#src/features/scan/received/receiveTickets.ts'
import { isLate, ticketView } from '#src/features/ticket/ticketView.ts'
import { ticketKeysOf } from '#src/features/ticket/useTicketReadings.ts'
import { scanSearchValue } from '#src/features/scan/scanSearch.ts'
import { scanOutbox } from '#src/outbox/page/scanOutbox.ts'
import { hasKeptTickets, keptEntries } from './keptEntries.ts'

// Around a sign-in: what waits on this device for whoever signs in.

/** How long storage may hold up the way to the provider, in milliseconds. */
const maxReadMs = 500

/**
 * The points of a visitor's tickets that wait here, by the tickets' own word: 0 where it is not known. Undefined where
 * none waits, or storage does not answer in time. Never rejects.
 *
 * @param contents the cached static contents, undefined if this device has none yet
 */
export function waitingPoints(contents: StaticContents | undefined): Promise<number | undefined> {
  return answerWithin(pointsOfKept(contents), maxReadMs)
}

async function pointsOfKept(contents: StaticContents | undefined): Promise<number | undefined> {
  const kept = await keptEntries(null)
  if (kept.length === 0) return undefined
  const points = kept.map(async ({ code, ticket }) => {
    // A bonus depends on whose ticket it is.
    const known = contents && { ...contents, bonus_periods: undefined }
    const view = ticketView(ticket, await readTicket(code, ticketKeysOf(contents)), known, null)
    return isLate(view, clubNow()) ? 0 : (view?.points ?? 0)
  })
  return (await Promise.all(points)).reduce((sum, one) => sum + one, 0)
}

/**
 * Claims the one ticket with which somebody has joined: they have said whose it is. Resolves to the scan's value in
 * addresses (`scanSearchValue`); null where there is another question: more tickets, or none any more.
 */
export async function claimJoinedFor(memberId: string, scanId: string): Promise<string | null> {
  const kept = await keptEntries(memberId)
  if (kept.length !== 1 || kept[0]?.id !== scanId) return null
  const claimed = await scanOutbox.claim(memberId, [scanId])
  return claimed.kind === 'done' ? scanSearchValue(claimed.entries.map(({ id }) => id)) : null
}

/** Whether a page is a form by which somebody joins, whom nothing leads away from it. The free one is the account's. */
function isForm(path: string): boolean {
  const form = formOfPath(path)
  return form !== undefined && form !== 'free'
}

/**
 * Whether whoever has signed in, on the way to a page, is led to the tickets that a visitor scanned, opened or shared
 * here.
 */
export async function isLedToTickets(memberId: string, path: string): Promise<boolean> {
  return !isForm(path) && ((await hasReceivedTickets(memberId)) || (await hasKeptTickets(memberId)))
}
