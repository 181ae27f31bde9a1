import { waitBefore } from './backoff.ts'
import type { Clock } from './clock.ts'

/**
 * The backoff of the connection to the server, as this tab or worker has found it. A dead connection is no fault of the row that met it:
 * the wait is kept here, and rows stay due for the moment when the connection is back.
 */
export interface ConnectionBackoff {
  /** The server answered: the next call need not wait. */
  reset: () => void
  /** No answer came, or the server asked to slow down for `retryAfterMs`. */
  fail: (retryAfterMs: number | null) => void
  /** Milliseconds until the next try, unless a trigger (online, visible, sign-in) gives reason to try sooner. */
  delay: () => number
  /** Milliseconds during which triggers are ignored, too: they may come in a storm. */
  hold: () => number
}

/** Triggers start at most one try in so many milliseconds while the connection fails. */
const minTriggerIntervalMs = 1000
/** A server that asked to slow down holds triggers back for so long at most; its row waits as long as asked. */
const maxHoldMs = 5 * 60 * 1000

export function createConnectionBackoff(clock: Clock, random: () => number): ConnectionBackoff {
  let failures = 0
  let tryAt = 0
  let heldUntil = 0
  return {
    reset() {
      failures = 0
      tryAt = 0
      heldUntil = 0
    },
    fail(retryAfterMs) {
      failures += 1
      const wait = waitBefore(failures, random, retryAfterMs)
      tryAt = clock.elapsed() + wait
      heldUntil = clock.elapsed() + Math.min(wait, retryAfterMs === null ? minTriggerIntervalMs : maxHoldMs)
    },
    delay: () => Math.max(0, tryAt - clock.elapsed()),
    hold: () => Math.max(0, heldUntil - clock.elapsed()),
  }
}
