import { useLingui } from '@lingui/react'
import { useNavigate } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import { useLanguage } from '#src/i18n/activate.ts'
import { useRememberedMember } from '#src/session/member.ts'
import { LoginPrompt } from '#src/features/signIn/LoginPrompt.tsx'
import { VerifyEmail } from '#src/features/signIn/VerifyEmail.tsx'
import { scanningMessages, type SignInMessages } from './signInMessages.ts'

interface ScanGateProps {
  /** Shown to a visitor instead of the page. */
  signInMessages?: SignInMessages
  /** Shown to a visitor above the button to sign in. */
  signInNotice?: ReactNode
  /** What a visitor sees instead; its children are the page that asks to sign in, for where there is nothing else. */
  visitor?: ComponentType<{ children: ReactNode }>
  /** Shown to a member above the ways to verify the email. */
  unverifiedNotice?: (memberId: string) => ReactNode
  /** Whether the page is for members with an unverified email, too: it shows scans, and makes none. */
  isForUnverified?: boolean
  /** Renders the page for the member's id. */
  children: (memberId: string) => ReactNode
}

/**
 * The guard of the pages that need a member who may scan. Visitors and members with an unverified email stay at
 * the URL and return to it. A remembered member passes offline too.
 */
export function ScanGate({
  signInMessages = scanningMessages,
  signInNotice,
  visitor: Visitor,
  unverifiedNotice,
  isForUnverified = false,
  children,
}: ScanGateProps) {
  const { i18n } = useLingui()
  const member = useRememberedMember()
  const navigate = useNavigate()
  const lang = useLanguage()
  if (!member) {
    const prompt = (
      <LoginPrompt title={i18n._(signInMessages.title)} notice={signInNotice}>
        {i18n._(signInMessages.reason)}
      </LoginPrompt>
    )
    // A scan needs an id, which browsers make for secure pages alone.
    return Visitor && isSecureContext ? <Visitor>{prompt}</Visitor> : prompt
  }
  if (!member.emailVerified && !isForUnverified) {
    return (
      <VerifyEmail
        email={member.email}
        notice={unverifiedNotice?.(member.id)}
        // The remembered profile is verified by then, which lets the member in.
        onVerified={() => undefined}
        onVerifyLater={() => void navigate({ to: '/$lang', params: { lang }, replace: true })}
      />
    )
  }
  return children(member.id)
}
