import type { Client } from '#src/api/client.ts'
import { dueAt } from './backoff.ts'
import { type Clock, phoneClock } from './clock.ts'
import { nextCall, type ScanEntry } from './entry.ts'
import { createConnectionBackoff } from './connectionBackoff.ts'
import type { Outbox } from './outbox.ts'
import { sendEntry } from './sendEntry.ts'
import type { Credentials } from '#src/storage/storedCredentials.ts'
import { StorageError, type StorageFault } from '#src/storage/durableStore.ts'
import { createSenderLock, type SenderLock } from './senderLock.ts'

/**
 * Where sending has come to.
 *
 * - idle: nothing can be sent at the moment; `nextAttemptAt` says when something can (milliseconds since 1970, null: nothing waits).
 * - paused: everything is kept until somebody signs in (signed-out), or signs in again (unauthorized).
 * - busy: another tab or the worker has been sending all the while. Ask again in a while.
 * - failed: this browser's storage did not answer.
 */
export type FlushOutcome =
  | { kind: 'idle'; nextAttemptAt: number | null }
  | { kind: 'paused'; cause: 'signed-out' | 'unauthorized' }
  | { kind: 'busy' }
  | { kind: 'failed'; cause: StorageFault }

/** Sends what waits in the outbox. */
export interface Sender {
  /** Sends everything that may be sent now. Asked while it runs, it looks once more before it ends. */
  flush: () => Promise<FlushOutcome>
}

export interface SenderSettings {
  outbox: Outbox
  client: Client
  /** Who is signed in, asked anew before every call. */
  readCredentials: () => Promise<Credentials | null>
  locks?: SenderLock
  clock?: Clock
  /** A number from 0 up to 1: the dice of the back-off. */
  random?: () => number
}

/**
 * A sender of the scans of whoever is signed in. One at a time sends, across tabs and worker. It takes one row after another
 * and looks afresh before each: who is signed in, and what the rows say now. A row that fails stops no other row; a line that
 * fails ends the round, at the cost of one call.
 *
 * Fewest tries go first, so that a row that always fails comes last; among those the newest, which somebody may be looking at.
 */
export function createSender({
  outbox,
  client,
  readCredentials,
  locks = createSenderLock({ name: 'club-bravo-scans', subscribe: outbox.subscribe }),
  clock = phoneClock,
  random = Math.random,
}: SenderSettings): Sender {
  const line = createConnectionBackoff(clock, random)
  let running: Promise<FlushOutcome> | null = null
  let askedAgain = false

  async function flushUntilQuiet(): Promise<FlushOutcome> {
    try {
      let outcome: FlushOutcome
      do {
        askedAgain = false
        outcome = await takeTurn()
      } while (askedAgain && outcome.kind !== 'busy')
      return outcome
    } finally {
      running = null
    }
  }

  async function takeTurn(): Promise<FlushOutcome> {
    try {
      const turn = await locks(sendAll)
      return turn.kind === 'done' ? turn.value : turn
    } catch (error) {
      if (error instanceof StorageError) return { kind: 'failed', cause: error.fault }
      throw error
    }
  }

  async function sendAll(held: () => boolean): Promise<FlushOutcome> {
    const failedNow = new Set<string>()
    for (;;) {
      if (!held()) return { kind: 'busy' }
      const session = await readCredentials()
      if (!session) return { kind: 'paused', cause: 'signed-out' }
      const waiting = (await outbox.list(session.memberId)).entries.filter((entry) => nextCall(entry) !== null)
      const entry = line.hold() > 0 ? undefined : firstOf(waiting, failedNow)
      if (!entry) return idle(waiting)
      const verdict = await sendEntry(entry, session, { outbox, client, clock, random })
      switch (verdict.kind) {
        case 'failed':
          return verdict
        case 'unreachable':
          line.failed(verdict.retryAfterMs)
          return idle(waiting)
        case 'unwelcome':
          line.answered()
          // Signed in again, or the token renewed, while the call was under way: that one may do.
          if (isSame(session, await readCredentials())) return { kind: 'paused', cause: 'unauthorized' }
          break
        case 'later':
        case 'odd':
          line.answered()
          failedNow.add(entry.id)
          break
        case 'found':
        case 'claimed':
        case 'refused':
          line.answered()
          break
      }
    }
  }

  /** The row whose turn it is; none that has failed in this round, whatever the dice say of its wait. */
  function firstOf(waiting: readonly ScanEntry[], failedNow: ReadonlySet<string>): ScanEntry | undefined {
    const now = clock.now()
    return waiting
      .filter((entry) => dueAt(entry, now) <= now && !failedNow.has(entry.id))
      .toSorted((one, other) => one.attempts - other.attempts)[0]
  }

  function idle(waiting: readonly ScanEntry[]): FlushOutcome {
    if (waiting.length === 0) return { kind: 'idle', nextAttemptAt: null }
    const now = clock.now()
    const earliest = Math.min(...waiting.map((entry) => dueAt(entry, now)))
    return { kind: 'idle', nextAttemptAt: Math.max(earliest, now + line.wait()) }
  }

  return {
    flush() {
      askedAgain = true
      running ??= flushUntilQuiet()
      return running
    },
  }
}

function isSame(one: Credentials, other: Credentials | null): boolean {
  return one.memberId === other?.memberId && one.token === other.token
}
