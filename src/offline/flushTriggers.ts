import { useSyncExternalStore } from 'react'
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
/** The longest delay that a browser's timer takes, in milliseconds. */
const longestDelay = 2 ** 31 - 1

let running: Promise<FlushOutcome> | undefined
let again = false
let started = 0
let timer: ReturnType<typeof setTimeout> | undefined
let paused: PauseCause | null = null
const pauseListeners = new Set<() => void>()

/**
 * Sends what waits. A call while a sending runs is answered by that one, which looks once more for what was added meanwhile.
 * Never throws: the outcome says what happened.
 */
export function flushNow(): Promise<FlushOutcome> {
  again = true
  running ??= flushUntilQuiet().finally(() => {
    running = undefined
  })
  return running
}

async function flushUntilQuiet(): Promise<FlushOutcome> {
  let outcome: FlushOutcome
  do {
    again = false
    outcome = await scanSender.flush()
  } while (again)
  setPaused(outcome)
  scheduleNext(outcome)
  return outcome
}

/** When to look again, in milliseconds from now; null where only an event can help. */
function delayAfter(outcome: FlushOutcome): number | null {
  switch (outcome.kind) {
    case 'idle':
      return outcome.nextAttemptAt === null ? null : Math.max(0, outcome.nextAttemptAt - Date.now())
    case 'paused':
      return null
    case 'busy':
      return busyDelay
    case 'failed':
      return failedDelay
  }
}

function scheduleNext(outcome: FlushOutcome): void {
  clearTimeout(timer)
  const delay = delayAfter(outcome)
  if (delay !== null && started > 0) timer = setTimeout(() => void flushNow(), Math.min(delay, longestDelay))
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

/**
 * Keeps sending what waits: now, when the network returns, when the page is seen again, at the time of the next try, after
 * each change that this tab, another tab or the worker makes, and after signing in. `navigator.onLine` decides nothing: the
 * real call is the probe. Where the browser has Background Sync, it is asked to wake the worker as well.
 *
 * @returns stops all of it
 */
export function startFlushing(): () => void {
  started += 1
  const events = new AbortController()
  const { signal } = events
  const send = () => void flushNow()
  addEventListener('online', send, { signal })
  addEventListener('pageshow', send, { signal })
  addEventListener('storage', send, { signal })
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && send(), { signal })
  const unsubscribe = scanOutbox.subscribe(() => {
    send()
    void askWorkerToSend()
  })
  send()
  return () => {
    started -= 1
    events.abort()
    unsubscribe()
    if (started === 0) clearTimeout(timer)
  }
}

async function askWorkerToSend(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const session = await readSession()
  if (session && (await scanOutbox.countUnsent(session.memberId)) > 0) {
    await askForSync(await navigator.serviceWorker.ready)
  }
}
