import { type ScanAnswer, scanTicket, verifyTicket } from '#contract/scan.ts'
import type { Client } from '#src/api/client.ts'
import type { Result } from '#src/api/errors.ts'
import { entryAfter, type ScanCall, type Verdict, verdictOf } from './verdicts.ts'
import type { Clock } from './clock.ts'
import type { ScanEntry } from './entry.ts'
import type { Outbox } from './outbox.ts'
import type { Credentials } from '#src/storage/storedCredentials.ts'
import type { StorageFault } from '#src/storage/durableStore.ts'

/** What sending one scan needs. */
export interface SendingTools {
  outbox: Pick<Outbox, 'change' | 'restore'>
  client: Client
  clock: Clock
  random: () => number
}

/** How long the server may take to answer a scan, in milliseconds. */
const callTimeout = 8000

/**
 * Makes the next call of a scan and writes its answer down. The row stays where it is until the answer is in it.
 *
 * @param entry a scan of the session's member
 * @returns what the answer meant, or why it could not be written: the same call will bring the same answer again
 */
export async function sendEntry(
  entry: ScanEntry,
  session: Credentials,
  tools: SendingTools,
): Promise<Verdict | { kind: 'failed'; cause: StorageFault }> {
  const { call, result } = await callServer(entry, session, tools.client)
  const verdict = verdictOf(call, result)
  if (verdict.kind === 'unwelcome') return verdict
  const outcome = await writeDown(entry, verdict, tools)
  return outcome.kind === 'failed' ? outcome : verdict
}

async function callServer(
  entry: ScanEntry,
  { token }: Credentials,
  client: Client,
): Promise<{ call: ScanCall; result: Result<ScanAnswer> }> {
  const options = { ownLane: true, token, idempotencyKey: entry.id, timeoutMs: callTimeout }
  if (entry.state === 'scanned' && entry.ticket) {
    return { call: 'verify-ticket', result: await client.call(verifyTicket, { ticket_info: entry.ticket }, options) }
  }
  return { call: 'scan-ticket', result: await client.call(scanTicket, { qrcode: entry.code }, options) }
}

/**
 * Applies an answer to the row as it stands now: the member may have confirmed it meanwhile, which is kept, and another sender
 * may have brought it further, which then stands.
 *
 * A row that was taken out meanwhile stays out, and the answer is dropped. Except where points were claimed: the server has
 * done that and will not undo it, so the member is shown it. (Killed in between, the phone never learns of it; the points
 * are the member's all the same, and a new scan of the ticket says that it is claimed.)
 */
async function writeDown(entry: ScanEntry, verdict: Verdict, { outbox, clock, random }: SendingTools) {
  const moment = { now: clock.now(), random }
  const outcome = await outbox.change(
    entry.id,
    (current) => (current.state === entry.state ? entryAfter(current, verdict, moment) : null),
    // Tabs send when they hear of a change: of a dead line they must not hear, or they would try it in turns without end.
    verdict.kind === 'unreachable' ? 'quietly' : undefined,
  )
  if (outcome.kind === 'missing' && verdict.kind === 'claimed') {
    return outbox.restore(entryAfter(entry, verdict, moment))
  }
  return outcome
}
