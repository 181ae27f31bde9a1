import type { ApiError } from '#src/api/errors.ts'

/**
 * Why a call had no effect, as far as a person can do something about it. `waitMinutes`: how long the club asks to wait, at least 1.
 */
export type CallFailure = { kind: 'unreachable' | 'signed_out' | 'refused' } | { kind: 'too_many'; waitMinutes: number }

/** The failure behind an error of the client. */
export function callFailureOf(error: ApiError): CallFailure {
  if (error.kind !== 'http' || error.status >= 500) return { kind: 'unreachable' }
  if (error.status === 401) return { kind: 'signed_out' }
  if (error.status !== 429) return { kind: 'refused' }
  return { kind: 'too_many', waitMinutes: Math.max(1, Math.ceil((error.retryAfterMs ?? 0) / 60_000)) }
}

/** The fields that the server has refused, with its sentences; empty if the error is another one. */
export function refusedFieldsOf(error: ApiError): Readonly<Record<string, string[]>> {
  return error.kind === 'http' && error.status === 422 ? error.fields : {}
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
  { kind: 'unanswered' } | Extract<CallFailure, { kind: 'too_many' }> | { kind: 'refused'; text: string }

/** Classifies the error of a call with an `Idempotency-Key`. Only an answer in the contract’s shape with a final status is a refusal. */
export function keyedCallFailureOf(error: ApiError): KeyedCallFailure {
  const failure = callFailureOf(error)
  if (failure.kind === 'too_many') return failure
  if (error.kind !== 'http' || !error.inShape || !finalStatuses.has(error.status)) return { kind: 'unanswered' }
  return { kind: 'refused', text: Object.values(error.fields)[0]?.[0] ?? error.message }
}
