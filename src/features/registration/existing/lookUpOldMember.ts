import { existingProfile } from '#contract/registration/upgrades.ts'
import { clubClient } from '#src/session/clubClient.ts'
import type { OfferOf } from '../offers/offer.ts'
import { type OfferFailure, offerFailureOf } from '../offers/offerFailure.ts'
import type { Claim } from './claimForm.ts'

/** Asks for the old membership that a claim is about, as an offer to keep. Changes nothing. */
export async function lookUpOldMember(
  claim: Claim,
): Promise<{ kind: 'found'; offer: OfferOf<'existing'> } | OfferFailure> {
  const answer = await clubClient.call(existingProfile, claim)
  if (!answer.ok) return offerFailureOf(answer.error)
  const { existingMemberProfile: profile } = answer.data
  return { kind: 'found', offer: { kind: 'existing', tier: profile.membership_tier, claim, profile } }
}
