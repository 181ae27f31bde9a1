import * as v from 'valibot'
import { keysOf } from '#contract/keysOf.ts'

interface TierFacts {
  /** A higher one includes what the lower ones have. */
  rank: number
  /** It is valid to the end of a membership year; the others have no end. */
  ends: boolean
  /** Members can have it; the others exist only in the profile's enumeration. */
  isOffered: boolean
  /** An upgrade's link or code can give it. */
  isGift: boolean
  /** It may register in the priority window of events (specification section 9). */
  hasPriority: boolean
  /** Once in a member's life, in points (specification section 9). */
  upgradeBonus: { code: string; points: number } | null
}

/**
 * The tiers, from the lowest to the highest. Their names are in `src/i18n/tierMessages.ts`, their colours in
 * `src/styles/tokens.css`.
 */
export const tierTable = {
  Black: { rank: 0, ends: false, isOffered: true, isGift: false, hasPriority: false, upgradeBonus: null },
  Red: {
    rank: 1,
    ends: true,
    isOffered: true,
    isGift: true,
    hasPriority: true,
    upgradeBonus: { code: 'Upgrade to Red', points: 1000 },
  },
  Gold: {
    rank: 2,
    ends: true,
    isOffered: true,
    isGift: true,
    hasPriority: true,
    upgradeBonus: { code: 'Upgrade to Gold', points: 2000 },
  },
  // By invitation, until staff end it. It has every right of Gold.
  Diamond: { rank: 3, ends: false, isOffered: false, isGift: false, hasPriority: true, upgradeBonus: null },
} as const satisfies Record<string, TierFacts>

export type Tier = keyof typeof tierTable
export const tiers = keysOf(tierTable)
export const Tier = v.picklist(tiers)

type TierWith<Fact extends keyof TierFacts> = {
  [Key in Tier]: (typeof tierTable)[Key][Fact] extends true ? Key : never
}[Tier]

/** The tiers of which a fact holds. A bundle has only those that it uses. */
/* @__NO_SIDE_EFFECTS__ */
export function tiersWith<Fact extends 'ends' | 'isOffered' | 'isGift' | 'hasPriority'>(fact: Fact): TierWith<Fact>[] {
  return tiers.filter((tier): tier is TierWith<Fact> => tierTable[tier][fact])
}

/** What everybody has; it is shown as Basic. */
export const basicTier = 'Black' satisfies Tier
/** The tier that is bought. */
export const paidTier = 'Red' satisfies Tier
/** The highest tier that concerts lead to. */
export const highestMeasuredTier = 'Gold' satisfies Tier

/** A tier that is given. */
export type HigherTier = Exclude<Tier, typeof basicTier>
/** A tier that a membership year's concerts give, and that ends with a membership year. */
export const measuredTiers = tiersWith('ends')
export type MeasuredTier = TierWith<'ends'>
/** A tier that an upgrade's link or code gives. */
export type GiftTier = TierWith<'isGift'>

/** Whether a tier is above another; never for a visitor, who has none. */
export function isAbove(tier: Tier | null, other: Tier): boolean {
  return tier !== null && tierTable[tier].rank > tierTable[other].rank
}

/**
 * Whether the card partner's offer, which leads to Red, is shown to a tier: to Basic and Red, and to visitors (null);
 * never to Gold, nor to Diamond (specification section 6).
 */
export function isCardOfferFor(tier: Tier | null): boolean {
  return !isAbove(tier, paidTier)
}

/**
 * The tiers whose rights a tier has: its own, and above the highest that concerts lead to, that one's. Diamond has what
 * is Gold's; Gold does not have what is for Red alone.
 */
export function rightsOf(tier: Tier): readonly Tier[] {
  return isAbove(tier, highestMeasuredTier) ? [tier, highestMeasuredTier] : [tier]
}

/** Whether what is limited to some tiers, or for everyone (null), is for a tier; null: for a visitor. */
export function isOpenTo(limited: readonly Tier[] | null, viewer: Tier | null): boolean {
  return limited === null || (viewer !== null && rightsOf(viewer).some((tier) => limited.includes(tier)))
}

/** The next tier that concerts lead to; the highest of them for who has it or a higher one, which it keeps. */
export function goalOf(tier: Tier): MeasuredTier {
  return measuredTiers.find((measured) => isAbove(measured, tier)) ?? highestMeasuredTier
}
