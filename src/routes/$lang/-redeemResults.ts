import type { HistoryState } from '@tanstack/react-router'
import type { Language } from '#contract/language.ts'
import { requireOwnState } from '#src/auth/ownState.ts'
import { MilesConvertedState, MilesFailureState } from '#src/features/miles/resultState.ts'
import { RedeemedState, RedeemFailureState } from '#src/features/rewards/redeeming/resultState.ts'
import { loadMemberCatalog } from '#src/i18n/activate.ts'

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
export async function requireSuccess({ params, location: { state } }: Visit): Promise<Success> {
  const success =
    state.milesConverted === undefined
      ? { redeemed: requireOwnState(RedeemedState, state.redeemed, params), converted: null }
      : { redeemed: null, converted: requireOwnState(MilesConvertedState, state.milesConverted, params) }
  await loadMemberCatalog()
  return success
}

/** The same for redeem-fail. */
export async function requireFailure({ params, location: { state } }: Visit): Promise<Failure> {
  const failure =
    state.milesFailure === undefined
      ? { failure: requireOwnState(RedeemFailureState, state.redeemFailure, params), conversionFailure: null }
      : { failure: null, conversionFailure: requireOwnState(MilesFailureState, state.milesFailure, params) }
  await loadMemberCatalog()
  return failure
}
