import type { StaticContents } from '#contract/content.ts'
import { answerWithin } from '#src/platform/answerWithin.ts'
import { hasReceivedTickets } from '#src/features/scan/received/receiveTickets.ts'
import { hasKeptTickets } from './keptEntries.ts'

// Around a sign-in: what waits on this device for whoever signs in.

/** How long storage may hold up the way to the provider, in milliseconds. */
const maxReadMs = 500

/**
 * The points that wait here for a visitor, by their tickets' own word: 0 if these do not say, null if nothing waits, or
 * storage does not answer in time. Never rejects.
 */
export async function waitingPoints(contents: StaticContents | undefined): Promise<number | null> {
  const read = async () => {
    if (!(await hasKeptTickets(null))) return null
    const { worthOfKeptTickets } = await import('./keptTickets.ts')
    return await worthOfKeptTickets(contents)
  }
  return (
    (await answerWithin(
      read().catch(() => null),
      maxReadMs,
    )) ?? null
  )
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
