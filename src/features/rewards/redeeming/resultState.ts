import { type HistoryState, redirect } from '@tanstack/react-router'
import * as v from 'valibot'
import { EditorialText, type Language } from '#contract/language.ts'
import { ItemRedeemResult } from '#contract/redemption.ts'
import { rememberedMember } from '#src/auth/member.ts'
import { loadMemberCatalog } from '#src/i18n/activate.ts'
import { FailureCause } from './outcome.ts'

const RedeemedState = v.object({ memberId: v.string(), name: EditorialText, result: ItemRedeemResult })
export type RedeemedState = v.InferOutput<typeof RedeemedState>

const RedeemFailureState = v.object({
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

interface Visit {
  params: { lang: Language }
  location: { state: HistoryState }
}

/** The state of a result page, which the browser may have kept since an earlier version; it is only for the member whose it is. */
async function requireState<State extends { memberId: string }>(
  schema: v.GenericSchema<unknown, State>,
  state: unknown,
  params: Visit['params'],
): Promise<State> {
  const parsed = v.safeParse(schema, state)
  if (!parsed.success || parsed.output.memberId !== rememberedMember()?.id)
    throw redirect({ to: '/$lang', params, replace: true })
  await loadMemberCatalog()
  return parsed.output
}

/** For redeem-success: what was redeemed. Leads home without it. */
export async function requireRedeemed({ params, location }: Visit): Promise<{ redeemed: RedeemedState }> {
  return { redeemed: await requireState(RedeemedState, location.state.redeemed, params) }
}

/** For redeem-fail: why. Leads home without it. */
export async function requireRedeemFailure({ params, location }: Visit): Promise<{ failure: RedeemFailureState }> {
  return { failure: await requireState(RedeemFailureState, location.state.redeemFailure, params) }
}
