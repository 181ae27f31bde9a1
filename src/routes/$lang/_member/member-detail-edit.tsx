import { createFileRoute } from '@tanstack/react-router'
import { ProfileEditPage } from '#src/features/registration/ProfileEditPage.tsx'

export const Route = createFileRoute('/$lang/_member/member-detail-edit')({
  validateSearch: ({ from }: { from?: string }): { from?: string | undefined } => ({ from }),
  beforeLoad: async (context) => (await import('#src/features/registration/gate.ts')).openEdit(context),
  component: MemberDetailEdit,
})

function MemberDetailEdit() {
  const { from } = Route.useSearch()
  return <ProfileEditPage from={from} />
}
