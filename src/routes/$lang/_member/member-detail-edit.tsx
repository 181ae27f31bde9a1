import { createFileRoute } from '@tanstack/react-router'
import { ProfileEditPage } from '#src/features/registration/ProfileEditPage.tsx'
import { loadRegistrationCatalog } from '#src/i18n/activate.ts'

interface EditSearch {
  /** The page to go back to. */
  from?: string | undefined
  /** For `reward-detail`: the alias of the reward. */
  reward?: string | undefined
}

export const Route = createFileRoute('/$lang/_member/member-detail-edit')({
  validateSearch: ({ from, reward }: EditSearch): EditSearch => ({ from, reward }),
  beforeLoad: async (context) => (await import('#src/features/registration/guards.ts')).guardEdit(context),
  loader: loadRegistrationCatalog,
  component: MemberDetailEdit,
})

function MemberDetailEdit() {
  const { from, reward } = Route.useSearch()
  return <ProfileEditPage from={from} reward={reward} />
}
