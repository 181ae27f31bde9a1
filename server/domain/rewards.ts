import { isAbove, isOpenTo, type Tier } from '#contract/member/tiers.ts'

/**
 * Whether a viewer may see a reward.
 *
 * @param tiers the tiers that it is limited to; null when it is for everyone
 * @param viewer the viewer's tier; null for a visitor
 */
export function isRewardVisible(
  { status, tiers }: { status: string; tiers: readonly Tier[] | null },
  viewer: Tier | null,
): boolean {
  return isPublished(status) && isOpenTo(tiers, viewer)
}

/** Whether a reward is one that only tiers above the viewer's see. */
export function isRewardLocked(
  { status, tiers }: { status: string; tiers: readonly Tier[] | null },
  viewer: Tier | null,
): boolean {
  if (!isPublished(status) || tiers === null || isRewardVisible({ status, tiers }, viewer)) return false
  return viewer === null ? tiers.length > 0 : tiers.some((tier) => isAbove(tier, viewer))
}

/** Whether a record status makes the record visible: active, draft and public do, inactive and hidden do not. */
export function isPublished(status: string): boolean {
  return status === 'active' || status === 'draft' || status === 'public'
}
