import { createFileRoute, Outlet } from '@tanstack/react-router'
import { requireMember } from '#src/auth/guard.ts'

export const Route = createFileRoute('/$lang/_member')({
  beforeLoad: requireMember,
  component: Outlet,
})
