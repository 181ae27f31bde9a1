import { createFileRoute, Outlet } from '@tanstack/react-router'
import { requireMember } from '#src/auth/guard.ts'
import { loadMembersWords } from '#src/i18n/activate.ts'

export const Route = createFileRoute('/$lang/_member')({
  beforeLoad: async (context) => {
    requireMember(context)
    await loadMembersWords()
  },
  component: Outlet,
})
