import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { ClubChrome, ClubNotFound } from './-ClubChrome.tsx'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Outlet,
  notFoundComponent: () => (
    <ClubChrome>
      <ClubNotFound />
    </ClubChrome>
  ),
})
