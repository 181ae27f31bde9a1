import type { MemberProfile, UpgradeProgress } from '#contract/member/member.ts'

/** Whether a value has reached the next tier's threshold. A threshold of 0 means that there is none. */
function hasReached(value: number, threshold: number): boolean {
  return threshold > 0 && value >= threshold
}

function hasReachedNextTier(progress: UpgradeProgress): boolean {
  return (
    hasReached(progress.annualTicket, progress.nextUpgradeTicketsPurchased) ||
    hasReached(progress.annualNumberOfProgramSynonyms, progress.nextUpgradeProgramSynonyms) ||
    hasReached(progress.totalAnnualEarnedPoint, progress.nextUpgradeTicketSpend) ||
    progress.ticketSpend?.reached === true
  )
}

/**
 * Whether home reminds a member to complete the profile: it is incomplete, and one of the measures (tickets,
 * programmes, points, spend) has reached what the next tier asks for (specification section 4). Never reminds while the
 * progress is unknown.
 */
export function needsReminder(profile: Pick<MemberProfile, 'is_profile_completed' | 'upgrade_progress'>): boolean {
  const { is_profile_completed: isComplete, upgrade_progress: progress } = profile
  return !isComplete && progress !== null && hasReachedNextTier(progress)
}
