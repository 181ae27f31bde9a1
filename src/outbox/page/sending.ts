import { createListeners } from '#src/platform/listeners.ts'
import type { Sender, SendOutcome } from '#src/outbox/sender.ts'
import type { TokenRecovery } from './tokenRecovery.ts'

/** Why sending is paused: nobody is signed in, or the server no longer accepts the token. */
export type SendingPause = Extract<SendOutcome, { kind: 'paused' }>['cause']

interface SendingSettings {
  sender: Sender
  /** Replaces a token that the server no longer accepts. */
  recovery: TokenRecovery
  /** Calls back once, after this many milliseconds. Returns a function that cancels it. */
  after: (milliseconds: number, callback: () => void) => () => void
  /** Calls the listener on everything after which sending may succeed. Returns an unsubscribe function. */
  events: (listener: () => void) => () => void
}

/** Sends the scans of this device for as long as it is started. */
export interface Sending {
  /**
   * Sends what is due, renews the session if the server no longer accepts the token, and sets the timer for scans that
   * have to wait. A call during a run makes it check once more. Rejects with an error that nobody expected, and tries
   * again all the same.
   */
  sendNow: () => Promise<SendOutcome>
  /** Why sending waits for the member to sign in, or null while it does not. */
  pause: () => SendingPause | null
  /** Calls the listener when `pause` changes. Returns an unsubscribe function. */
  watchPause: (listener: () => void) => () => void
  /** Sends now and on every event. Returns a function that stops it. */
  start: () => () => void
}

/** How soon to try again while another tab or the worker sends, in milliseconds. */
const busyDelayMs = 2000
/** How soon to try again after this browser's storage did not answer, or an unexpected error, in milliseconds. */
const failureDelayMs = 15_000
/** The shortest time between two tries, in milliseconds: a clock that jumps must not make the page spin. */
const minDelayMs = 200
/** The longest delay that a browser's timer accepts, in milliseconds. */
const maxDelayMs = 2 ** 31 - 1

/** What follows from a run of the sender. */
type NextStep =
  /** There is a new token. */
  { kind: 'again' } | Rest

/** `waitMs`: when to try again, null if only an event can help. `pause`: why the member has to sign in, or null. */
interface Rest {
  kind: 'rest'
  waitMs: number | null
  pause: SendingPause | null
}

/** Decides when the sender runs: on every event, and by a timer for what has to wait. Knows no browser. */
export function openSending({ sender, recovery, after, events }: SendingSettings): Sending {
  let running: Promise<SendOutcome> | undefined
  let requestedAgain = false
  let cancelTimer: (() => void) | undefined
  let pause: SendingPause | null = null
  const pauseListeners = createListeners()

  function sendNow(): Promise<SendOutcome> {
    requestedAgain = true
    running ??= sendAndRest()
    return running
  }

  async function sendAndRest(): Promise<SendOutcome> {
    try {
      const { outcome, rest } = await sendUntilIdle()
      setTimer(rest.waitMs)
      setPause(rest.pause)
      return outcome
    } catch (error) {
      setTimer(failureDelayMs)
      throw error
    }
  }

  async function sendUntilIdle(): Promise<{ outcome: SendOutcome; rest: Rest }> {
    try {
      for (;;) {
        requestedAgain = false
        const outcome = await sender.send()
        const step = await stepAfter(outcome)
        const asked = requestedAgain && outcome.kind !== 'busy'
        if (step.kind === 'rest' && !asked) return { outcome, rest: step }
      }
    } finally {
      // In the same moment as the last look: whoever asks from now on starts a run.
      running = undefined
    }
  }

  async function stepAfter(outcome: SendOutcome): Promise<NextStep> {
    switch (outcome.kind) {
      case 'busy':
        return { kind: 'rest', waitMs: busyDelayMs, pause: null }
      case 'failed':
        return { kind: 'rest', waitMs: failureDelayMs, pause: null }
      case 'paused': {
        if (outcome.cause === 'signed_out') return { kind: 'rest', waitMs: null, pause: 'signed_out' }
        const advice = await recovery.rejected(outcome.token)
        if (advice.kind === 'again') return advice
        return { kind: 'rest', waitMs: advice.waitMs, pause: advice.ask ? 'unauthorized' : null }
      }
      case 'idle': {
        recovery.accepted()
        return { kind: 'rest', waitMs: outcome.waitMs, pause: null }
      }
    }
  }

  function setTimer(waitMs: number | null): void {
    cancelTimer?.()
    if (waitMs === null) return
    cancelTimer = after(Math.min(Math.max(minDelayMs, waitMs), maxDelayMs), () => void sendNow())
  }

  function setPause(next: SendingPause | null): void {
    if (next === pause) return
    pause = next
    pauseListeners.notify()
  }

  return {
    sendNow,
    pause: () => pause,
    watchPause: pauseListeners.add,
    start() {
      const unsubscribe = events(() => void sendNow())
      void sendNow()
      return () => {
        unsubscribe()
        cancelTimer?.()
      }
    },
  }
}
