import * as v from 'valibot'
import type { FormType } from '#contract/registration/formTypes.ts'
import { Tier } from '#contract/member/tiers.ts'
import { ExistingMemberProfile } from '#contract/registration/upgrades.ts'
import { rememberedMember } from '#src/session/member.ts'
import { readTabValue, removeFromTab, writeTabValue } from '#src/platform/tabStorage.ts'

const OldMemberClaim = v.object({
  cb_member_no: v.string(),
  last_name: v.string(),
  email_or_mobile: v.string(),
  upgrade_code: v.optional(v.string(), ''),
})

/** The member whose form is saved, so that nothing but redeeming the offer is left. */
const savedBy = v.optional(v.string())

/** The signed-in member who has seen the offer: it is shown to nobody else. Absent while only a guest has. */
const seenBy = v.optional(v.string())

/**
 * A tier that the club has promised to somebody, and what proves it: the token of a link, or the facts of an old membership. The server alone
 * decides what it is worth when it is redeemed. The tier of a token is null until the club has named it.
 */
const Offer = v.variant('kind', [
  v.object({
    kind: v.picklist(['sc', 'free-tier-upgrade']),
    tier: v.nullable(Tier),
    token: v.string(),
    savedBy,
    seenBy,
  }),
  v.object({
    kind: v.literal('existing'),
    tier: Tier,
    claim: OldMemberClaim,
    profile: ExistingMemberProfile,
    savedBy,
    seenBy,
  }),
])
export type Offer = v.InferOutput<typeof Offer>
export type OfferKind = Offer['kind']
export type OfferOf<Kind extends OfferKind> = Extract<Offer, { kind: Kind }>
/** The offers that somebody has by the token of a link. */
export type TokenKind = Exclude<OfferKind, 'existing'>
export type TokenOffer = OfferOf<TokenKind>

/** Where this tab keeps them (specification section 3: session storage). Signing out deletes them with the rest of the session. */
const keyOf = (kind: OfferKind) => `club-bravo.offer.${kind}`

/** What this page knows where the browser keeps nothing. */
const unstored = new Map<OfferKind, Offer>()

/** Keeps an offer until it is redeemed, refused for good, or the tab is closed. */
export function storeOffer(given: Offer): void {
  const offer = { ...given, seenBy: rememberedMember()?.id }
  unstored.set(offer.kind, offer)
  writeTabValue(keyOf(offer.kind), offer)
}

/** The old membership that this tab keeps; null if there is none. */
export function storedOldMembership(): OfferOf<'existing'> | null {
  const offer = storedOffer('existing')
  return offer?.kind === 'existing' ? offer : null
}

/** The offer that this tab keeps for a way to join; null if there is none. */
export function storedOffer(form: FormType): Offer | null {
  if (form !== 'sc' && form !== 'free-tier-upgrade' && form !== 'existing') return null
  const offer = read(form) ?? unstored.get(form) ?? null
  const memberId = rememberedMember()?.id
  if (offer === null || offer.seenBy === memberId) return offer
  if (offer.seenBy === undefined) {
    storeOffer(offer)
    return offer
  }
  // Its member has signed out, perhaps in another tab.
  forgetOffer(form)
  return null
}

/** The link whose token this tab keeps; null if there is none. */
export function storedTokenOffer(kind: TokenKind): TokenOffer | null {
  const offer = storedOffer(kind)
  return offer?.kind === 'existing' ? null : offer
}

/** Keeps the token of a link that was opened. The one that is kept already stays as it is known. */
export function storeToken(kind: TokenKind, token: string): void {
  if (storedTokenOffer(kind)?.token !== token) storeOffer({ kind, token, tier: null })
}

function read(kind: OfferKind): Offer | null {
  const offer = readTabValue(keyOf(kind), Offer)
  return offer?.kind === kind ? offer : null
}

/** Forgets an offer: it was redeemed, or refused for good. */
export function forgetOffer(kind: OfferKind): void {
  unstored.delete(kind)
  removeFromTab(keyOf(kind))
}
