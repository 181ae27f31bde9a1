import { useSyncExternalStore } from 'react'
import { watchStoredSession } from '#src/auth/storedSession.ts'
import { renewSession } from '#src/auth/sessionRenewal.ts'
import { askForSync } from '#src/outbox/backgroundSync.ts'
import type { FlushOutcome } from '#src/outbox/sender.ts'
import { readCredentials } from '#src/storage/storedCredentials.ts'
import { createTokenRecovery } from './tokenRecovery.ts'
import { scanOutbox, scanSender } from './scanOutbox.ts'

/** Why sending waits: nobody is signed in, or the server no longer takes the token. */
export type SendingPause = Extract<FlushOutcome, { kind: 'paused' }>['cause']

/** How soon to look again while another tab or the worker sends, in milliseconds. */
const busyDelay = 2000
/** How soon to look again after this browser's storage did not answer, in milliseconds. */
const failedDelay = 15_000
/** The shortest pause between two looks, in milliseconds: a clock that jumps must not make the page spin. */
const shortestDelay = 200
/** The longest delay that a browser's timer takes, in milliseconds. */
const longestDelay = 2 ** 31 - 1

const renewal = createTokenRecovery({ renew: renewSession })

let running: Promise<FlushOutcome> | undefined
let again = false
let timer: ReturnType<typeof setTimeout> | undefined
let paused: SendingPause | null = null
const pauseListeners = new Set<() => void>()

/** What came of a round of sending, and what follows. */
interface Round {
  outcome: FlushOutcome
  /** When to look again, in milliseconds from now; null where only an event can help. */
  waitMs: number | null
  /** Why the member has to sign in, null where that would not help or is not needed. */
  paused: SendingPause | null
}

/**
 * Sends what waits, renews the sign-in where the server no longer takes it, and sets the timer for what has to wait longer. A call
 * while a sending runs makes it look once more. Never throws: the outcome says what happened.
 */
export function sendNow(): Promise<FlushOutcome> {
  again = true
  running ??= flushUntilQuiet().finally(() => {
    running = undefined
  })
  return running
}

async function flushUntilQuiet(): Promise<FlushOutcome> {
  let round: Round
  do {
    again = false
    round = await flushOnce()
  } while (again && round.outcome.kind !== 'busy')
  setPaused(round.paused)
  clearTimeout(timer)
  if (round.waitMs !== null) timer = setTimeout(send, Math.min(Math.max(shortestDelay, round.waitMs), longestDelay))
  return round.outcome
}

async function flushOnce(): Promise<Round> {
  const outcome = await scanSender.flush()
  if (outcome.kind === 'busy') return { outcome, waitMs: busyDelay, paused: null }
  if (outcome.kind === 'failed') return { outcome, waitMs: failedDelay, paused: null }
  if (outcome.kind === 'paused') {
    return outcome.cause === 'signed-out' ? { outcome, waitMs: null, paused: 'signed-out' } : await renewed(outcome)
  }
  renewal.accepted()
  const { nextAttemptAt } = outcome
  return { outcome, waitMs: nextAttemptAt === null ? null : nextAttemptAt - Date.now(), paused: null }
}

/** Renews a sign-in that the server no longer takes, and goes on sending with it. */
async function renewed(outcome: FlushOutcome): Promise<Round> {
  const session = await readCredentials().catch(() => null)
  if (session === null) return { outcome, waitMs: null, paused: 'signed-out' }
  const advice = await renewal.rejected(session.token)
  if (advice.kind === 'again') return await flushOnce()
  return { outcome, waitMs: advice.waitMs, paused: advice.ask ? 'unauthorized' : null }
}

function setPaused(next: SendingPause | null): void {
  if (next === paused) return
  paused = next
  for (const listener of pauseListeners) listener()
}

function subscribePaused(listener: () => void): () => void {
  pauseListeners.add(listener)
  return () => pauseListeners.delete(listener)
}

/** Why sending waits for the member to sign in, or null while it does not. */
export function useSendingPause(): SendingPause | null {
  return useSyncExternalStore(
    subscribePaused,
    () => paused,
    () => null,
  )
}

function send(): void {
  void sendNow()
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
export function startScheduler(): () => void {
  const events = new AbortController()
  const { signal } = events
  addEventListener('online', send, { signal })
  addEventListener('pageshow', send, { signal })
  document.addEventListener('visibilitychange', sendIfSeen, { signal })
  const unwatch = watchStoredSession(send)
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
    const session = await readCredentials()
    if (session === null || (await scanOutbox.countUnsent(session.memberId)) === 0) return
    const registration = await navigator.serviceWorker.getRegistration()
    if (registration?.active) await askForSync(registration)
  } catch {
    return
  }
}
