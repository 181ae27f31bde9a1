import { basicTier, isCardOfferFor, type Tier } from '#contract/member/tiers.ts'
import type { ContentBlock } from '#contract/content.ts'

/**
 * What a person can do with a way to join: join in the app, become a Red member, read about the card partner's offer,
 * open the link that they were sent, link an earlier membership, apply to the young audience scheme, nothing (they have
 * joined), or ask the club's team.
 */
export type JoinAction = 'sign-up' | 'become-red' | 'card-partner' | 'link' | 'earlier' | 'apply' | 'none' | 'ask'

/** The codes of the routes that the app offers. */
const openInApp: ReadonlySet<string> = new Set(['free', 'red', 'existing', 'ya'])

/** The codes of the ways that are for everybody. */
export const openToAll: readonly string[] = ['free', 'red', 'ya']

/** Whether a way to join is for everybody: the others begin with something that the person has, or was sent. */
export function isOpenToAll({ code }: Pick<ContentBlock, 'code'>): boolean {
  return openToAll.includes(code)
}

/** @param tier the member's tier; null for a visitor */
export function joinActionOf({ code }: Pick<ContentBlock, 'code'>, tier: Tier | null): JoinAction {
  if (code === 'sc') return 'card-partner'
  if (code === 'free-tier-upgrade') return 'link'
  if (!openInApp.has(code)) return 'ask'
  // A member of any tier may come back for the number.
  if (code === 'existing') return 'earlier'
  // Members apply, too, and a visitor needs an account first, to which the page leads.
  if (code === 'ya') return 'apply'
  if (code === 'red') return tier === null || tier === basicTier ? 'become-red' : 'none'
  return tier === null ? 'sign-up' : 'none'
}

/** Whether a way to join is shown to a member of this tier; null: to a visitor. */
export function isShown({ code }: Pick<ContentBlock, 'code'>, tier: Tier | null): boolean {
  return code !== 'sc' || isCardOfferFor(tier)
}
