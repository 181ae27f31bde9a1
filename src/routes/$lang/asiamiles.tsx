import { createFileRoute, redirect, useNavigate } from '@tanstack/react-router'
import { milesAlias } from '#contract/rewards.ts'
import { rememberedMember, useRememberedMember } from '#src/auth/member.ts'
import { ConversionPage } from '#src/features/miles/ConversionPage.tsx'
import { VerifyEmail } from '#src/features/signIn/VerifyEmail.tsx'
import { loadMemberCatalog } from '#src/i18n/activate.ts'

// Not below `_member`: visitors are not asked to sign in, but told about miles first (specification section 2).
export const Route = createFileRoute('/$lang/asiamiles')({
  beforeLoad: async ({ params }) => {
    if (rememberedMember() === null)
      throw redirect({ to: '/$lang/reward-detail/$alias', params: { ...params, alias: milesAlias }, replace: true })
    await loadMemberCatalog()
  },
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
  const about = { to: '/$lang/reward-detail/$alias', params: { lang, alias: milesAlias }, replace: true } as const
  return (
    <VerifyEmail
      email={member.email}
      // The remembered profile is verified by then, which shows the page.
      onVerified={() => undefined}
      onVerifyLater={() => void navigate(about)}
    />
  )
}
