import { useLingui } from '@lingui/react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRememberedMember } from '#src/auth/member.ts'
import { contentQueries } from '#src/query/clubQueries.ts'
import { useCreditedScans } from '#src/features/scan/useCreditedScans.ts'
import { LoginPrompt } from '#src/features/signIn/LoginPrompt.tsx'
import { memberQueries } from '#src/query/clubQueries.ts'
import { VerifyEmail } from '#src/features/signIn/VerifyEmail.tsx'
import { scanningWords, type GuestWords } from '#src/features/scan/guestMessages.ts'
import type { ScanSurroundings } from '#src/features/scan/useDisplayedScans.ts'

interface ScanGateProps {
  /** What stands here for a guest. */
  guestWords?: GuestWords
  /** Draws the page for the member's id. */
  children: (memberId: string) => ReactNode
}

/**
 * The guard of the pages that need a member who may scan. Guests and members with an unverified email stay on the address, and come
 * back to it. A remembered member passes offline too.
 */
export function ScanGate({ guestWords = scanningWords, children }: ScanGateProps) {
  const { i18n } = useLingui()
  const member = useRememberedMember()
  const navigate = useNavigate()
  if (!member) {
    return <LoginPrompt title={i18n._(guestWords.title)}>{i18n._(guestWords.reason)}</LoginPrompt>
  }
  if (!member.emailVerified) {
    // Once verified, the member is let in: the remembered profile says so by then.
    return (
      <VerifyEmail
        email={member.email}
        onVerified={() => undefined}
        onVerifyLater={() => void navigate({ to: '/', replace: true })}
      />
    )
  }
  return children(member.id)
}

/** What the pages about scans are given besides the scans: from the phone's copies, brought up to date where the club can be reached. */
export function useScanSurroundings(memberId: string): ScanSurroundings {
  const contents = useQuery(contentQueries.staticContents())
  const me = useQuery(memberQueries.me())
  useCreditedScans(memberId, me.refetch)
  return { memberId, contents: contents.data, user: me.data?.user }
}
