import type { HistoryState } from '@tanstack/react-router'
import * as v from 'valibot'
import type { Language } from '#contract/language.ts'
import { requireOwnState } from '#src/session/guard.ts'
import { RedeemedState, RedeemFailureState } from '#src/features/offers/redeeming/outcome.ts'
import { ConversionFailure, ConvertedFacts } from './outcome.ts'

const MilesConvertedState = v.object({ memberId: v.string(), result: ConvertedFacts })
type MilesConvertedState = v.InferOutput<typeof MilesConvertedState>

const MilesFailureState = v.object({ memberId: v.string(), failure: ConversionFailure })
type MilesFailureState = v.InferOutput<typeof MilesFailureState>

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** For the page after converting points to miles. */
    milesConverted?: MilesConvertedState
    /** The same for the page after it failed. */
    milesFailure?: MilesFailureState
  }
}

interface Visit {
  params: { lang: Language }
  location: { state: HistoryState }
}

/** Of the two, the one that has just happened. */
interface Success {
  redeemed: RedeemedState | null
  converted: MilesConvertedState | null
}
interface Failure {
  failure: RedeemFailureState | null
  conversionFailure: MilesFailureState | null
}

/** For redeem-success: a reward that was redeemed, or points that became miles. Leads home without either. */
export function requireSuccess({ params, location: { state } }: Visit): Success {
  return state.milesConverted === undefined
    ? { redeemed: requireOwnState(RedeemedState, state.redeemed, params), converted: null }
    : { redeemed: null, converted: requireOwnState(MilesConvertedState, state.milesConverted, params) }
}

/** The same for redeem-fail. */
export function requireFailure({ params, location: { state } }: Visit): Failure {
  return state.milesFailure === undefined
    ? { failure: requireOwnState(RedeemFailureState, state.redeemFailure, params), conversionFailure: null }
    : { failure: null, conversionFailure: requireOwnState(MilesFailureState, state.milesFailure, params) }
}
