import { createFileRoute, Navigate, useNavigate } from '@tanstack/react-router'
import { useRememberedMember } from '#src/auth/member.ts'
import { VerifyEmail } from '#src/features/signIn/VerifyEmail.tsx'

export const Route = createFileRoute('/$lang/_member/email-verification')({
  component: EmailVerification,
})

function EmailVerification() {
  const { lang } = Route.useParams()
  const member = useRememberedMember()
  const navigate = useNavigate()
  if (!member) return null
  if (member.emailVerified) return <Navigate to="/$lang/member-detail" params={{ lang }} replace />
  const goToAccount = () => void navigate({ to: '/$lang/member-detail', params: { lang }, replace: true })
  return <VerifyEmail email={member.email} onVerified={goToAccount} onVerifyLater={goToAccount} />
}
