import type { KeyedEndpoint } from '#contract/endpoint.ts'
import { faultWords } from '#src/api/callFailure.ts'
import type { Client } from '#src/api/client.ts'
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
import type { Outbox } from './outbox.ts'

export interface SendCallDependencies {
  outbox: Pick<Outbox, 'changeCall'>
  client: Client
  endpoints: Readonly<Record<CallName, KeyedEndpoint>>
  clock: Clock
  random: () => number
  /** How long the server may take to answer, in milliseconds. */
  timeoutMs: number
}

/**
 * Makes a call and records the answer in its row, as `sendEntry` does with a scan. The row is never removed before, and
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
