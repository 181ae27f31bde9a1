import { createFileRoute, useRouterState } from '@tanstack/react-router'
import { useRememberedMember } from '#src/session/member.ts'
import { ChangePasswordPage } from '#src/features/account/password/ChangePasswordPage.tsx'
import { loadMemberCatalog } from '#src/i18n/activate.ts'
import { openLinkPage } from '../-openLinkPage.ts'

export const Route = createFileRoute('/$lang/change-password')({
  beforeLoad: openLinkPage,
  loader: loadMemberCatalog,
  // A changed password ends every sign-in: the page says so, and leads to signing in.
  staticData: { asksForSignIn: true },
  component: ChangePassword,
})

function ChangePassword() {
  const linkToken = useRouterState({ select: ({ location }) => location.state.linkToken ?? null })
  return <ChangePasswordPage linkToken={linkToken} isMember={useRememberedMember() !== null} />
}
