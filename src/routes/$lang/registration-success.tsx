import { createFileRoute, useLocation } from '@tanstack/react-router'
import { useRememberedMember } from '#src/auth/member.ts'
import { RegistrationSuccessPage } from '#src/features/registration/RegistrationSuccessPage.tsx'

export const Route = createFileRoute('/$lang/registration-success')({
  beforeLoad: async (context) => (await import('#src/features/registration/gate.ts')).openSuccess(context),
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
