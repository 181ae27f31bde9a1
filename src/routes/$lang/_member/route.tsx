import { createFileRoute, Outlet } from '@tanstack/react-router'
import { requireMember } from '#src/session/guard.ts'
import { loadMemberCatalog } from '#src/i18n/activate.ts'

export const Route = createFileRoute('/$lang/_member')({
  beforeLoad: requireMember,
  loader: loadMemberCatalog,
  staticData: { needsMember: true },
  component: Outlet,
})
