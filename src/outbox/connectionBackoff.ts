import { waitBefore } from './backoff.ts'
import type { Clock } from './clock.ts'

/**
 * The line to the server, as this tab or worker has found it. A dead line is no fault of the row that met it: the wait is kept
 * here, and rows stay ready for the moment when the line is back.
 */
export interface Line {
  /** The server answered. */
  answered: () => void
  /** Nothing came back, or the server asked to slow down for so many milliseconds. */
  failed: (retryAfterMs: number | null) => void
  /** Milliseconds until the next try, where nothing happens in between that gives reason for hope. */
  wait: () => number
  /** Milliseconds during which not even such a reason is taken: triggers may come in a storm. */
  hold: () => number
}

/** Sending is tried at most once in so many milliseconds on a line that fails, however often it is asked for. */
const calmest = 1000
/** A server that asked to slow down holds new triggers back for so long at most; the row itself waits as long as asked. */
const longestHold = 5 * 60 * 1000

export function createConnectionBackoff(clock: Clock, random: () => number): Line {
  let failures = 0
  let tryAt = 0
  let heldUntil = 0
  return {
    answered() {
      failures = 0
      tryAt = 0
      heldUntil = 0
    },
    failed(retryAfterMs) {
      failures += 1
      const wait = waitBefore(failures, random, retryAfterMs)
      tryAt = clock.elapsed() + wait
      heldUntil = clock.elapsed() + (retryAfterMs === null ? Math.min(wait, calmest) : Math.min(wait, longestHold))
    },
    wait: () => Math.max(0, tryAt - clock.elapsed()),
    hold: () => Math.max(0, heldUntil - clock.elapsed()),
  }
}
