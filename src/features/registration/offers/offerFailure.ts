import { type UpgradeRefusal, upgradeRefusals } from '#contract/upgrades.ts'
import { needsAttention } from '#src/auth/attention.ts'
import type { ApiCallError } from '#src/query/clubQuery.ts'

/**
 * Why a call about a token or an old membership has no result.
 *
 * - refused: it gives nothing, and why
 * - tooMany: too many attempts, and for how many minutes none counts
 * - unreachable: no answer that says so; the same call again is safe
 * - told: the membership is no longer valid, which a popup already says
 */
export type OfferFailure =
  | { kind: 'refused'; refusal: UpgradeRefusal }
  | { kind: 'tooMany'; minutes: number }
  | { kind: 'unreachable' }
  | { kind: 'told' }

export function offerFailureOf(error: ApiCallError['error']): OfferFailure {
  if (needsAttention(error)) return { kind: 'told' }
  if (error.kind !== 'http') return { kind: 'unreachable' }
  if (error.status === 429)
    return { kind: 'tooMany', minutes: Math.max(1, Math.ceil((error.retryAfterMs ?? 0) / 60_000)) }
  const refusal = error.inShape ? upgradeRefusals.find((one) => one === error.message) : undefined
  return refusal === undefined ? { kind: 'unreachable' } : { kind: 'refused', refusal }
}
