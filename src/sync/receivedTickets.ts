import { openReceivedFiles } from '#src/outbox/receivedFiles.ts'
import { forgetLinkedTickets, linkedTickets } from './linkedTickets.ts'

/** The files that came from other apps and wait to be read. */
export const receivedFiles = openReceivedFiles()

/** Forgets what came from elsewhere and is not a scan yet: nothing of a member's stays after the sign-out. Never rejects. */
export async function forgetReceivedTickets(): Promise<void> {
  forgetLinkedTickets(linkedTickets())
  await receivedFiles.forgetAll().catch(() => undefined)
}
