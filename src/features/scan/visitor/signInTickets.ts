import type { Language } from '#contract/language.ts'
import type { StaticContents } from '#contract/content.ts'
import { formOfPath } from '#contract/registration/formTypes.ts'
import { readTicket } from '#contract/scan/ticket.ts'
import { currentLanguage } from '#src/i18n/activate.ts'
import type { RememberedMember } from '#src/session/member.ts'
import { answerWithin } from '#src/platform/answerWithin.ts'
import { clubNow } from '#src/platform/clubClock.ts'
import { hasReceivedTickets } from '#src/features/scan/received/receiveTickets.ts'
import { isLate, ticketView } from '#src/features/ticket/ticketView.ts'
import { ticketKeysOf } from '#src/features/ticket/useTicketReadings.ts'
import { scanSearchValue } from '#src/features/scan/scanSearch.ts'
import { scanOutbox } from '#src/outbox/page/scanOutbox.ts'
import { hasKeptTickets, keptEntries } from './keptEntries.ts'

// Around a sign-in: what waits on this device for whoever signs in.

/** How long storage may hold up the way to the provider, in milliseconds: a busy phone's takes more than a second. */
const maxReadMs = 3000
/** And how long the contents, without which a ticket’s points are not known. */
const maxContentsMs = 1500

/**
 * The points of a visitor's tickets that wait here, by the tickets' own word: 0 where it is not known. Undefined where
 * none waits, or storage does not answer in time. Never rejects.
 *
 * @param readContents gets the static contents: only asked where a ticket waits
 */
export function waitingPoints(readContents: () => Promise<StaticContents>): Promise<number | undefined> {
  return answerWithin(pointsOfKept(readContents), maxReadMs)
}

async function pointsOfKept(readContents: () => Promise<StaticContents>): Promise<number | undefined> {
  const kept = await keptEntries(null)
  if (kept.length === 0) return undefined
  const contents = await answerWithin(
    readContents().catch(() => undefined),
    maxContentsMs,
  )
  const points = kept.map(async ({ code, ticket }) => {
    // A bonus depends on whose ticket it is.
    const known = contents && { ...contents, bonus_periods: undefined }
    const view = ticketView(ticket, await readTicket(code, ticketKeysOf(contents)), known, null)
    return isLate(view, clubNow()) ? 0 : (view?.points ?? 0)
  })
  return (await Promise.all(points)).reduce((sum, one) => sum + one, 0)
}

/** The address to which joining leads back with one ticket in view: it names the scan. */
export function returnWithTicket(lang: Language, scanId: string): string {
  return `/${lang}/add-ticket?${new URLSearchParams({ mine: scanId })}`
}

/**
 * Claims the one ticket for which a new member has just joined: they have said whose it is.
 *
 * @param path to which this very sign-in returns: the address of a page claims nothing
 * @returns the page of the scan; null where there is a question to ask, or nothing to claim
 */
export async function claimJoinedFor(member: RememberedMember, path: string): Promise<string | null> {
  const { pathname, searchParams } = new URL(path, location.origin)
  if (formOfPath(pathname) !== 'free' || !member.emailVerified) return null
  const began = new URL(searchParams.get('return_to') ?? '/', location.origin)
  const kept = await keptEntries(member.id)
  const [only] = kept
  if (kept.length !== 1 || only === undefined || only.id !== began.searchParams.get('mine')) return null
  const claimed = await scanOutbox.claim(member.id, [only.id])
  if (claimed.kind !== 'done' || claimed.entries.length === 0) return null
  const scan = scanSearchValue(claimed.entries.map(({ id }) => id))
  return `/${currentLanguage()}/scan-preview?${new URLSearchParams({ scan })}`
}

/** Whether a page is one of joining that stays open, or its result. The free form is part of creating an account. */
function isJoining(path: string): boolean {
  const [, , page = ''] = path.split(/[/?#]/)
  return page.startsWith('registration-') && page !== 'registration-free'
}

/**
 * Whether whoever has signed in, on the way to a page, is led to the tickets that a visitor scanned, opened or shared
 * here.
 */
export async function isLedToTickets(memberId: string, path: string): Promise<boolean> {
  return !isJoining(path) && ((await hasReceivedTickets(memberId)) || (await hasKeptTickets(memberId)))
}
