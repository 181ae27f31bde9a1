import type { Client } from '#src/api/client.ts'
import type { KeyedEndpoint } from '#contract/endpoint.ts'
import { dueAt } from './backoff.ts'
import { type CallEntry, type CallName, type CallVerdict, isCall } from './callEntry.ts'
import { type Clock, deviceClock } from './clock.ts'
import { needsSending, type ScanEntry } from './entry.ts'
import { createConnectionBackoff } from './connectionBackoff.ts'
import type { Outbox } from './outbox.ts'
import { sendCall, sendScan } from './sendRow.ts'
import type { Verdict } from './verdicts.ts'
import type { Credentials } from '#src/session/record.ts'
import { StorageError, type StorageFault } from '#src/storage/durableStore.ts'
import { createLock, type ExclusiveLock } from '#src/storage/exclusiveLock.ts'
import { scansDatabase } from '#src/storage/names.ts'

/**
 * The result of a run of the sender.
 *
 * - idle: nothing can be sent now; something can be after `waitMs` (null: nothing waits). No time of day, which the
 *   person may set before it is read.
 * - paused: everything stays in the outbox until the member signs in (`signed_out`), or signs in again (`unauthorized`:
 *   the server does not accept `token`).
 * - busy: another tab or the worker was sending all the while. Try again later.
 * - failed: this browser's storage did not answer.
 */
export type SendOutcome =
  | { kind: 'idle'; waitMs: number | null }
  | { kind: 'paused'; cause: 'signed_out' }
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
  /** The endpoints of calls (`keyedCalls.ts`); without them, only scans are sent. */
  endpoints?: Readonly<Record<CallName, KeyedEndpoint>>
  /** The credentials of the signed-in member, read again before every call. */
  readCredentials: () => Promise<Credentials | null>
  lock?: ExclusiveLock
  clock?: Clock
  /** A number from 0 up to 1, for the jitter of the backoff. */
  random?: () => number
  /**
   * When a stuck scan is tried again. `at_first`: once by this sender, as after an update, then once a day. `daily`:
   * for one that is made anew for every run: its tries notify the page, which asks for the next run.
   */
  stuckScans?: 'at_first' | 'daily'
}

/**
 * The lock of the senders. One that finds it taken queues for it, so that a scan added just after the holder's last
 * look is not left behind. When the queue time runs out while the holder shows a heartbeat, it gives up: the holder
 * looks again and sees everything. A holder that lost the lock without need has made an unnecessary call, which the
 * server answers with the same answer.
 */
export function createSendersLock(name: string): ExclusiveLock {
  return createLock({ name, heartbeatMs: 5_000, silenceMs: 20_000, queueTimeoutMs: 60_000 })
}

type Row = ScanEntry | CallEntry
type Disturbance = Extract<Verdict, { kind: 'disturbed' }>

/**
 * Creates the sender of the signed-in member's scans and calls. One sender at a time works, across tabs and worker. It
 * sends row by row, and before each row reads again who is signed in and what the rows say. A row that fails stops no
 * other row: a run tries each once. A connection that fails ends the run at the cost of one call, and the next run goes
 * on behind the last row tried: the least recently tried goes first. Before them all go those not tried since their
 * last progress, the newest first, which the member may be looking at.
 */
