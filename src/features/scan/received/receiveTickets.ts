import { createListeners } from '#src/platform/listeners.ts'
import { rememberedMember } from '#src/session/member.ts'
import {
  areTicketsUnstored,
  keepLinkedTicket,
  keepVisitorsTickets,
  linkedTickets,
  receivedFiles,
} from '#src/outbox/page/receivedTickets.ts'

const listeners = createListeners()

/**
 * Calls the listener when the files are kept that the system has opened this page with. Returns an unsubscribe
 * function.
 */
export function watchLaunchedFiles(listener: () => void): () => void {
  return listeners.add(listener)
}

/** What the system opens an installed app with. Source: WICG, Launch Handler and File Handling. */
interface LaunchParams {
  readonly files?: readonly FileSystemFileHandle[]
}

declare global {
  // Only in browsers that open files with installed apps.
  var launchQueue: { setConsumer: (consumer: (params: LaunchParams) => void) => void } | undefined
}

/** Takes in what this page was opened with: the ticket in its address, and the files that the system opens with it. */
export function receiveTickets(): void {
  keepLinkedTicket(location.hash)
  globalThis.launchQueue?.setConsumer(({ files = [] }) => void keepLaunched(files))
}

/**
 * Whether something waits on this device that is nobody's scan yet, outlives this page, and is this member's, or for
 * null a visitor's.
 */
export async function hasReceivedTickets(memberId: string | null): Promise<boolean> {
  await keepVisitorsTickets()
  const isLinkKept = linkedTickets(memberId).length > 0 && !areTicketsUnstored()
  return isLinkKept || (await receivedFiles.take(memberId).catch(() => [])).length > 0
}

async function keepLaunched(handles: readonly FileSystemFileHandle[]): Promise<void> {
  const receiver = await receivedFiles.receiver(rememberedMember()?.id ?? null)
  if (receiver === null) return
  for (const handle of handles) await receivedFiles.keep(await handle.getFile(), receiver)
  if (handles.length > 0) listeners.notify()
}
