import { openReceivedFiles } from '#src/outbox/receivedFiles.ts'
import { forgetLinkedTickets, linkedTickets } from './linkedTickets.ts'

/** The files that came from other apps and wait to be read. */
export const receivedFiles = openReceivedFiles()

/** How many tickets came from elsewhere and are no scans yet. Storage that cannot be read holds none. Never rejects. */
export async function countReceivedTickets(memberId: string): Promise<number> {
  const files = await receivedFiles.take(memberId).catch(() => [])
  return linkedTickets().length + files.length
}

/**
 * Forgets what came from elsewhere and is not a scan yet: nothing of a member's stays after the sign-out. Never
 * rejects.
 */
export async function forgetReceivedTickets(): Promise<void> {
  forgetLinkedTickets(linkedTickets())
  await receivedFiles.forgetAll().catch(() => undefined)
}
