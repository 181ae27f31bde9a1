import { createFileRoute } from '@tanstack/react-router'
import { useRememberedMember } from '#src/auth/member.ts'
import { flows } from '#src/features/registration/flows.ts'
import { RegistrationFormPage } from '#src/features/registration/RegistrationFormPage.tsx'
import { SignOut } from '#src/features/signIn/SignOut.tsx'

export const Route = createFileRoute('/$lang/registration-free')({
  validateSearch: ({ step }: { step?: string }): { step?: string | undefined } => ({ step }),
  beforeLoad: async (context) => (await import('#src/features/registration/gate.ts')).openForm('free', context),
  staticData: { needsMember: true },
  component: RegistrationFree,
})

function RegistrationFree() {
  const { step } = Route.useSearch()
  const member = useRememberedMember()
  return (
    member && (
      <RegistrationFormPage
        key={member.id}
        flow={flows.free}
        wantedStep={step}
        signOut={<SignOut memberId={member.id} />}
      />
    )
  )
}
