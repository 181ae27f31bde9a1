import { startFlushing } from './flushTriggers.ts'
import { watchLostChunks } from './lostChunk.ts'
import { registerWorker } from './worker.ts'

/** Starts everything that makes the app work without a network: called once, when the page starts. */
export function startOffline(): void {
  watchLostChunks()
  startFlushing()
  // In development there is no worker: it would answer with yesterday's code.
  if (import.meta.env.PROD) void registerWorker()
}
