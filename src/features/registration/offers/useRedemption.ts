import { useState } from 'react'
import { forgetOffer, type Offer } from './offer.ts'
import { redeemOffer, type Redemption } from './redeemOffer.ts'

/** `redeeming`: the club is giving the tier. Otherwise why it has not. */
export type RedemptionState = { kind: 'redeeming' } | Exclude<Redemption, { kind: 'redeemed' }>

/**
 * Redeems an offer, as often as it is asked to. The state is null before the first time.
 *
 * @param isBegun whether the page opens in the middle of it, and calls `finish` itself
 */
export function useRedemption(isBegun: boolean) {
  const [state, setState] = useState<RedemptionState | null>(isBegun ? { kind: 'redeeming' } : null)
  /** @param email the member's own address */
  const finish = async (offer: Offer, email: string, onRedeemed: () => void) => {
    const result = await redeemOffer(offer, email)
    if (result.kind === 'redeemed' || result.kind === 'refused') forgetOffer(offer.kind)
    if (result.kind === 'redeemed') onRedeemed()
    else setState(result)
  }
  const redeem = (...redemption: Parameters<typeof finish>) => {
    setState({ kind: 'redeeming' })
    return finish(...redemption)
  }
  return { state, redeem, finish }
}
