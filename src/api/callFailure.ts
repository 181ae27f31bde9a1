import { mailPauseSeconds } from '#contract/member/auth.ts'
import { fieldOfMessage } from '#contract/errors.ts'
import type { ApiError, Result } from './errors.ts'

/** A call without a usable answer, as the error that a query holds. */
export class ApiCallError extends Error {
  readonly error: ApiError

  constructor(error: ApiError) {
    super(error.kind === 'http' ? error.message : error.kind)
    this.name = 'ApiCallError'
    this.error = error
  }
}

/**
 * Why a call had no effect, as far as a person can do something about it. `waitMinutes`: how long the club asks to
 * wait, at least 1.
 */
export type CallFailure = { kind: 'unreachable' | 'signed_out' | 'refused' } | { kind: 'too_many'; waitMinutes: number }

/** The failure behind an error of the client. */
export function callFailureOf(error: ApiError): CallFailure {
  if (error.kind !== 'http' || error.status >= 500) return { kind: 'unreachable' }
  if (error.status === 401) return { kind: 'signed_out' }
  if (error.status === 429)
    return { kind: 'too_many', waitMinutes: Math.max(1, Math.ceil((error.retryAfterMs ?? 0) / 60_000)) }
  // The page of a proxy or a captive portal says nothing about the request.
  return { kind: error.inShape ? 'refused' : 'unreachable' }
}

/**
 * The fields that the server has refused, with its sentences; empty if the error is another one. A plain backend says
 * no more than the sentence: "mobile is NOT valid".
 */
export function refusedFieldsOf(error: ApiError): Readonly<Record<string, string[]>> {
  if (error.kind !== 'http' || (error.status !== 422 && error.status !== 400)) return {}
  const field = fieldOfMessage(error.message)
  return Object.keys(error.fields).length > 0 || field === null ? error.fields : { [field]: [error.message] }
}

/** Statuses with which a server refuses a request for good. */
const finalStatuses: ReadonlySet<number> = new Set([400, 403, 404, 410, 413, 415, 422])

/**
 * What an error says of a request with a key.
 *
 * - unanswered: it may have been done or not; the same key finds out
 * - too_many: not looked at; the club asks to wait
 * - refused: for good, in the club's words
 */
export type KeyedCallFailure =
  | { kind: 'unanswered' }
  | Extract<CallFailure, { kind: 'too_many' }>
  | { kind: 'refused'; text: string }

/**
 * Classifies the error of a call with an `Idempotency-Key`. Only an answer in the contract’s shape with a final status
 * is a refusal.
 */
export function keyedCallFailureOf(error: ApiError): KeyedCallFailure {
  const failure = callFailureOf(error)
  if (failure.kind === 'too_many') return failure
  if (error.kind !== 'http' || !error.inShape || !finalStatuses.has(error.status)) return { kind: 'unanswered' }
  return { kind: 'refused', text: Object.values(error.fields)[0]?.[0] ?? error.message }
}

/**
 * What the club itself says about a fault of its own, or about a token that it does not take (specification section 8);
 * null where it says nothing.
 */
export function faultWords(error: ApiError): string | null {
  const saysWhy = error.kind === 'http' && error.inShape && (error.status === 401 || error.status >= 500)
  return saysWhy ? error.message : null
}

/**
 * What became of a request for a mail. `sent`: one is on its way, also where it was asked for a moment ago; the same
 * one can be asked for again from `nextAt` on, in milliseconds since 1970.
 */
export type MailOutcome = { kind: 'sent'; nextAt: number } | { kind: 'failed'; failure: CallFailure }

/**
 * Reads the answer to a request for a mail. A 429 that ends within the pause between two mails means that one is on its
 * way.
 */
export function mailOutcomeOf(answer: Result<unknown>): MailOutcome {
  const pauseMs = mailPauseSeconds * 1000
  if (answer.ok) return { kind: 'sent', nextAt: Date.now() + pauseMs }
  const { error } = answer
  const waitMs = error.kind === 'http' && error.status === 429 ? (error.retryAfterMs ?? Infinity) : Infinity
  if (waitMs <= pauseMs) return { kind: 'sent', nextAt: Date.now() + waitMs }
  return { kind: 'failed', failure: callFailureOf(error) }
}
