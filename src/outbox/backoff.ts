import type { ScanEntry } from './entry.ts'

const second = 1000
const minute = 60 * second
/** The longest wait between two tries, where the server does not ask for more. */
const longestWait = 5 * minute
/** What a server may ask for at most: a scan is not kept waiting for years by one wrong header. */
const longestObeyed = 24 * 60 * minute

/**
 * How long to wait before the next try: 1 s doubling to 5 min, with full jitter (any time from now to then is as likely), and
 * never less than the server asked for.
 *
 * @param attempts tries so far, 1 or more
 * @param random a number from 0 up to 1
 * @param retryAfterMs what the server asked for, null where it did not
 */
export function waitBefore(attempts: number, random: () => number, retryAfterMs: number | null = null): number {
  const cap = Math.min(second * 2 ** (attempts - 1), longestWait)
  return Math.max(random() * cap, Math.min(retryAfterMs ?? 0, longestObeyed))
}

/**
 * When an entry may be sent again. The phone's clock may have been set back since it was last sent: how much of its wait has
 * passed cannot be told then, and it may be sent at once. A wait is so never longer than it was meant to be.
 */
export function dueAt(entry: Pick<ScanEntry, 'triedAt' | 'nextAttemptAt'>, now: number): number {
  return entry.triedAt !== undefined && entry.triedAt <= now ? entry.nextAttemptAt : now
}
