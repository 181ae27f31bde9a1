import * as v from 'valibot'
import { LocalizedText } from '#contract/language.ts'
import { keyedCallFailureOf } from '#src/api/callFailure.ts'
import type { ApiError, Result } from '#src/api/errors.ts'
import { putOff, type RetryContext, tried } from './backoff.ts'
import { ScanId } from './scanId.ts'
import { type ErrorVerdict, verdictOfError } from './verdicts.ts'

/**
 * The calls that are rows: whatever costs points or takes places (`register`, at an event), by their endpoints in
 * `keyedCalls.ts`. The names are stored.
 */
const callNames = ['redeem', 'convert', 'register'] as const
export type CallName = (typeof callNames)[number]

/** The version of these rows: an app that knows scans alone takes one for a newer row, and leaves it alone. */
export const callVersion = 2

/** The states of a call (`CallEntry`). */
export const callStates = ['captured', 'answered', 'lapsed'] as const

/**
 * How old a call may be that is sent again, in milliseconds: the club keeps answers by their keys for 90 days or more,
 * and would do it once more after that.
 */
const maxAgeMs = 60 * 24 * 60 * 60 * 1000
/** How long a request may go on at the club after it was sent, at the very most, in milliseconds. */
const maxRequestMs = 2 * 60_000

const CallAnswer = v.variant('ok', [
  v.object({ ok: v.literal(true), data: v.unknown() }),
  v.object({
    ok: v.literal(false),
    error: v.object({
      kind: v.literal('http'),
      status: v.number(),
      message: v.string(),
      fields: v.record(v.string(), v.array(v.string())),
      inShape: v.literal(true),
      retryAfterMs: v.nullable(v.number()),
    }),
  }),
])
/** An answer that decides: the endpoint's own, or a refusal in the contract's shape. */
type CallAnswer = v.InferOutput<typeof CallAnswer>

/**
 * A call with an `Idempotency-Key` on this device: what a member asked for, until the club has answered and the member
 * knows. It stands among the scans, and is sent by their sender, until it is answered.
 *
 * - captured: stored; sent or not, nobody knows what became of it.
 * - answered: the member is yet to be told. Then the row goes.
 * - lapsed: never answered, and too old to be asked about again (`isLapsed`). The member is yet to be told.
 */
export const CallEntry = v.object({
  // The stored format. `memberId`, `code`, `state`, `capturedAt` and `confirmed` as in a scan.
  version: v.literal(callVersion),
  /** Also its `Idempotency-Key`. */
  id: ScanId,
  memberId: v.pipe(v.string(), v.nonEmpty()),
  /** The call and what it is about (`codeOfCall`): a member has one row of each. */
  code: v.string(),
  call: v.picklist(callNames),
  /** What it is called, and the page that it was sent from. */
  about: v.object({ name: LocalizedText, alias: v.string() }),
  /** As it was sent first: the same key takes no other. */
  request: v.unknown(),
  capturedAt: v.number(),
  confirmed: v.literal(true),
  state: v.picklist(callStates),
  /** How often it has failed. */
  attempts: v.number(),
  /** How often it was sent, or was about to be: counted before it is. A row that does not say may have been sent. */
  sendings: v.optional(v.number(), 1),
  /** When it was sent before that, or its answer recorded. `triedAt` is of the last time, from before it was sent. */
  triedBeforeAt: v.optional(v.number()),
  putOffs: v.optional(v.number()),
  triedAt: v.optional(v.number()),
  nextAttemptAt: v.number(),
  answer: v.nullable(CallAnswer),
  /** The club's own words about the last sending, where it failed on the club's side: it is sent again. */
  said: v.optional(v.string()),
})
export type CallEntry = v.InferOutput<typeof CallEntry>

/** What a member asks for. `subject`: what it is about, such as the id of a reward. */
export type AskedCall = Pick<CallEntry, 'id' | 'memberId' | 'call' | 'about' | 'request'> & { subject: string }

/** The code of a call about a subject. */
export function codeOfCall(call: CallName, subject: string): string {
  return `${call} ${subject}`
}

