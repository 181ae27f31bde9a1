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
 * What a visitor sees of a page before its contents are known: the chrome, the words of the page, skeletons; and what has been told of
 * the one reward or event that it is about. Runs in Node, at build time and in the server; once at a time, as there is one language.
 *
 * @param path the address within the app, language first
 * @param told the page's answer (`contract/embeddedData.ts`) as JSON, or null
 * @returns HTML: what belongs into the head first, then the app
 */
export async function prerender(lang: Language, path: string, told: string | null): Promise<string> {
  const queryClient = createQueryClient()
  restoreEmbeddedData(queryClient, told)
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
