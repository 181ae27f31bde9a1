import type { ScanEntry } from './entry.ts'

const second = 1000
const minute = 60 * second
/** The longest wait between two tries, unless the server asks for more. In milliseconds. */
const maxWaitMs = 5 * minute
/** The longest accepted `Retry-After`, in milliseconds: a gateway may ask for a day. */
const maxRetryAfterMs = 15 * minute

/** How long a stuck entry rests between two tries, in milliseconds. */
export const stuckRetryMs = 24 * 60 * minute

/** What a row knows of its tries. */
type Tries = Pick<ScanEntry, 'attempts' | 'putOffs' | 'triedAt' | 'nextAttemptAt'>
type DueFacts = Pick<Tries, 'triedAt' | 'nextAttemptAt'>

/**
 * How long to wait before the next try: exponential from 1 s to 5 min with full jitter (every delay up to the maximum
 * is equally likely), and never less than the server asked for, up to 15 min.
 *
 * @param attempts tries so far, 1 or more
 * @param random a number from 0 up to 1
 * @param retryAfterMs what the server asked for, null if it did not ask
 * @param maxMs the longest wait, unless the server asked for more
 */
export function retryDelay(
  attempts: number,
  random: () => number,
  retryAfterMs: number | null = null,
  maxMs = maxWaitMs,
): number {
  const cap = Math.min(second * 2 ** (attempts - 1), maxMs)
  return Math.max(random() * cap, Math.min(retryAfterMs ?? 0, maxRetryAfterMs))
}

/** What the wait after an answer is computed from. */
export interface RetryContext {
  /** When the answer came, in milliseconds since 1970. */
  now: number
  /** A number from 0 up to 1, for the jitter. */
  random: () => number
}

/**
 * A row after one more try. Clears `nextAttemptAt`: a wait set before the device's clock jumped must not outlive the
 * try that ended it.
 */
export function tried<Row extends Tries>(row: Row, { now }: Pick<RetryContext, 'now'>): Row {
  return { ...row, attempts: row.attempts + 1, triedAt: now, nextAttemptAt: 0 }
}

/**
 * A row that the API has put off. The wait grows with what it has said of this row alone, however often the connection
 * failed before.
 */
export function putOff<Row extends Tries>(row: Row, context: RetryContext, retryAfterMs: number | null): Row {
  const delay = retryDelay(row.putOffs ?? 1, context.random, retryAfterMs)
  return { ...tried(row, context), nextAttemptAt: context.now + delay }
}

/**
 * When an entry is due. If the device's clock was set back since the last try, the elapsed part of the wait is unknown
 * and the entry is due at once: a wait is never longer than it was meant to be.
 */
export function dueAt({ triedAt, nextAttemptAt }: DueFacts, now: number): number {
  return triedAt === undefined || triedAt > now ? now : nextAttemptAt
}