/** A call as it is first stored. */
export function askedEntry({ subject, ...asked }: AskedCall, capturedAt: number): CallEntry {
  return {
    ...asked,
    version: callVersion,
    code: codeOfCall(asked.call, subject),
    capturedAt,
    confirmed: true,
    state: 'captured',
    attempts: 0,
    sendings: 0,
    nextAttemptAt: 0,
    answer: null,
  }
}

/** Whether a row is a call's. */
export function isCall(row: { version: number }): row is CallEntry {
  return row.version === callVersion
}

/** Whether nobody knows yet what became of it. */
export function isUnanswered({ state }: Pick<CallEntry, 'state'>): boolean {
  return state === 'captured'
}

/**
 * Whether a call is too old to be sent: its key could be taken for a new one. One from the future is as old: the clock
 * was wrong. A key that was never sent is new at any age.
 */
export function isLapsed({ capturedAt, sendings }: Pick<CallEntry, 'capturedAt' | 'sendings'>, now: number): boolean {
  return sendings > 0 && Math.abs(now - capturedAt) > maxAgeMs
}

/**
 * The call as it is stored before it is sent; null if it is not to be. Clears `nextAttemptAt` as `tried` does: a kill
 * while it is sent must not leave the wait of a clock that was set back since.
 */
export function begunEntry(entry: CallEntry, now: number): CallEntry | null {
  if (!isUnanswered(entry)) return null
  return isLapsed(entry, now)
    ? { ...entry, state: 'lapsed' }
    : { ...entry, sendings: entry.sendings + 1, triedAt: now, triedBeforeAt: entry.triedAt, nextAttemptAt: 0 }
}

/** The call after a sending that met no member: the club has not looked at it, and it does not count. */
export function takenBackEntry(entry: CallEntry, begun: CallEntry): CallEntry {
  const isLast = isUnanswered(entry) && entry.sendings === begun.sendings
  return isLast ? { ...entry, sendings: entry.sendings - 1, triedAt: entry.triedBeforeAt } : entry
}

/** What an answer means for a call: it decides, or says as little as it would of a scan (verdicts.ts). */
export type CallVerdict = { kind: 'answered'; answer: CallAnswer } | ErrorVerdict

/**
 * @param entry as it was stored before it was sent. One that was sent once alone is not done where the club has not
 * looked at it, or refuses the member; another may be, and is asked about again. A refusal of the member is final once
 * no request of before can go on any more: the club answers what is done before it refuses.
 * @param now when the answer came, in milliseconds since 1970
 */
export function callVerdictOf(
  result: Result<unknown>,
  { sendings, attempts, triedBeforeAt = Infinity }: Pick<CallEntry, 'sendings' | 'attempts' | 'triedBeforeAt'>,
  now: number,
): CallVerdict {
  if (result.ok) return { kind: 'answered', answer: { ok: true, data: result.data } }
  const { error } = result
  if (!isInShape(error)) return verdictOfError(error)
  const isAboutMember = error.status === 429 || error.status === 403
  // An older app in another tab counts what has failed alone.
  const isSentAgain = Math.max(sendings, attempts + 1) > 1
  const isAlone = !isSentAgain || (error.status === 403 && now - triedBeforeAt > maxRequestMs)
  if (isAboutMember && !isAlone) return { kind: 'later', retryAfterMs: error.retryAfterMs }
  if (isAboutMember || keyedCallFailureOf(error).kind === 'refused')
    return { kind: 'answered', answer: { ok: false, error } }
  return verdictOfError(error)
}

/** Whether the club itself says so, and no proxy. */
export function isInShape(error: ApiError): error is ApiError & { kind: 'http'; inShape: true } {
  return error.kind === 'http' && error.inShape
}

/** The call after an answer. `unauthorized` changes nothing: it is about the member. */
export function callAfter(entry: CallEntry, verdict: CallVerdict, context: RetryContext): CallEntry {
  switch (verdict.kind) {
    case 'answered':
      return { ...tried(entry, context), state: 'answered', answer: verdict.answer }
    case 'later':
      return putOff({ ...entry, putOffs: (entry.putOffs ?? 0) + 1 }, context, verdict.retryAfterMs)
    case 'unauthorized':
      return entry
    case 'unreachable':
    case 'too_slow':
    case 'disturbed':
    case 'rejected':
      return tried(entry, context)
  }
}
