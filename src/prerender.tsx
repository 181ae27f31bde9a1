import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import type { Language } from '#contract/language.ts'
import { activate } from './i18n/activate.ts'
import { createQueryClient } from './query/client.ts'
import { createAppRouter } from './router.tsx'
import { restoreEmbeddedData } from './embeddedData.ts'

/**
 * Renders the first paint of a page for visitors: chrome, the page's own texts and skeletons, and the embedded data of
 * a reward or event. Runs in Node, at build time and in the server. Not reentrant: the active language is global.
 *
 * @param path the path within the app, language first
 * @param embeddedData the page's answer (`contract/embeddedData.ts`) as JSON, or null
 * @returns HTML: elements for the head first, then the app
 */
export async function prerender(lang: Language, path: string, embeddedData: string | null): Promise<string> {
  const queryClient = createQueryClient()
  restoreEmbeddedData(queryClient, embeddedData)
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
