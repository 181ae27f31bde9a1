import { createFileRoute } from '@tanstack/react-router'
import { useRememberedMember } from '#src/auth/member.ts'
import { ForgotPasswordPage } from '#src/features/account/password/ForgotPasswordPage.tsx'
import { loadMemberCatalog } from '#src/i18n/activate.ts'

export const Route = createFileRoute('/$lang/forgot-password')({
  loader: loadMemberCatalog,
  component: ForgotPassword,
})

function ForgotPassword() {
  return <ForgotPasswordPage knownEmail={useRememberedMember()?.email ?? ''} />
}
