import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { createElement, Fragment, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import type { PageToRender } from '#contract/document.ts'
import { activate } from '#src/i18n/activate.ts'
import { beginHydration } from '#src/platform/hydration.ts'
import { createQueryClient } from '#src/query/client.ts'
import { HeadContext } from '#src/ui/layout/Head.tsx'
import type { RenderedPage } from './Document.tsx'
import { restoreEmbeddedData } from './embeddedData.ts'
import { createAppRouter } from './router.tsx'

/** Renders a page for visitors, as the app hydrates it. */
export async function renderApp({
  lang,
  path,
  extent = 'whole',
  data = null,
  completeFor = null,
}: PageToRender & { path: string }): Promise<RenderedPage> {
  const renderedAt = Date.now()
  beginHydration(renderedAt, completeFor !== null)
  const queryClient = createQueryClient()
  restoreEmbeddedData(queryClient, extent === 'whole' ? data : null)
  const router = createAppRouter(queryClient, createMemoryHistory({ initialEntries: [path] }), extent === 'chrome')
  await activate(lang)
  await router.load()
  const head: ReactNode[] = []
  try {
    const body = renderToString(
      <HeadContext value={head}>
        <I18nProvider i18n={i18n}>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </I18nProvider>
      </HeadContext>,
    )
    // React leaves to the app what it could not draw. Where the app does not look, it would stay empty.
    if (completeFor === 'visitors' && body.includes('<!--$!-->'))
      throw new Error(`A part of ${path} could not be drawn`)
    const isKnown = extent === 'whole' || extent === 'waiting'
    return {
      head: isKnown && createElement(Fragment, null, ...head),
      body,
      path: isKnown ? path : '',
      renderedAt,
    }
  } finally {
    queryClient.clear()
  }
}
