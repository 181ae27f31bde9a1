import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach } from 'vitest'
import type { Language } from '#contract/language.ts'
import '#src/styles/index.css'

let root: Root
let place: HTMLElement

beforeEach(() => {
  place = document.createElement('main')
  document.body.append(place)
  root = createRoot(place)
})

afterEach(() => {
  root.unmount()
  place.remove()
})

/**
 * Renders components into the page, in English or another language, with the product's own styles. Removed after the
 * test.
 */
export function show(children: ReactNode, lang: Language = 'en'): HTMLElement {
  i18n.loadAndActivate({ locale: lang, messages: {} })
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  flushSync(() =>
    root.render(
      <I18nProvider i18n={i18n}>
        <RouterContextProvider router={router}>{children}</RouterContextProvider>
      </I18nProvider>,
    ),
  )
  return place
}
