import { type ScanAnswer, scanTicket, verifyTicket } from '#contract/scan.ts'
import type { Client } from '#src/api/client.ts'
import type { Result } from '#src/api/errors.ts'
import { entryAfter, type ScanCall, type Verdict, verdictOf } from './verdicts.ts'
import type { Clock } from './clock.ts'
import type { ScanEntry } from './entry.ts'
import type { Outbox } from './outbox.ts'
import type { Credentials } from '#src/storage/storedCredentials.ts'
import type { StorageFault } from '#src/storage/durableStore.ts'

export interface SendEntryDependencies {
  outbox: Pick<Outbox, 'change' | 'restore'>
  client: Client
  clock: Clock
  random: () => number
}

/** How long the server may take to answer a scan, in milliseconds. */
const callTimeoutMs = 8000

/**
 * Makes the next call of a scan and records the answer in its row. The row is never removed before.
 *
 * @param entry a scan of the credentials' member
 * @returns what the answer meant, or why it could not be recorded: the same call will bring the same answer again
 */
export async function sendEntry(
  entry: ScanEntry,
  credentials: Credentials,
  dependencies: SendEntryDependencies,
): Promise<Verdict | { kind: 'failed'; cause: StorageFault }> {
  const { call, result } = await callServer(entry, credentials, dependencies.client)
  const verdict = verdictOf(call, result)
  if (verdict.kind === 'unauthorized') return verdict
  const outcome = await recordVerdict(entry, verdict, dependencies)
  return outcome.kind === 'failed' ? outcome : verdict
}

async function callServer(
  entry: ScanEntry,
  { token }: Credentials,
  client: Client,
): Promise<{ call: ScanCall; result: Result<ScanAnswer> }> {
  const options = { concurrent: true, token, idempotencyKey: entry.id, timeoutMs: callTimeoutMs }
  if (entry.state === 'scanned' && entry.ticket) {
    return { call: 'verify-ticket', result: await client.call(verifyTicket, { ticket_info: entry.ticket }, options) }
  }
  return { call: 'scan-ticket', result: await client.call(scanTicket, { qrcode: entry.code }, options) }
}

/**
 * Applies a verdict to the row in its current state: the member may have confirmed it in the meantime, which is preserved, and another
 * sender may have made progress, which wins.
 *
 * A row that has been removed in the meantime stays removed, and the verdict is dropped, unless points were claimed: the server has given
 * them, so the member is shown them. (If the app is killed in between, this device never learns of it; the points are the member's all
 * the same, and a new scan of the ticket says that it is claimed.)
 */
async function recordVerdict(entry: ScanEntry, verdict: Verdict, { outbox, clock, random }: SendEntryDependencies) {
  const context = { now: clock.now(), random }
  const outcome = await outbox.change(
    entry.id,
    (current) => (current.state === entry.state ? entryAfter(current, verdict, context) : null),
    // Tabs send when they are notified of a change: notified of a dead connection, they would retry one after another without end.
    verdict.kind === 'unreachable' ? 'silent' : undefined,
  )
  if (outcome.kind === 'missing' && verdict.kind === 'claimed') {
    return outbox.restore(entryAfter(entry, verdict, context))
  }
  return outcome
}
