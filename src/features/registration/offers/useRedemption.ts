import { useState } from 'react'
import { forgetOffer, type Offer } from './offer.ts'
import { redeemOffer, type Redemption } from './redeemOffer.ts'

/** `redeeming`: the club is giving the tier. Otherwise why it has not. */
export type RedemptionState = { kind: 'redeeming' } | Exclude<Redemption, { kind: 'redeemed' }>

/** Redeems an offer, as often as it is asked to. The state is null before the first time. */
export function useRedemption() {
  const [state, setState] = useState<RedemptionState | null>(null)
  /** @param email the member's own address */
  const redeem = async (offer: Offer, email: string, onRedeemed: () => void) => {
    setState({ kind: 'redeeming' })
    const result = await redeemOffer(offer, email)
    if (result.kind === 'redeemed' || result.kind === 'refused') forgetOffer(offer.kind)
    if (result.kind === 'redeemed') onRedeemed()
    else setState(result)
  }
  return { state, redeem }
}
