import { profileMigrated, setFreeUpgradeTokenUsed, setScTokenUsed, type UpgradeRefusal } from '#contract/upgrades.ts'
import { needsAttention } from '#src/auth/attention.ts'
import { clubClient } from '#src/auth/clubClient.ts'
import type { ApiCallError } from '#src/query/clubQuery.ts'
import type { Offer } from './offer.ts'
import { upgradeRefusalOf } from './upgradeRefusal.ts'

/**
 * - redeemed: the member has the tier of the offer
 * - refused: the offer gives nothing, and why
 * - unreachable: no answer that says so; the same call again is safe
 * - told: the membership is no longer valid, which a popup already says
 */
export type Redemption =
  { kind: 'redeemed' } | { kind: 'refused'; refusal: UpgradeRefusal } | { kind: 'unreachable' } | { kind: 'told' }

/**
 * Redeems an offer for the signed-in member. The server spends it in the transaction that gives the tier, and answers the same when the member
 * asks again.
 *
 * @param email the member's own address
 */
export async function redeemOffer(offer: Offer, email: string): Promise<Redemption> {
  const answer = await markUsed(offer, email)
  return answer.ok ? { kind: 'redeemed' } : failureOf(answer.error)
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

function failureOf(error: ApiCallError['error']): Redemption {
  if (needsAttention(error)) return { kind: 'told' }
  const refusal = upgradeRefusalOf(error)
  return refusal === null ? { kind: 'unreachable' } : { kind: 'refused', refusal }
}
