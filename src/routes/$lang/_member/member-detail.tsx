import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useRememberedMember } from '#src/auth/member.ts'
import { MemberDetailPage } from '#src/features/member/MemberDetailPage.tsx'
import { memberQueries } from '#src/query/clubQueries.ts'

export const Route = createFileRoute('/$lang/_member/member-detail')({
  component: MemberDetail,
})

function MemberDetail() {
  const member = useRememberedMember()
  const { data, isError, isFetching, refetch } = useQuery({ ...memberQueries.me(), enabled: member !== null })
  if (!member) return null
  return (
    <MemberDetailPage
      member={member}
      user={data?.user}
      outdated={isError && !isFetching}
      onRetry={() => void refetch()}
    />
  )
}
