import type { KeyedEndpoint } from '#contract/endpoint.ts'
import { type ScanAnswer, scanTicket, verifyTicket } from '#contract/scan/scan.ts'
import { statedTicketNo } from '#contract/scan/ticket.ts'
import { faultWords } from '#src/api/callFailure.ts'
import type { Client } from '#src/api/client.ts'
import type { Result } from '#src/api/errors.ts'
import type { Credentials } from '#src/session/record.ts'
import type { StorageFault } from '#src/storage/durableStore.ts'
import {
  begunEntry,
  callAfter,
  type CallEntry,
  type CallName,
  type CallVerdict,
  callVerdictOf,
  isInShape,
  isLapsed,
  isUnanswered,
  takenBackEntry,
} from './callEntry.ts'
import type { Clock } from './clock.ts'
import { hasServerTrouble, nextCall, type ScanEntry } from './entry.ts'
import type { Outbox } from './outbox.ts'
import { entryAfter, type ScanCall, type Verdict, verdictOf } from './verdicts.ts'

// What is sent of a row, and what its answer changes. When it is sent: `sender.ts`.

interface SendDependencies {
  client: Client
  clock: Clock
  random: () => number
  /** How long the server may take to answer, in milliseconds. */
  timeoutMs: number
}

interface SendScanDependencies extends SendDependencies {
  outbox: Pick<Outbox, 'change' | 'restore'>
}

interface SendCallDependencies extends SendDependencies {
  outbox: Pick<Outbox, 'changeCall'>
  endpoints: Readonly<Record<CallName, KeyedEndpoint>>
}

/**
 * Makes the next call of a scan and records the answer in its row. The row is never removed before.
 *
 * @param entry a scan of the credentials' member
 * @returns what the answer meant, or why it could not be recorded: the same call will bring the same answer again
 */
export async function sendScan(
  entry: ScanEntry,
  credentials: Credentials,
  dependencies: SendScanDependencies,
): Promise<Verdict | { kind: 'failed'; cause: StorageFault }> {
  const { call, result } = await makeNextCall(entry, credentials, dependencies)
  const verdict = verdictOf(call, result, entry.ticket?.ticket_no ?? statedTicketNo(entry.code))
  if (verdict.kind === 'unauthorized') return verdict
  const outcome = await recordVerdict(entry, verdict, dependencies)
  return outcome.kind === 'failed' ? outcome : verdict
}

async function makeNextCall(
  entry: ScanEntry,
  { token }: Credentials,
  { client, timeoutMs }: SendScanDependencies,
): Promise<{ call: ScanCall; result: Result<ScanAnswer> }> {
  const options = { concurrent: true, token, idempotencyKey: entry.id, timeoutMs }
  if (entry.ticket && nextCall(entry) === 'verify-ticket') {
    return { call: 'verify-ticket', result: await client.call(verifyTicket, { ticket_info: entry.ticket }, options) }
  }
  return { call: 'scan-ticket', result: await client.call(scanTicket, { qrcode: entry.code }, options) }
}

/**
 * Applies a verdict to the row in its current state: the member may have confirmed it in the meantime, which is
 * preserved, and another sender may have made progress, which wins.
 *
 * A row that has been removed in the meantime stays removed, and the verdict is dropped, unless points were claimed:
 * the server has given them, so the member is shown them. (If the app is killed in between, this device never learns of
 * it; the points are the member's all the same, and a new scan of the ticket says that it is claimed.)
 */
async function recordVerdict(entry: ScanEntry, verdict: Verdict, { outbox, clock, random }: SendScanDependencies) {
  const context = { now: clock.now(), random }
  const after = (current: ScanEntry) => entryAfter(current, verdict, context)
  // Tabs send when they are notified of a change: notified of a dead connection, they would retry one after another
  // without end.
  const isSilent = isAboutConnection(verdict) && hasServerTrouble(after(entry)) === hasServerTrouble(entry)
  const outcome = await outbox.change(
    entry.id,
    (current) => (isStillMeant(entry, current, verdict) ? after(current) : current),
    isSilent ? 'silent' : undefined,
  )
  if (outcome.kind === 'missing' && verdict.kind === 'claimed') {
    return outbox.restore(entryAfter(entry, verdict, context))
  }
  return outcome
}

/** A verdict that only counts a failure counts once, although the transaction that records it may run twice. */
function isStillMeant(sent: ScanEntry, current: ScanEntry, { kind }: Verdict): boolean {
  if (current.state !== sent.state) return false
  return ['found', 'claimed', 'owned', 'refused'].includes(kind) || current.attempts === sent.attempts
}

/** Whether a verdict says nothing of the scan itself. */
function isAboutConnection({ kind }: Verdict): boolean {
  return kind === 'unreachable' || kind === 'too_slow' || kind === 'disturbed'
}

/**
 * Makes a call and records the answer in its row, as `sendScan` does with a scan. The row is never removed before, and
 * says that it was sent before it is: after a kill in between, a refusal may be of a call that is done.
 *
 * @returns what the answer meant; `unsent`: the row is not to be sent any more; or why it could not be recorded: the
 *   same call will bring the same answer again
 */
export async function sendCall(
  row: CallEntry,
  { token }: Credentials,
  { outbox, client, endpoints, clock, random, timeoutMs }: SendCallDependencies,
): Promise<CallVerdict | { kind: 'unsent' } | { kind: 'failed'; cause: StorageFault }> {
  const now = clock.now()
  const begun = await outbox.changeCall(
    row.id,
    (current) => begunEntry(current, now),
    isLapsed(row, now) ? undefined : 'silent',
  )
  if (begun.kind === 'failed') return begun
  if (begun.kind !== 'done' || !isUnanswered(begun.entry)) return { kind: 'unsent' }
  const { entry } = begun
  const options = { concurrent: true, token, idempotencyKey: entry.id, timeoutMs }
  const result = await client.call(endpoints[entry.call], entry.request, options)
  const context = { now: clock.now(), random }
  const said = (result.ok ? null : faultWords(result.error)) ?? undefined
  const verdict = callVerdictOf(result, entry, context.now)
  if (verdict.kind === 'unauthorized') {
    if (!result.ok && isInShape(result.error))
      await outbox.changeCall(entry.id, (current) => ({ ...takenBackEntry(current, entry), said }), 'silent')
    return verdict
  }
  const isAnswer = verdict.kind === 'answered'
  const outcome = await outbox.changeCall(
    entry.id,
    (current) => {
      // Another sender may have sent it meanwhile: the endpoint's own answer is above a refusal that it has met.
      const isOpen = isUnanswered(current) || (result.ok && current.answer?.ok === false)
      // A failure counts once, although this transaction may run twice.
      const isMeant = isOpen && (isAnswer || current.attempts === entry.attempts)
      return isMeant ? { ...callAfter(current, callVerdictOf(result, current, context.now), context), said } : current
    },
    // Tabs that are notified send: notified of a failure, they would retry one after another without end.
    isAnswer ? undefined : 'silent',
  )
  return outcome.kind === 'failed' ? outcome : verdict
}
