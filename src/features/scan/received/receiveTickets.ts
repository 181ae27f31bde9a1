import { createListeners } from '#src/platform/listeners.ts'
import { rememberedMember } from '#src/session/member.ts'
import { keepLinkedTicket, linkedTickets } from '#src/sync/linkedTickets.ts'
import { receivedFiles } from '#src/sync/receivedTickets.ts'

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

/** Whether something waits on this device that is not a scan yet. */
export async function hasReceivedTickets(): Promise<boolean> {
  return linkedTickets().length > 0 || (await receivedFiles.forgetOld().catch(() => 0)) > 0
}

async function keepLaunched(handles: readonly FileSystemFileHandle[]): Promise<void> {
  for (const handle of handles) await receivedFiles.keep(await handle.getFile(), rememberedMember()?.id ?? null)
  if (handles.length > 0) listeners.notify()
}
