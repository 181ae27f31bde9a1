import { createFileRoute, useRouterState } from '@tanstack/react-router'
import { ReopenAccountPage } from '#src/features/account/closure/ReopenAccountPage.tsx'
import { loadMemberCatalog } from '#src/i18n/activate.ts'
import { openLinkPage } from '../-openLinkPage.ts'

export const Route = createFileRoute('/$lang/reopen-account')({
  beforeLoad: openLinkPage,
  loader: loadMemberCatalog,
  // Where a member who has just closed the account is: the sign-in has ended, and the page says so.
  staticData: { asksForSignIn: true },
  component: ReopenAccount,
})

function ReopenAccount() {
  const { linkToken = null, reopenableUntil = null } = useRouterState({ select: ({ location }) => location.state })
  return <ReopenAccountPage linkToken={linkToken} reopenableUntil={reopenableUntil} />
}
