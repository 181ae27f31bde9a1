import { createFileRoute } from '@tanstack/react-router'
import { useRememberedMember } from '#src/session/member.ts'
import { WaitingTicketsNotice } from '#src/features/scan/received/WaitingTicketsNotice.tsx'
import { MemberDetailPage } from '#src/features/member/MemberDetailPage.tsx'
import { memberQueries } from '#src/query/clubQueries.ts'
import { prefetch } from '#src/query/prefetch.ts'

export const Route = createFileRoute('/$lang/_member/member-detail')({
  beforeLoad: async (context) => (await import('#src/features/registration/guards.ts')).requireSubmitted(context),
  loader: ({ context }) => prefetch(context.queryClient, memberQueries.me()),
  component: MemberDetail,
})

function MemberDetail() {
  const member = useRememberedMember()
  return member && <MemberDetailPage member={member} notice={<WaitingTicketsNotice memberId={member.id} />} />
}
