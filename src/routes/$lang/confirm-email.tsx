import { createFileRoute, useRouterState } from '@tanstack/react-router'
import { ConfirmEmailPage } from '#src/features/account/email/ConfirmEmailPage.tsx'
import { loadMemberCatalog } from '#src/i18n/activate.ts'
import { openLinkPage } from '../-openLinkPage.ts'

export const Route = createFileRoute('/$lang/confirm-email')({
  beforeLoad: openLinkPage,
  loader: loadMemberCatalog,
  component: ConfirmEmail,
})

function ConfirmEmail() {
  const linkToken = useRouterState({ select: ({ location }) => location.state.linkToken ?? null })
  // A link may come to the page that is open.
  return <ConfirmEmailPage key={linkToken} linkToken={linkToken} />
}
