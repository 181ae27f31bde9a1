import * as v from 'valibot'
import {
  type ItemRedeemResult,
  type redeem,
  type RedeemAnswer,
  redeemErrors,
  redeemMessages,
} from '#contract/redemption.ts'
import { callFailureOf } from '#src/auth/callFailure.ts'
import type { clubClient } from '#src/auth/clubClient.ts'

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
 * - out-of-stock: `left` pieces are left
 * - address-missing: it goes by post, and the member's address isn't complete
 * - failed: refused, nothing was taken
 * - unanswered: it may have been done or not; the same key finds out
 * - too-many: not looked at; the server asks to wait
 */
export type RedeemOutcome =
  | { kind: 'redeemed'; result: ItemRedeemResult | null }
  | { kind: 'out-of-stock'; left: number }
  | { kind: 'address-missing' }
  | { kind: 'failed'; cause: FailureCause }
  | { kind: 'unanswered' }
  | { kind: 'too-many'; waitMinutes: number }

/** Statuses with which a server refuses a request for good. After any other one, the same key may still be answered. */
const finalStatuses: ReadonlySet<number> = new Set([400, 403, 404, 410, 413, 415, 422])

type Called = Awaited<ReturnType<typeof clubClient.call<typeof redeem>>>

export function outcomeOf(answer: Called): RedeemOutcome {
  if (answer.ok) return outcomeOfAnswer(answer.data)
  const { error } = answer
  if (error.kind !== 'http') return { kind: 'unanswered' }
  const failure = callFailureOf(error)
  if (failure.kind === 'too-many') return failure
  if (!error.inShape || !finalStatuses.has(error.status)) return { kind: 'unanswered' }
  return { kind: 'failed', cause: causeOf(Object.values(error.fields)[0]?.[0] ?? error.message) }
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
      return { kind: 'out-of-stock', left }
    case redeemMessages.short:
      return { kind: 'failed', cause: { kind: 'short' } }
    default: {
      const cause = causeOf(firstText(error) ?? message)
      const lacksAddress = cause.kind === 'refused' && cause.error === 'shipping_address_missing'
      return lacksAddress ? { kind: 'address-missing' } : { kind: 'failed', cause }
    }
  }
}

/** Of an error that is an object, its first value (specification section 8). */
function firstText(error: RedeemAnswer['error']): string | undefined {
  return typeof error === 'object' ? Object.values(error)[0] : error
}

function causeOf(text: string): FailureCause {
  if (text === redeemMessages.short) return { kind: 'short' }
  const known = redeemErrors.find((error) => error === text)
  return known === undefined ? { kind: 'other', text } : { kind: 'refused', error: known }
}
