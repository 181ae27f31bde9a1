import { useSyncExternalStore } from 'react'
import { watchKept } from '#src/auth/kept.ts'
import { askForSync } from '#src/outbox/backgroundSync.ts'
import type { FlushOutcome } from '#src/outbox/flush.ts'
import { readSession } from '#src/outbox/session.ts'
import { scanOutbox, scanSender } from './scanOutbox.ts'

/** Why sending waits: nobody is signed in, or the server no longer takes the token. */
export type PauseCause = Extract<FlushOutcome, { kind: 'paused' }>['cause']

/** How soon to look again while another tab or the worker sends, in milliseconds. */
const busyDelay = 2000
/** How soon to look again after this browser's storage did not answer, in milliseconds. */
const failedDelay = 15_000
/** The shortest pause between two looks, in milliseconds: a clock that jumps must not make the page spin. */
const shortestDelay = 200
/** The longest delay that a browser's timer takes, in milliseconds. */
const longestDelay = 2 ** 31 - 1

let timer: ReturnType<typeof setTimeout> | undefined
let paused: PauseCause | null = null
const pauseListeners = new Set<() => void>()

/** Sends what waits, and sets the timer for what has to wait longer. Never throws: the outcome says what happened. */
export async function flushNow(): Promise<FlushOutcome> {
  const outcome = await scanSender.flush()
  setPaused(outcome)
  scheduleNext(outcome)
  return outcome
}

/** When to look again, in milliseconds from now; null where only an event can help. */
function delayAfter(outcome: FlushOutcome): number | null {
  if (outcome.kind === 'busy') return busyDelay
  if (outcome.kind === 'failed') return failedDelay
  if (outcome.kind === 'paused' || outcome.nextAttemptAt === null) return null
  return Math.max(shortestDelay, outcome.nextAttemptAt - Date.now())
}

function scheduleNext(outcome: FlushOutcome): void {
  clearTimeout(timer)
  const delay = delayAfter(outcome)
  if (delay !== null) timer = setTimeout(send, Math.min(delay, longestDelay))
}

function setPaused(outcome: FlushOutcome): void {
  const next = outcome.kind === 'paused' ? outcome.cause : null
  if (next === paused) return
  paused = next
  for (const listener of pauseListeners) listener()
}

function subscribePaused(listener: () => void): () => void {
  pauseListeners.add(listener)
  return () => pauseListeners.delete(listener)
}

/** Why sending waits for the member to sign in, or null while it does not. */
export function usePaused(): PauseCause | null {
  return useSyncExternalStore(subscribePaused, () => paused)
}

function send(): void {
  void flushNow()
}

function sendIfSeen(): void {
  if (document.visibilityState === 'visible') send()
}

/**
 * Keeps sending what waits: now, when the network returns, when the page is seen again, at the time of the next try, after
 * each change that this tab, another tab or the worker makes, and after signing in. `navigator.onLine` decides nothing: the
 * real call is the probe. Where the browser has Background Sync, it is asked to wake the worker as well.
 *
 * @returns stops all of it
 */
export function startFlushing(): () => void {
  const events = new AbortController()
  const { signal } = events
  addEventListener('online', send, { signal })
  addEventListener('pageshow', send, { signal })
  document.addEventListener('visibilitychange', sendIfSeen, { signal })
  const unwatch = watchKept(send)
  const unsubscribe = scanOutbox.subscribe(() => {
    send()
    void askWorkerToSend()
  })
  send()
  return () => {
    events.abort()
    unwatch()
    unsubscribe()
    clearTimeout(timer)
  }
}

/** A bonus, so nothing is said where it fails: this page sends by itself. */
async function askWorkerToSend(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  try {
    const session = await readSession()
    if (session === null || (await scanOutbox.countUnsent(session.memberId)) === 0) return
    await askForSync(await navigator.serviceWorker.ready)
  } catch {
    return
  }
}
