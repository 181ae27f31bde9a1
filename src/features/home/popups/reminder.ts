import { highestMeasuredTier, isAbove } from '#contract/member/tiers.ts'
import { levelsIn, measuresIn, reachesOne } from '#contract/member/measures.ts'
import type { MemberProfile, UpgradeProgress } from '#contract/member/member.ts'

const hasReachedNextTier = (progress: UpgradeProgress) =>
  reachesOne(measuresIn(progress), levelsIn(progress)) || progress.ticketSpend?.reached === true

/**
 * Whether home reminds a member to complete the profile, which would upgrade them: it is incomplete, there is a next
 * tier, and one of the measures (tickets, programmes, points, spend) has reached what it asks for (specification
 * section 4). Never reminds while the progress is unknown.
 */
export function needsReminder(
  profile: Pick<MemberProfile, 'is_profile_completed' | 'membership_tier' | 'upgrade_progress'>,
): boolean {
  const { is_profile_completed: isComplete, membership_tier: tier, upgrade_progress: progress } = profile
  return !isComplete && isAbove(highestMeasuredTier, tier) && progress !== null && hasReachedNextTier(progress)
}
