import { type UpgradeRefusal, upgradeRefusals } from '#contract/registration/upgrades.ts'
import { needsAttention } from '#src/session/attention.ts'
import { type ApiCallError, type CallFailure, callFailureOf } from '#src/api/callFailure.ts'

/**
 * Why a call about a token or an old membership has no result.
 *
 * - refused: it gives nothing, and why
 * - too_many: the club asks to wait
 * - unreachable: no answer that says so; the same call again is safe
 * - popup_shown: the membership is no longer valid, which a popup already says
 */
export type UpgradeFailure =
  | { kind: 'refused'; refusal: UpgradeRefusal }
  | Extract<CallFailure, { kind: 'too_many' }>
  | { kind: 'unreachable' }
  | { kind: 'popup_shown' }

/** Classifies the error of a call about an upgrade. Only the contract’s own messages are refusals. */
export function upgradeFailureOf(error: ApiCallError['error']): UpgradeFailure {
  if (needsAttention(error)) return { kind: 'popup_shown' }
  const failure = callFailureOf(error)
  if (failure.kind === 'too_many') return failure
  const refusal =
    error.kind === 'http' && error.inShape ? upgradeRefusals.find((one) => one === error.message) : undefined
  return refusal === undefined ? { kind: 'unreachable' } : { kind: 'refused', refusal }
}
