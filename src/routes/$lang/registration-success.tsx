import { createFileRoute, redirect, useLocation } from '@tanstack/react-router'
import { useRememberedMember } from '#src/auth/member.ts'
import { RegistrationSuccessPage } from '#src/features/registration/RegistrationSuccessPage.tsx'
import { loadRegistrationCatalog } from '#src/i18n/activate.ts'

export const Route = createFileRoute('/$lang/registration-success')({
  beforeLoad: async ({ location, params }) => {
    if (location.state.joinedTier === undefined) throw redirect({ to: '/$lang', params, replace: true })
    await loadRegistrationCatalog()
  },
  staticData: { needsMember: true },
  component: RegistrationSuccess,
})

function RegistrationSuccess() {
  const member = useRememberedMember()
  const { joinedTier, welcomePoints = 0 } = useLocation().state
  return (
    member && joinedTier && <RegistrationSuccessPage member={member} tier={joinedTier} welcomePoints={welcomePoints} />
  )
}
