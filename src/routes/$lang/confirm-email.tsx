import { createFileRoute, useRouterState } from '@tanstack/react-router'
import { ConfirmEmailPage } from '#src/features/account/email/ConfirmEmailPage.tsx'
import { openLinkPage } from '../-openLinkPage.ts'

export const Route = createFileRoute('/$lang/confirm-email')({ beforeLoad: openLinkPage, component: ConfirmEmail })

function ConfirmEmail() {
  return <ConfirmEmailPage linkToken={useRouterState({ select: ({ location }) => location.state.linkToken ?? null })} />
}
