import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { ClubChrome, ClubNotFound } from './-ClubChrome.tsx'

interface RouterContext {
  queryClient: QueryClient
  /** For the document of pages that only the app knows. */
  isChromeAlone: boolean
}

export const Route = createRootRouteWithContext<RouterContext>()({
  component: Outlet,
  notFoundComponent: () => (
    <ClubChrome>
      <ClubNotFound />
    </ClubChrome>
  ),
})
