import { useQuery } from '@tanstack/react-query'
import { storedProfile } from '#src/session/storedSession.ts'
import { memberQueries } from '#src/query/clubQueries.ts'
import { GoalText } from './membershipYearTexts.tsx'
import { tierGoalOf } from './tierGoal.ts'

/** How far the next tier is, in a sentence; nothing where that is not known. */
export function TierGoalLine({ className }: { className?: string | undefined }) {
  const { data } = useQuery({ ...memberQueries.me(), refetchOnMount: false })
  const profile = data?.user.member_profile ?? storedProfile()
  const goal = profile === null ? null : tierGoalOf(profile)
  if (goal === null || goal.kind === 'unknown') return null
  return (
    <p className={className}>
      <GoalText goal={goal} />
    </p>
  )
}
