import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { Toasts } from '#src/ui/overlays/Toasts.tsx'
import { ClubChrome, ClubNotFound } from './-ClubChrome.tsx'

interface RouterContext {
  queryClient: QueryClient
  /** For the document of pages that only the app knows. */
  isChromeAlone: boolean
}

export const Route = createRootRouteWithContext<RouterContext>()({
  component: Root,
  notFoundComponent: () => (
    <ClubChrome>
      <ClubNotFound />
    </ClubChrome>
  ),
})

/** Messages are over every page, and outlast the way to the next one. */
function Root() {
  return (
    <>
      <Outlet />
      <Toasts />
    </>
  )
}
