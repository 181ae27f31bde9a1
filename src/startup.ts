import { recoverLostChunks } from './serviceWorker/chunkRecovery.ts'
import { registerWorker } from './serviceWorker/registration.ts'

/** Watches over what the app loads: called once, before anything else of it. */
export function startEarly(): void {
  recoverLostChunks()
}

/**
 * Starts what works behind the page without a network: the worker, and the sending of the scans that wait on this phone, now and
 * whenever something may help them on. Called once the page is there, because nothing that is seen waits for it.
 *
 * @param session settles when it is known who is signed in here
 */
export function startBackground(session: Promise<unknown>): void {
  // In development there is no worker: it would answer with yesterday's code.
  if (import.meta.env.PROD) void registerWorker()
  void startSending(session)
}

async function startSending(session: Promise<unknown>): Promise<void> {
  const { startScheduler, sendNow } = await import('./sync/scheduler.ts')
  startScheduler()
  await session
  await sendNow()
}
