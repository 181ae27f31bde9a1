import * as v from 'valibot'
import type { RequestOf } from '#contract/endpoint.ts'
import { milesErrors, milesMessages, MilesRedeemResult, type redeemAsiaMiles } from '#contract/spending/miles.ts'
import { textOfReason } from '#contract/schemas/refusal.ts'
import { keyedCallFailureOf } from '#src/api/callFailure.ts'
import type { clubClient } from '#src/session/clubClient.ts'

/** Why points were not converted: too few, one of the contract's reasons, or another in the server's words. */
export const ConversionFailure = v.variant('kind', [
  v.object({ kind: v.literal('short') }),
  v.object({ kind: v.literal('refused'), error: v.picklist(milesErrors) }),
  v.object({ kind: v.literal('other'), text: v.string() }),
])
export type ConversionFailure = v.InferOutput<typeof ConversionFailure>

/**
 * What became of a request to convert points.
 *
 * - converted: `result` is null where the server says no more
 * - failed: refused, nothing was taken
 * - unanswered: it may have been done or not; the same key finds out
 * - too_many: not looked at; the server asks to wait
 */
export type ConversionOutcome =
  | { kind: 'converted'; result: MilesRedeemResult | null }
  | { kind: 'failed'; failure: ConversionFailure }
  | { kind: 'unanswered' }
  | { kind: 'too_many'; waitMinutes: number }

type Called = Awaited<ReturnType<typeof clubClient.call<typeof redeemAsiaMiles>>>

/** What is known of a conversion where the server says no more than that it was done: what was asked for. */
export const ConvertedFacts = v.partial(MilesRedeemResult, ['ref_no', 'remaining_points'])
export type ConvertedFacts = v.InferOutput<typeof ConvertedFacts>

/** Reads as a result what was asked for. */
export function factsOf(request: RequestOf<typeof redeemAsiaMiles>): ConvertedFacts {
  return {
    asia_miles_name: `${request.asia_miles_member_first_name} ${request.asia_miles_member_last_name}`,
    asia_miles_no: String(request.asia_miles_membership_number),
    asia_miles_convert: request.expected_miles ?? 0,
    point_to_convert: request.points_to_convert,
  }
}

/** Reads the answer to `redeemAsiaMiles`, or its failure. */
export function outcomeOf(answer: Called): ConversionOutcome {
  if (answer.ok) {
    const { message, error, result } = answer.data
    if (message === milesMessages.converted) return { kind: 'converted', result: result ?? null }
    if (message === milesMessages.short) return { kind: 'failed', failure: { kind: 'short' } }
    return { kind: 'failed', failure: failureOf(textOfReason(error) ?? message) }
  }
  const failure = keyedCallFailureOf(answer.error)
  return failure.kind === 'refused' ? { kind: 'failed', failure: failureOf(failure.text) } : failure
}

function failureOf(text: string): ConversionFailure {
  const known = milesErrors.find((error) => error === text)
  return known === undefined ? { kind: 'other', text } : { kind: 'refused', error: known }
}
