import { createFileRoute } from '@tanstack/react-router'
import { useRememberedMember } from '#src/session/member.ts'
import { DeviceStorage } from '#src/features/install/DeviceStorage.tsx'
import { MemberDetailPage } from '#src/features/member/MemberDetailPage.tsx'
import { SignOut } from '#src/features/signIn/SignOut.tsx'
import { memberQueries } from '#src/query/clubQueries.ts'
import { prefetch } from '#src/query/prefetch.ts'

export const Route = createFileRoute('/$lang/_member/member-detail')({
  beforeLoad: async (context) => (await import('#src/features/registration/guards.ts')).requireSubmitted(context),
  loader: ({ context }) => prefetch(context.queryClient, memberQueries.me()),
  component: MemberDetail,
})

/** Composes three features: the account page, what this device keeps, and the sign-out. */
function MemberDetail() {
  const member = useRememberedMember()
  return (
    member && <MemberDetailPage member={member} device={<DeviceStorage />} signOut={<SignOut memberId={member.id} />} />
  )
}
