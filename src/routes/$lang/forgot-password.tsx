import { createFileRoute, useRouterState } from '@tanstack/react-router'
import { useRememberedMember } from '#src/session/member.ts'
import { ForgotPasswordPage } from '#src/features/account/password/ForgotPasswordPage.tsx'
import { loadMemberCatalog } from '#src/i18n/activate.ts'

export const Route = createFileRoute('/$lang/forgot-password')({
  beforeLoad: async (context) => (await import('#src/session/linkToken.ts')).takeTypedEmail(context),
  loader: loadMemberCatalog,
  component: ForgotPassword,
})

function ForgotPassword() {
  const typed = useRouterState({ select: ({ location }) => location.state.loginHint })
  const member = useRememberedMember()
  return <ForgotPasswordPage knownEmail={typed ?? member?.email ?? ''} />
}
