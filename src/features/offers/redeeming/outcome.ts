import * as v from 'valibot'
import type { RequestOf } from '#contract/endpoint.ts'
import { EditorialText } from '#contract/language.ts'
import {
  ItemRedeemResult,
  type redeem,
  type RedeemAnswer,
  redeemErrors,
  redeemMessages,
} from '#contract/spending/redemption.ts'
import { textOfReason } from '#contract/schemas/refusal.ts'
import { keyedCallFailureOf } from '#src/api/callFailure.ts'
import type { clubClient } from '#src/session/clubClient.ts'

/** Why a redemption failed: too few points, one of the contract's reasons, or another in the server's words. */
export const FailureCause = v.variant('kind', [
  v.object({ kind: v.literal('short') }),
  v.object({ kind: v.literal('refused'), error: v.picklist(redeemErrors) }),
  v.object({ kind: v.literal('other'), text: v.string() }),
])
export type FailureCause = v.InferOutput<typeof FailureCause>

/**
 * What became of a request to redeem.
 *
 * - redeemed: `result` is null where the server says no more
 * - out_of_stock: `left` pieces are left
 * - address_missing: it goes by post, and the member's address isn't complete
 * - points_changed: it costs other points than the popup said
 * - failed: refused, nothing was taken
 * - unanswered: it may have been done or not; the same key finds out
 * - too_many: not looked at; the server asks to wait
 */
export type RedeemOutcome =
  | { kind: 'redeemed'; result: ItemRedeemResult | null }
  | { kind: 'out_of_stock'; left: number }
  | { kind: 'address_missing' | 'points_changed' }
  | { kind: 'failed'; cause: FailureCause }
  | { kind: 'unanswered' }
  | { kind: 'too_many'; waitMinutes: number }

type Called = Awaited<ReturnType<typeof clubClient.call<typeof redeem>>>

/** Reads the answer to `redeem`, or its failure. */
export function outcomeOf(answer: Called): RedeemOutcome {
  if (answer.ok) return outcomeOfAnswer(answer.data)
  const failure = keyedCallFailureOf(answer.error)
  return failure.kind === 'refused' ? { kind: 'failed', cause: causeOf(failure.text) } : failure
}

function outcomeOfAnswer({
  message,
  error,
  availableQuantityOfRewardItem: left = 0,
  result,
}: RedeemAnswer): RedeemOutcome {
  switch (message) {
    case redeemMessages.redeemed:
      return { kind: 'redeemed', result: result ?? null }
    case redeemMessages.outOfStock:
      return { kind: 'out_of_stock', left }
    case redeemMessages.short:
      return { kind: 'failed', cause: { kind: 'short' } }
    default: {
      const cause = causeOf(textOfReason(error) ?? message)
      const reason = cause.kind === 'refused' ? cause.error : null
      if (reason === 'shipping_address_missing') return { kind: 'address_missing' }
      return reason === 'points_changed' ? { kind: 'points_changed' } : { kind: 'failed', cause }
    }
  }
}

function causeOf(text: string): FailureCause {
  if (text === redeemMessages.short) return { kind: 'short' }
  const known = redeemErrors.find((error) => error === text)
  return known === undefined ? { kind: 'other', text } : { kind: 'refused', error: known }
}

/** What is known of a redemption where the server says no more than that it was done: what was asked for. */
const RedeemedFacts = v.object(
  v.partial(ItemRedeemResult, ['ref_no', 'gift_eng_name', 'gift_chi_name', 'remaining_points']).entries,
)
export type RedeemedFacts = v.InferOutput<typeof RedeemedFacts>

/** Reads as a result what was asked for. */
export function factsOf({ quantity, delivery_method: delivery, expected_points: points }: RequestOf<typeof redeem>) {
  return v.parse(RedeemedFacts, { quantity, delivery: delivery ?? null, points_redeemed: points ?? 0 })
}

/** What the page after redeeming a reward shows. */
export const RedeemedState = v.object({
  memberId: v.string(),
  alias: v.optional(v.string()),
  name: EditorialText,
  result: RedeemedFacts,
})
export type RedeemedState = v.InferOutput<typeof RedeemedState>

/** The same for the page after it failed. */
export const RedeemFailureState = v.object({
  memberId: v.string(),
  alias: v.string(),
  name: EditorialText,
  cause: FailureCause,
})
export type RedeemFailureState = v.InferOutput<typeof RedeemFailureState>

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** For the page after redeeming a reward. Without it the page leads home. */
    redeemed?: RedeemedState
    /** The same for the page after it failed. */
    redeemFailure?: RedeemFailureState
  }
}
