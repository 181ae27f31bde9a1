import * as v from 'valibot'
import { MilesRedeemResult } from '#contract/spending/miles.ts'
import { ConversionFailure } from './outcome.ts'

export const MilesConvertedState = v.object({ memberId: v.string(), result: MilesRedeemResult })
export type MilesConvertedState = v.InferOutput<typeof MilesConvertedState>

export const MilesFailureState = v.object({ memberId: v.string(), failure: ConversionFailure })
export type MilesFailureState = v.InferOutput<typeof MilesFailureState>

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** For the page after converting points to miles. */
    milesConverted?: MilesConvertedState
    /** The same for the page after it failed. */
    milesFailure?: MilesFailureState
  }
}
