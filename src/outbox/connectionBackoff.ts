import { retryDelay } from './backoff.ts'
import type { Clock } from './clock.ts'

/**
 * The backoff of the connection to the server, as this tab or worker sees it. A dead connection is not the fault of the row that was
 * being sent: the wait is stored here rather than in the row, so that rows stay due when the connection returns.
 */
export interface ConnectionBackoff {
  /** The server answered: the next call need not wait. */
  reset: () => void
  /** No answer came, or the server asked to slow down for `retryAfterMs`. */
  fail: (retryAfterMs: number | null) => void
  /** Milliseconds until the next try, unless a trigger (online, visible, sign-in) gives reason to try sooner. */
  delay: () => number
  /** Milliseconds for which a trigger has to wait, too: triggers may come in bursts. */
  hold: () => number
}

/** While the connection fails, triggers start at most one try within this time, in milliseconds. */
const minTriggerIntervalMs = 1000
/** How long at most triggers wait for a server that asked to slow down, in milliseconds; the row itself waits as long as asked. */
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
      const wait = retryDelay(failures, random, retryAfterMs)
      tryAt = clock.elapsed() + wait
      heldUntil = clock.elapsed() + Math.min(wait, retryAfterMs === null ? minTriggerIntervalMs : maxHoldMs)
    },
    delay: () => Math.max(0, tryAt - clock.elapsed()),
    hold: () => Math.max(0, heldUntil - clock.elapsed()),
  }
}
