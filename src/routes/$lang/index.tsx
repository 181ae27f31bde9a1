import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { type RememberedMember, useRememberedMember } from '#src/auth/member.ts'
import { MemberHome } from '#src/features/home/MemberHome.tsx'
import { useCreditedScans } from '#src/features/home/useCreditedScans.ts'
import { VisitorHome } from '#src/features/home/VisitorHome.tsx'
import { memberQueries } from '#src/features/member/queries.ts'

export const Route = createFileRoute('/$lang/')({
  component: Home,
})

function Home() {
  const member = useRememberedMember()
  return member ? <SignedInHome member={member} /> : <VisitorHome />
}

function SignedInHome({ member }: { member: RememberedMember }) {
  const { data, dataUpdatedAt, isError, refetch } = useQuery(memberQueries.me())
  useCreditedScans(member.id, refetch)
  const known = {
    points: data?.availablePoints ?? member.points,
    heardAt: data ? dataUpdatedAt : null,
    outdated: isError,
  }
  return <MemberHome member={member} known={known} />
}
