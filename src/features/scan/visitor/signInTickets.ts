import { answerWithin } from '#src/platform/answerWithin.ts'
import { hasReceivedTickets } from '#src/features/scan/received/receiveTickets.ts'
import { hasKeptTickets } from './keptEntries.ts'

// Around a sign-in: what waits on this device for whoever signs in.

/** How long storage may hold up the way to the provider, in milliseconds. */
const maxReadMs = 500

/** Whether a visitor's tickets wait here; not where storage does not answer in time. Never rejects. */
export async function haveVisitorsTickets(): Promise<boolean> {
  return (await answerWithin(hasKeptTickets(null), maxReadMs)) ?? false
}

/** Whether a page is a form by which somebody joins, whom nothing leads away from it. */
function isForm(path: string): boolean {
  const [, , page = ''] = path.split(/[/?#]/)
  // The free one is completed by the account.
  return page.startsWith('registration-') && page !== 'registration-free'
}

/**
 * Whether whoever has signed in, on the way to a page, is led to the tickets that a visitor scanned, opened or shared
 * here.
 */
export async function isLedToTickets(memberId: string, path: string): Promise<boolean> {
  return !isForm(path) && ((await hasReceivedTickets(memberId)) || (await hasKeptTickets(memberId)))
}
