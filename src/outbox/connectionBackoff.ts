import { retryDelay } from './backoff.ts'
import type { Clock } from './clock.ts'

/**
 * The backoff of the connection to the server, as this tab or worker sees it. A connection that is dead, or that brings
 * answers of somebody else than the API, is not the fault of the row that was being sent: the wait is stored here
 * rather than in the row, so that rows stay due when the connection returns.
 */
interface ConnectionBackoff {
  /** The API answered, after this time in milliseconds: the next call need not wait. */
  answered: (tookMs: number) => void
  /** No answer came, or the server asked to slow down for `retryAfterMs`. */
  fail: (retryAfterMs: number | null) => void
  /** No complete answer came in time: the next call may take longer. */
  timedOut: () => void
  /**
   * Something answered, but not as the contract says. Asked again sooner than a dead connection: it may be right at any
   * moment.
   */
  disturb: (retryAfterMs: number | null) => void
  /** How long the next call may take, in milliseconds. */
  timeoutMs: () => number
  /** Milliseconds until the next try, unless a trigger (online, visible, sign-in) gives reason to try sooner. */
  delay: () => number
  /** Milliseconds for which a trigger has to wait, too: triggers may come in bursts. */
  hold: () => number
}

/** While the connection fails, triggers start at most one try within this time, in milliseconds. */
const minTriggerIntervalMs = 1000
/**
 * How long at most triggers wait for a server that asked to slow down, in milliseconds; the row itself waits longer
 * (`retryDelay`).
 */
const maxHoldMs = 5 * 60 * 1000
/** The longest wait while something answers wrongly, in milliseconds, whatever it asks for: it may be a stranger. */
const maxDisturbedMs = 20_000
/** How long a call may take, in milliseconds: longer after each time-out, so that a slow server gets to answer. */
const timeoutsMs = [8_000, 16_000, 32_000, 60_000] as const

/** A connection that has not failed yet. `random`: from 0 up to 1, for the jitter of the waits. */
export function createConnectionBackoff(clock: Clock, random: () => number): ConnectionBackoff {
  /**
   * Each kind of trouble has a count of its own: a minute of a server in trouble says nothing of a connection that
   * breaks then.
   */
  const failures = { dead: 0, disturbed: 0 }
  let timeouts = 0
  let tryAt = 0
  let heldUntil = 0
  const wait = (trouble: keyof typeof failures, retryAfterMs: number | null, maxMs?: number) => {
    failures[trouble] += 1
    const delay = retryDelay(failures[trouble], random, retryAfterMs, maxMs)
    tryAt = clock.elapsed() + delay
    heldUntil = clock.elapsed() + Math.min(delay, retryAfterMs === null ? minTriggerIntervalMs : maxHoldMs)
  }
  return {
    answered(tookMs) {
      failures.dead = 0
      failures.disturbed = 0
      tryAt = 0
      heldUntil = 0
      if (tookMs < timeoutsMs[0]) timeouts = 0
    },
    fail: (retryAfterMs) => wait('dead', retryAfterMs),
    timedOut() {
      timeouts += 1
      wait('dead', null)
    },
    disturb: (retryAfterMs) =>
      wait('disturbed', retryAfterMs === null ? null : Math.min(retryAfterMs, maxDisturbedMs), maxDisturbedMs),
    timeoutMs: () => timeoutsMs[Math.min(timeouts, timeoutsMs.length - 1)] ?? timeoutsMs[0],
    delay: () => Math.max(0, tryAt - clock.elapsed()),
    hold: () => Math.max(0, heldUntil - clock.elapsed()),
  }
}
