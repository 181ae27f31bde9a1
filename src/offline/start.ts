import { watchLostChunks } from './lostChunk.ts'
import { registerWorker } from './worker.ts'

/** Starts everything that makes the app work without a network: called once, when the page starts. */
export function startOffline(): void {
  watchLostChunks()
  // In development there is no worker: it would answer with yesterday's code.
  if (import.meta.env.PROD) void registerWorker()
}

/**
 * Starts sending the scans that wait on this phone, now and whenever something may help them on. What it takes is loaded only here:
 * nothing that is seen waits for it.
 *
 * @param session settles when it is known who is signed in here
 */
export async function startSending(session: Promise<unknown>): Promise<void> {
  const { startFlushing, flushNow } = await import('./flushTriggers.ts')
  startFlushing()
  await session
  await flushNow()
}
