import { basicTier } from '#contract/member/tiers.ts'
import type { MemberProfile } from '#contract/member/member.ts'

const dayMs = 24 * 60 * 60 * 1000

/**
 * Whether a tier that was just given is an upgrade of somebody who was a member before. Whoever joins and pays on one
 * day is a new member.
 */
export function isUpgrade(
  { membership_tier: tier, membership_since: since }: Pick<MemberProfile, 'membership_tier' | 'membership_since'>,
  now: number,
): boolean {
  return tier !== basicTier && since !== null && now - Date.parse(since) > dayMs
}
