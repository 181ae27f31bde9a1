import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import type { Language } from '#contract/language.ts'
import { activate } from './i18n/activate.ts'
import { createQueryClient } from './offline/queryCache.ts'
import { createAppRouter } from './router.tsx'

/**
 * What a visitor sees of a page before any content is known: the chrome, the words of the page, skeletons. Runs at build time, in
 * Node.
 *
 * @param path the address within the app, language first
 * @returns HTML: what belongs into the head first, then the app
 */
export async function prerender(lang: Language, path: string): Promise<string> {
  const queryClient = createQueryClient()
  const router = createAppRouter(queryClient, createMemoryHistory({ initialEntries: [path] }))
  await activate(lang)
  await router.load()
  try {
    return renderToString(
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </I18nProvider>,
    )
  } finally {
    queryClient.clear()
  }
}
