import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useRememberedMember } from '#src/session/member.ts'
import { ConversionPage } from '#src/features/miles/ConversionPage.tsx'
import { aboutMiles } from '#src/features/miles/guard.ts'
import { VerifyEmail } from '#src/features/signIn/VerifyEmail.tsx'
import { loadMemberCatalog } from '#src/i18n/activate.ts'

// Not below `_member`, which would ask visitors to sign in.
export const Route = createFileRoute('/$lang/asiamiles')({
  beforeLoad: async (context) => (await import('#src/features/miles/guard.ts')).guardConversion(context),
  loader: loadMemberCatalog,
  staticData: { needsMember: true },
  component: AsiaMiles,
})

/** Composes two features: converting points, and verifying the address before. */
function AsiaMiles() {
  const { lang } = Route.useParams()
  const member = useRememberedMember()
  const navigate = useNavigate()
  if (!member) return null
  if (member.emailVerified) return <ConversionPage key={member.id} member={member} />
  return (
    <VerifyEmail
      email={member.email}
      // The remembered profile is verified by then, which shows the page.
      onVerified={() => undefined}
      onVerifyLater={() => void navigate(aboutMiles(lang))}
    />
  )
}
