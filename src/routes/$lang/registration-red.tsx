import { createFileRoute } from '@tanstack/react-router'
import { useRememberedMember } from '#src/auth/member.ts'
import { flows } from '#src/features/registration/flows.ts'
import { RegistrationFormPage } from '#src/features/registration/RegistrationFormPage.tsx'
import { SignOut } from '#src/features/signIn/SignOut.tsx'

export const Route = createFileRoute('/$lang/registration-red')({
  validateSearch: ({ step }: { step?: string }): { step?: string | undefined } => ({ step }),
  beforeLoad: async (context) => (await import('#src/features/registration/gate.ts')).openForm('red', context),
  staticData: { needsMember: true },
  component: RegistrationRed,
})

function RegistrationRed() {
  const { step } = Route.useSearch()
  const member = useRememberedMember()
  return (
    member && (
      <RegistrationFormPage
        key={member.id}
        flow={flows.red}
        wantedStep={step}
        signOut={<SignOut memberId={member.id} />}
      />
    )
  )
}
