import type { UseQueryResult } from '@tanstack/react-query'
import type { StaticContents } from '#contract/content.ts'
import type { User } from '#contract/member.ts'
import type { RememberedMember } from '#src/auth/member.ts'
import { MemberHero } from './MemberHero.tsx'

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
  const greeting = contents.data?.welcome_messages.find(({ code }) => code === member.tier) ?? null
  return <MemberHero member={member} known={known} greeting={greeting} />
}
