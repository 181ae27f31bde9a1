import * as v from 'valibot'
import { EditorialText } from '#contract/language.ts'
import { ItemRedeemResult } from '#contract/spending/redemption.ts'
import { FailureCause } from './outcome.ts'

export const RedeemedState = v.object({ memberId: v.string(), name: EditorialText, result: ItemRedeemResult })
export type RedeemedState = v.InferOutput<typeof RedeemedState>

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
