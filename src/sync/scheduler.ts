import { useSyncExternalStore } from 'react'
import { renewSession } from '#src/auth/sessionRenewal.ts'
import { watchStoredSession } from '#src/auth/storedSession.ts'
import { requestBackgroundSync } from '#src/outbox/backgroundSync.ts'
import type { SendOutcome } from '#src/outbox/sender.ts'
import { readCredentials } from '#src/storage/storedCredentials.ts'
import { scanOutbox, scanSender } from './scanOutbox.ts'
import { createTokenRecovery } from './tokenRecovery.ts'

/** Why sending is paused: nobody is signed in, or the server no longer accepts the token. */
export type SendingPause = Extract<SendOutcome, { kind: 'paused' }>['cause']

/** How soon to try again while another tab or the worker sends, in milliseconds. */
const busyDelayMs = 2000
/** How soon to try again after this browser's storage did not answer, in milliseconds. */
const storageFailureDelayMs = 15_000
/** The shortest time between two tries, in milliseconds: a clock that jumps must not make the page spin. */
const minDelayMs = 200
/** The longest delay that a browser's timer accepts, in milliseconds. */
const maxDelayMs = 2 ** 31 - 1

const tokenRecovery = createTokenRecovery({ renew: renewSession })

let running: Promise<SendOutcome> | undefined
let requestedAgain = false
let timer: ReturnType<typeof setTimeout> | undefined
let pause: SendingPause | null = null
const pauseListeners = new Set<() => void>()

/** The outcome of a run of the sender, and what follows from it. */
interface Run {
  outcome: SendOutcome
  /** When to try again, in milliseconds from now; null if only an event can help. */
  waitMs: number | null
  /** Why the member has to sign in, or null. */
  pause: SendingPause | null
}

/**
 * Sends what is due, renews the session if the server no longer accepts the token, and sets the timer for scans that have to wait. A call
 * during a run makes it check once more. Never rejects.
 */
export function sendNow(): Promise<SendOutcome> {
  requestedAgain = true
  running ??= sendUntilIdle().finally(() => {
    running = undefined
  })
  return running
}

async function sendUntilIdle(): Promise<SendOutcome> {
  let run: Run
  do {
    requestedAgain = false
    run = await runOnce()
  } while (requestedAgain && run.outcome.kind !== 'busy')
  setPause(run.pause)
  clearTimeout(timer)
  if (run.waitMs !== null) timer = setTimeout(send, Math.min(Math.max(minDelayMs, run.waitMs), maxDelayMs))
  return run.outcome
}

async function runOnce(): Promise<Run> {
  const outcome = await scanSender.send()
  switch (outcome.kind) {
    case 'busy':
      return { outcome, waitMs: busyDelayMs, pause: null }
    case 'failed':
      return { outcome, waitMs: storageFailureDelayMs, pause: null }
    case 'paused':
      return outcome.cause === 'signed-out'
        ? { outcome, waitMs: null, pause: 'signed-out' }
        : await recoverToken(outcome)
    case 'idle':
      tokenRecovery.accepted()
      return {
        outcome,
        waitMs: outcome.nextAttemptAt === null ? null : outcome.nextAttemptAt - Date.now(),
        pause: null,
      }
  }
}

/** Renews a session whose token the server no longer accepts, and continues sending with the new one. */
async function recoverToken(outcome: SendOutcome): Promise<Run> {
  const credentials = await readCredentials().catch(() => null)
  if (credentials === null) return { outcome, waitMs: null, pause: 'signed-out' }
  const advice = await tokenRecovery.rejected(credentials.token)
  if (advice.kind === 'again') return await runOnce()
  return { outcome, waitMs: advice.waitMs, pause: advice.ask ? 'unauthorized' : null }
}

function setPause(next: SendingPause | null): void {
  if (next === pause) return
  pause = next
  for (const listener of pauseListeners) listener()
}

function subscribePause(listener: () => void): () => void {
  pauseListeners.add(listener)
  return () => pauseListeners.delete(listener)
}

/** Why sending waits for the member to sign in, or null while it does not. */
export function useSendingPause(): SendingPause | null {
  return useSyncExternalStore(
    subscribePause,
    () => pause,
    () => null,
  )
}

function send(): void {
  void sendNow()
}

function sendIfVisible(): void {
  if (document.visibilityState === 'visible') send()
}

/**
 * Sends on every trigger that may help: now, when the network returns, when the page becomes visible, when the next try is due, after
 * each change made by this tab, another tab or the worker, and after signing in. `navigator.onLine` is ignored: the real call is the
 * probe. If the browser has Background Sync, it is asked to wake the worker as well.
 *
 * @returns stops it
 */
export function startScheduler(): () => void {
  const events = new AbortController()
  const { signal } = events
  addEventListener('online', send, { signal })
  addEventListener('pageshow', send, { signal })
  document.addEventListener('visibilitychange', sendIfVisible, { signal })
  const unwatch = watchStoredSession(send)
  const unsubscribe = scanOutbox.subscribe(() => {
    send()
    void requestWorkerSync()
  })
  send()
  return () => {
    events.abort()
    unwatch()
    unsubscribe()
    clearTimeout(timer)
  }
}

/** Requests a background sync. A failure is harmless: this page sends without it. */
async function requestWorkerSync(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  try {
    const credentials = await readCredentials()
    if (credentials === null || (await scanOutbox.countUnsent(credentials.memberId)) === 0) return
    const registration = await navigator.serviceWorker.getRegistration()
    if (registration?.active) await requestBackgroundSync(registration)
  } catch {
    return
  }
}
