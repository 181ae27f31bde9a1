import { useLingui } from '@lingui/react'
import { createFileRoute } from '@tanstack/react-router'
import { rememberedMember, useRememberedMember } from '#src/session/member.ts'
import { BlankCard } from '#src/features/card/BlankCard.tsx'
import { cardGuestMessages } from '#src/features/card/guestMessages.ts'
import { MembershipCardPage } from '#src/features/card/MembershipCardPage.tsx'
import { LoginPrompt } from '#src/features/signIn/LoginPrompt.tsx'
import { loadMemberCatalog } from '#src/i18n/activate.ts'
import { memberQueries } from '#src/query/clubQueries.ts'
import { prefetch } from '#src/query/prefetch.ts'

export const Route = createFileRoute('/$lang/membership-card')({
  // The card comes from the device; the answer confirms it.
  loader: ({ context }) => {
    if (rememberedMember() !== null) prefetch(context.queryClient, memberQueries.me())
    return loadMemberCatalog()
  },
  staticData: { asksForSignIn: true },
  component: MembershipCard,
})

/** Composes the card with the sign-in: a guest stays at the address. A remembered member sees the card without a call. */
function MembershipCard() {
  const { i18n } = useLingui()
  const member = useRememberedMember()
  if (member) return <MembershipCardPage />
  const prompt = <LoginPrompt title={i18n._(cardGuestMessages.title)}>{i18n._(cardGuestMessages.reason)}</LoginPrompt>
  // The document is for both: its inline script shows the card of a member.
  return (
    <>
      <div data-visitor="">{prompt}</div>
      <BlankCard />
    </>
  )
}
