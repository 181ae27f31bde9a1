import { useLingui } from '@lingui/react'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRememberedMember } from '#src/session/member.ts'
import { LoginPrompt } from '#src/features/signIn/LoginPrompt.tsx'
import { VerifyEmail } from '#src/features/signIn/VerifyEmail.tsx'
import { scanningMessages, type GuestMessages } from './guestMessages.ts'

interface ScanGateProps {
  /** Shown to a guest instead of the page. */
  guestMessages?: GuestMessages
  /** Shown to a guest above the button to sign in. */
  guestNotice?: ReactNode
  /** Renders the page for the member's id. */
  children: (memberId: string) => ReactNode
}

/**
 * The guard of the pages that need a member who may scan. Guests and members with an unverified email stay at
 * the URL and return to it. A remembered member passes offline too.
 */
export function ScanGate({ guestMessages = scanningMessages, guestNotice, children }: ScanGateProps) {
  const { i18n } = useLingui()
  const member = useRememberedMember()
  const navigate = useNavigate()
  if (!member) {
    return (
      <LoginPrompt title={i18n._(guestMessages.title)} notice={guestNotice}>
        {i18n._(guestMessages.reason)}
      </LoginPrompt>
    )
  }
  if (!member.emailVerified) {
    return (
      <VerifyEmail
        email={member.email}
        // The remembered profile is verified by then, which lets the member in.
        onVerified={() => undefined}
        onVerifyLater={() => void navigate({ to: '/', replace: true })}
      />
    )
  }
  return children(member.id)
}
