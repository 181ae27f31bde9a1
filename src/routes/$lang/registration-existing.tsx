import { createFileRoute, useLocation } from '@tanstack/react-router'
import { useRememberedMember } from '#src/session/member.ts'
import { ExistingMemberPage } from '#src/features/registration/existing/ExistingMemberPage.tsx'
import { loadRegistrationCatalog } from '#src/i18n/activate.ts'

export const Route = createFileRoute('/$lang/registration-existing')({
  validateSearch: ({ step }: { step?: string }): { step?: string | undefined } => ({ step }),
  beforeLoad: async (context) => (await import('#src/features/registration/guards.ts')).guardExisting(context),
  loader: loadRegistrationCatalog,
  component: RegistrationExisting,
})

function RegistrationExisting() {
  const member = useRememberedMember()
  const { emailOrMobile = '', linkToken = '' } = useLocation({ select: ({ state }) => state })
  return (
    <ExistingMemberPage
      // A link may come to the page that is open.
      key={`${member?.id} ${linkToken}`}
      memberId={member?.id}
      emailOrMobile={emailOrMobile}
      upgradeCode={linkToken}
      wantedStep={Route.useSearch().step}
    />
  )
}
