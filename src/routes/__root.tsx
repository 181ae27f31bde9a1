import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { Chrome } from '#src/features/chrome/Chrome.tsx'
import { NotFoundPage } from '#src/features/chrome/NotFoundPage.tsx'
import { activate } from '#src/i18n/activate.ts'
import { languageOfPath, preferredLanguage } from '#src/i18n/language.ts'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  // Addresses without a language (`/login`, unknown ones) speak the visitor's own.
  beforeLoad: async ({ location }) => {
    if (!languageOfPath(location.pathname)) await activate(preferredLanguage())
  },
  component: Outlet,
  notFoundComponent: () => (
    <Chrome>
      <NotFoundPage />
    </Chrome>
  ),
})
