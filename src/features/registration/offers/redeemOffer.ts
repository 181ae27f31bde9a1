import { profileMigrated, setFreeUpgradeTokenUsed, setScTokenUsed } from '#contract/registration/upgrades.ts'
import { clubClient } from '#src/session/clubClient.ts'
import { storedProfile } from '#src/session/storedSession.ts'
import type { Offer } from './offer.ts'
import { type OfferFailure, offerFailureOf } from './offerFailure.ts'

/** `redeemed`: the member has the tier of the offer. */
export type Redemption = { kind: 'redeemed' } | OfferFailure

/**
 * Redeems an offer for the signed-in member. The server spends it in the transaction that gives the tier, and answers the same when the member
 * asks again.
 *
 * @param email the member's own address
 */
export async function redeemOffer(offer: Offer, email: string): Promise<Redemption> {
  // Another member may have signed in since, in another tab: the offer is not theirs.
  if (storedProfile()?.email !== email) return { kind: 'unreachable' }
  const answer = await markUsed(offer, email)
  return answer.ok ? { kind: 'redeemed' } : offerFailureOf(answer.error)
}

function markUsed(offer: Offer, email: string) {
  switch (offer.kind) {
    case 'sc':
      return clubClient.call(setScTokenUsed, { sc_token: offer.token, user_email: email })
    case 'free-tier-upgrade':
      return clubClient.call(setFreeUpgradeTokenUsed, { free_tier_upgrade_token: offer.token, user_email: email })
    case 'existing':
      return clubClient.call(profileMigrated, offer.claim)
  }
}