export function createSender({
  outbox,
  client,
  endpoints,
  readCredentials,
  lock = createSendersLock(scansDatabase),
  clock = deviceClock,
  random = Math.random,
  stuckScans = 'at_first',
}: SenderSettings): Sender {
  const connection = createConnectionBackoff(clock, random)
  /**
   * Rows of which this sender has an answer: a stuck one among the others was left by an older version, or before the
   * app was opened.
   */
  const answeredIds = new Set<string>()

  async function sendAll(holdsLock: () => boolean): Promise<SendOutcome> {
    const failedIds = new Set<string>()
    const disturbedIds = new Set<string>()
    let disturbance: Disturbance | null = null
    let unstored: Extract<SendOutcome, { kind: 'failed' }> | null = null
    for (;;) {
      if (!holdsLock()) return { kind: 'busy' }
      const credentials = await readCredentials()
      if (!credentials) return { kind: 'paused', cause: 'signed_out' }
      const unsent = await readSendable(credentials.memberId)
      // Whatever triggered this run gave reason to try: the try is made at the end of the hold, not of the whole delay.
      if (connection.hold() > 0) return idle(unsent, () => connection.hold())
      const entry = nextDue(unsent, failedIds)
      if (!entry) {
        if (disturbance) connection.disturb(disturbance.retryAfterMs)
        if (unstored) return unstored
        // Rows that have not met the disturbance show whether it is the connection's.
        return idle(unsent, ({ id }) => (disturbedIds.has(id) ? connection.delay() : connection.hold()))
      }
      const verdict = await send(entry, credentials)
      switch (verdict.kind) {
        case 'failed':
          if (!isCall(entry)) return verdict
          // It is stored before it is sent. A scan needs no room for that, and goes on.
          unstored = verdict
          failedIds.add(entry.id)
          break
        case 'unreachable':
          connection.fail(verdict.retryAfterMs)
          return idle(unsent, () => connection.delay())
        case 'too_slow':
          connection.timedOut()
          return idle(unsent, () => connection.delay())
        case 'disturbed':
          disturbance = verdict
          disturbedIds.add(entry.id)
          failedIds.add(entry.id)
          break
        case 'unauthorized':
          // If the token was replaced while the call was in flight, the new one may be accepted.
          if (isSame(credentials, await readCredentials()))
            return { kind: 'paused', cause: 'unauthorized', token: credentials.token }
          break
        case 'later':
        case 'rejected':
          failedIds.add(entry.id)
          break
        case 'found':
        case 'claimed':
        case 'owned':
        case 'refused':
        case 'answered':
        case 'unsent':
          break
      }
    }
  }

  async function send(entry: Row, credentials: Credentials) {
    const startedAt = clock.elapsed()
    const verdict = await sendRow(entry, credentials, connection.timeoutMs())
    const isAnswer = !['failed', 'unsent', 'unreachable', 'too_slow', 'disturbed'].includes(verdict.kind)
    if (isAnswer) connection.answered(clock.elapsed() - startedAt)
    if (isAnswer && verdict.kind !== 'unauthorized') answeredIds.add(entry.id)
    return verdict
  }

  async function sendRow(
    row: Row,
    credentials: Credentials,
    timeoutMs: number,
  ): Promise<Verdict | CallVerdict | { kind: 'unsent' } | Extract<SendOutcome, { kind: 'failed' }>> {
    const dependencies = { outbox, client, clock, random, timeoutMs }
    if (!isCall(row)) return await sendScan(row, credentials, dependencies)
    // Without endpoints, no call is read.
    if (endpoints === undefined) return { kind: 'disturbed', serverError: false, retryAfterMs: null }
    return await sendCall(row, credentials, { ...dependencies, endpoints })
  }

  /** The member's rows that wait for a call. */
  async function readSendable(memberId: string): Promise<Row[]> {
    const rows = await outbox.queue(memberId)
    return rows.filter((row) => (isCall(row) ? endpoints !== undefined : needsSending(row)))
  }

  /** When a row may be sent: a stuck one at once until this sender has an answer of it. */
  function sendableAt(entry: Row, now: number): number {
    const isUnasked = entry.state === 'stuck' && stuckScans === 'at_first' && !answeredIds.has(entry.id)
    return isUnasked ? now : dueAt(entry, now)
  }

  /** The next due row; none that has failed in this run, however short its jittered wait. */
  function nextDue(unsent: readonly Row[], failedIds: ReadonlySet<string>): Row | undefined {
    const now = clock.now()
    return unsent
      .filter((entry) => sendableAt(entry, now) <= now && !failedIds.has(entry.id))
      .toSorted((a, b) => lastTryOf(a, now) - lastTryOf(b, now))[0]
  }

  /** @param waitFor for how long a row leaves the connection alone, in milliseconds */
  function idle(unsent: readonly Row[], waitFor: (row: Row) => number): SendOutcome {
    if (unsent.length === 0) return { kind: 'idle', waitMs: null }
    const now = clock.now()
    const waits = unsent.map((entry) => Math.max(sendableAt(entry, now) - now, waitFor(entry)))
    return { kind: 'idle', waitMs: Math.min(...waits) }
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

/**
 * When a row was last tried, in milliseconds since 1970; 0 if not since its last progress, or if the clock was set back
 * since.
 */
function lastTryOf({ attempts, triedAt }: Row, now: number): number {
  return attempts === 0 || triedAt === undefined || triedAt > now ? 0 : triedAt
}

function isSame(a: Credentials, b: Credentials | null): boolean {
  return a.memberId === b?.memberId && a.token === b.token
}
