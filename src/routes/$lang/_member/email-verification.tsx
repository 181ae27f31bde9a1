import { createFileRoute, Navigate, useNavigate, useRouterState } from '@tanstack/react-router'
import { useRememberedMember } from '#src/session/member.ts'
import { VerifyEmail } from '#src/features/signIn/VerifyEmail.tsx'

export const Route = createFileRoute('/$lang/_member/email-verification')({
  component: EmailVerification,
})

/** With `#verified`, the person comes from the page of the mailed link (server/pages/identityNotices.tsx). */
function EmailVerification() {
  const { lang } = Route.useParams()
  const member = useRememberedMember()
  const navigate = useNavigate()
  const isJustVerified = useRouterState({ select: ({ location }) => location.hash === 'verified' })
  if (!member) return null
  if (member.emailVerified) return <Navigate to="/$lang/member-detail" params={{ lang }} replace />
  const goToAccount = () => void navigate({ to: '/$lang/member-detail', params: { lang }, replace: true })
  return (
    <VerifyEmail
      email={member.email}
      checksAtOnce={isJustVerified}
      onVerified={goToAccount}
      onVerifyLater={goToAccount}
    />
  )
}
