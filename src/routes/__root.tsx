import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { Chrome } from '#src/features/chrome/Chrome.tsx'
import { NotFoundPage } from '#src/features/chrome/NotFoundPage.tsx'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Outlet,
  notFoundComponent: () => (
    <Chrome>
      <NotFoundPage />
    </Chrome>
  ),
})
