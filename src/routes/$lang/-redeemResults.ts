import type { HistoryState } from '@tanstack/react-router'
import type { Language } from '#contract/language.ts'
import { MilesConvertedState, MilesFailureState } from '#src/features/miles/resultState.ts'
import {
  type RedeemedState,
  type RedeemFailureState,
  requireRedeemed,
  requireRedeemFailure,
  requireState,
} from '#src/features/rewards/redeeming/resultState.ts'

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
export async function requireSuccess(visit: Visit): Promise<Success> {
  const { milesConverted } = visit.location.state
  if (milesConverted === undefined) return { ...(await requireRedeemed(visit)), converted: null }
  return { redeemed: null, converted: await requireState(MilesConvertedState, milesConverted, visit.params) }
}

/** The same for redeem-fail. */
export async function requireFailure(visit: Visit): Promise<Failure> {
  const { milesFailure } = visit.location.state
  if (milesFailure === undefined) return { ...(await requireRedeemFailure(visit)), conversionFailure: null }
  return { failure: null, conversionFailure: await requireState(MilesFailureState, milesFailure, visit.params) }
}
