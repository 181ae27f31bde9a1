import { useLingui } from '@lingui/react'
import { createFileRoute } from '@tanstack/react-router'
import { useRememberedMember } from '#src/session/member.ts'
import { BlankCard } from '#src/features/card/BlankCard.tsx'
import { cardSignInMessages } from '#src/features/card/signInMessages.ts'
import { MembershipCardPage } from '#src/features/card/MembershipCardPage.tsx'
import { LoginPrompt } from '#src/features/signIn/LoginPrompt.tsx'
import { loadMemberCatalog } from '#src/i18n/activate.ts'

export const Route = createFileRoute('/$lang/membership-card')({
  loader: loadMemberCatalog,
  staticData: { asksForSignIn: true },
  component: MembershipCard,
})

/**
 * Composes the card with the sign-in: a visitor stays at the address. A remembered member sees the card without a call.
 */
function MembershipCard() {
  const { i18n } = useLingui()
  const member = useRememberedMember()
  if (member) return <MembershipCardPage />
  const prompt = <LoginPrompt title={i18n._(cardSignInMessages.title)}>{i18n._(cardSignInMessages.reason)}</LoginPrompt>
  // The document is for both: its inline script shows the card of a member.
  return (
    <>
      <div data-visitor="">{prompt}</div>
      <BlankCard />
    </>
  )
}
