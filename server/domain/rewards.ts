import type { Tier } from '#contract/member.ts'

/** How many of a reward can still be had: all of its stock, as long as nothing is redeemed. */
export function availableQuantity(stock: number): number {
  return Math.max(0, stock)
}

/**
 * Whether somebody sees a reward: inactive ones are hidden from everybody, those for some tiers from everybody else.
 *
 * @param tiers the tiers that it is for; null where it is for everybody
 * @param viewer the tier of the member who looks; null for a visitor
 */
export function isRewardVisible(
  { status, tiers }: { status: string; tiers: readonly Tier[] | null },
  viewer: Tier | null,
): boolean {
  if (!isShown(status)) return false
  return tiers === null || (viewer !== null && tiers.includes(viewer))
}

/** Whether something with a record status is shown at all: active and draft are, inactive is not. */
export function isShown(status: string): boolean {
  return status === 'active' || status === 'draft'
}
