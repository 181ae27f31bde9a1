import type { UseQueryResult } from '@tanstack/react-query'
import type { StaticContents } from '#contract/content.ts'
import type { User } from '#contract/member.ts'
import { keptProfile } from '#src/auth/kept.ts'
import type { RememberedMember } from '#src/auth/member.ts'
import { useScans } from '#src/offline/scanOutbox.ts'
import { firstSteps } from './firstSteps.ts'
import { MemberHero } from './MemberHero.tsx'
import { hasProfileForm } from './profileForm.ts'

interface MemberWelcomeProps {
  member: RememberedMember
  /** What the club knows of the member. */
  user: UseQueryResult<User>
  contents: UseQueryResult<StaticContents>
}

/** The member's welcome with what is known of the points. */
export function MemberWelcome({ member, user, contents }: MemberWelcomeProps) {
  const { data, dataUpdatedAt, isError } = user
  const known = {
    points: data?.availablePoints ?? member.points,
    heardAt: data ? dataUpdatedAt : null,
    outdated: isError,
  }
  const { entries } = useScans(member.id)
  const steps = firstSteps({
    points: known.points,
    transactions: data?.point_transactions.length ?? null,
    scans: entries.length,
    isProfileComplete: !hasProfileForm || ((data?.member_profile ?? keptProfile())?.is_profile_completed ?? false),
  })
  // A tier that was bought or earned is greeted as such from the first day.
  const code = steps.length > 0 && member.tier === 'Black' ? 'newcomer' : member.tier
  const greeting = contents.data?.welcome_messages.find((message) => message.code === code) ?? null
  return <MemberHero member={member} known={known} greeting={greeting} steps={steps} />
}
