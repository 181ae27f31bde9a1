import { useQuery } from '@tanstack/react-query'
import { basicTier } from '#contract/member/tiers.ts'
import { storedProfile } from '#src/session/storedSession.ts'
import type { RememberedMember } from '#src/session/member.ts'
import { contentQueries, memberQueries } from '#src/query/clubQueries.ts'
import { useScans } from '#src/outbox/page/scanOutbox.ts'
import { useCreditedScans, usePaidTickets } from '#src/outbox/page/creditedScans.ts'
import { firstSteps } from './firstSteps/firstSteps.ts'
import { MemberHero } from './hero/MemberHero.tsx'

/** The member's welcome: what `MemberHero` shows, from the queries and the scans on this device. */
export function MemberWelcome({ member }: { member: RememberedMember }) {
  const { data: contents } = useQuery(contentQueries.staticContents())
  // HomePage refreshes it.
  const { data, dataUpdatedAt, isError, refetch } = useQuery({
    ...memberQueries.me(),
    refetchOnMount: false,
    select: ({ user }) => user,
  })
  const balance = {
    points: data?.availablePoints ?? member.points,
    fetchedAt: data ? dataUpdatedAt : null,
    isStale: isError,
    buckets: data?.point_buckets ?? null,
  }
  const { entries } = useScans(member.id)
  useCreditedScans(member.id, dataUpdatedAt, refetch)
  usePaidTickets(member.id, data?.point_transactions)
  const steps = firstSteps({
    points: balance.points,
    transactions: data?.point_transactions.length ?? null,
    scans: entries.length,
    isProfileComplete: (data?.member_profile ?? storedProfile())?.is_profile_completed ?? false,
  })
  // A member of a higher tier is greeted by the tier from the first day.
  const code = steps.length > 0 && member.tier === basicTier ? 'newcomer' : member.tier
  const greeting = contents?.welcome_messages.find((message) => message.code === code) ?? null
  return <MemberHero member={member} balance={balance} greeting={greeting} steps={steps} />
}
