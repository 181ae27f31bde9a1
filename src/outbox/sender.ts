import type { Client } from '#src/api/client.ts'
import { dueAt } from './backoff.ts'
import { type Clock, deviceClock } from './clock.ts'
import { needsSending, type ScanEntry } from './entry.ts'
import { createConnectionBackoff } from './connectionBackoff.ts'
import type { Outbox } from './outbox.ts'
import { sendEntry } from './sendEntry.ts'
import type { Credentials } from '#src/storage/storedCredentials.ts'
import { StorageError, type StorageFault } from '#src/storage/durableStore.ts'
import { createSenderLock, type SenderLock } from './senderLock.ts'

/**
 * The result of a run of the sender.
 *
 * - idle: nothing can be sent now; `nextAttemptAt` says when something can (milliseconds since 1970, null: nothing waits).
 * - paused: everything stays in the outbox until the member signs in (signed-out), or signs in again (unauthorized: the
 *   server does not accept `token`).
 * - busy: another tab or the worker was sending all the while. Try again later.
 * - failed: this browser's storage did not answer.
 */
export type SendOutcome =
  | { kind: 'idle'; nextAttemptAt: number | null }
  | { kind: 'paused'; cause: 'signed-out' }
  | { kind: 'paused'; cause: 'unauthorized'; token: string }
  | { kind: 'busy' }
  | { kind: 'failed'; cause: StorageFault }

/** Sends the entries of the outbox that are due. */
export interface Sender {
  /** Sends everything that is due, and ends. */
  send: () => Promise<SendOutcome>
}

export interface SenderSettings {
  outbox: Outbox
  client: Client
  /** The credentials of the signed-in member, read again before every call. */
  readCredentials: () => Promise<Credentials | null>
  lock?: SenderLock
  clock?: Clock
  /** A number from 0 up to 1, for the jitter of the backoff. */
  random?: () => number
}

/**
 * Creates the sender of the signed-in member's scans. One sender at a time works, across tabs and worker. It sends row by row, and before
 * each row reads again who is signed in and what the rows say. A row that fails stops no other row; a connection that fails ends the run
 * at the cost of one call.
 *
 * Rows with the fewest attempts go first, so that a row that always fails comes last; among those the newest, which the member may be
 * looking at.
 */
export function createSender({
  outbox,
  client,
  readCredentials,
  lock = createSenderLock({ name: 'club-bravo-scans', subscribe: outbox.subscribe }),
  clock = deviceClock,
  random = Math.random,
}: SenderSettings): Sender {
  const backoff = createConnectionBackoff(clock, random)

  async function sendAll(holdsLock: () => boolean): Promise<SendOutcome> {
    const failedIds = new Set<string>()
    for (;;) {
      if (!holdsLock()) return { kind: 'busy' }
      const credentials = await readCredentials()
      if (!credentials) return { kind: 'paused', cause: 'signed-out' }
      const waiting = (await outbox.list(credentials.memberId)).entries.filter(needsSending)
      // Whatever triggered this run gave reason to try: the try is made at the end of the hold, not of the whole delay.
      if (backoff.hold() > 0) return idle(waiting, backoff.hold())
      const entry = nextDue(waiting, failedIds)
      if (!entry) return idle(waiting, backoff.delay())
      const verdict = await sendEntry(entry, credentials, { outbox, client, clock, random })
      switch (verdict.kind) {
        case 'failed':
          return verdict
        case 'unreachable':
          backoff.fail(verdict.retryAfterMs)
          return idle(waiting, backoff.delay())
        case 'unauthorized':
          backoff.reset()
          // If the token was replaced while the call was in flight, the new one may be accepted.
          if (isSame(credentials, await readCredentials()))
            return { kind: 'paused', cause: 'unauthorized', token: credentials.token }
          break
        case 'later':
        case 'unusable':
          backoff.reset()
          failedIds.add(entry.id)
          break
        case 'found':
        case 'claimed':
        case 'refused':
          backoff.reset()
          break
      }
    }
  }

  /** The next due row; none that has failed in this run, however short its jittered wait. */
  function nextDue(waiting: readonly ScanEntry[], failedIds: ReadonlySet<string>): ScanEntry | undefined {
    const now = clock.now()
    return waiting
      .filter((entry) => dueAt(entry, now) <= now && !failedIds.has(entry.id))
      .toSorted((a, b) => a.attempts - b.attempts)[0]
  }

  /** @param connectionWaitMs how long the connection is left alone */
  function idle(waiting: readonly ScanEntry[], connectionWaitMs: number): SendOutcome {
    if (waiting.length === 0) return { kind: 'idle', nextAttemptAt: null }
    const now = clock.now()
    const earliest = Math.min(...waiting.map((entry) => dueAt(entry, now)))
    return { kind: 'idle', nextAttemptAt: Math.max(earliest, now + connectionWaitMs) }
  }

  return {
    async send() {
      try {
        const result = await lock(sendAll)
        return result.kind === 'done' ? result.value : result
      } catch (error) {
        if (error instanceof StorageError) return { kind: 'failed', cause: error.fault }
        throw error
      }
    },
  }
}

function isSame(a: Credentials, b: Credentials | null): boolean {
  return a.memberId === b?.memberId && a.token === b.token
}
