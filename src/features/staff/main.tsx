import { i18n, type Messages } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { type Language, languageTags, parseLanguage } from '#contract/language.ts'
import { preferredLanguage } from '#src/i18n/language.ts'
import '#src/styles/index.css'
import { createStaffRouter } from './routes.tsx'
import { createStaffQueryClient } from './staffClient.ts'

/** The catalogs of the pages of staff, which the members' app never loads. */
const catalogs = import.meta.glob<{ messages: Messages }>('./locales/*.po')

async function activate(lang: Language): Promise<void> {
  const catalog = await catalogs[`./locales/${lang}.po`]?.()
  if (catalog) i18n.load(lang, catalog.messages)
  i18n.activate(lang, languageTags[lang])
  document.documentElement.lang = languageTags[lang]
}

async function start(): Promise<void> {
  const named = parseLanguage(location.pathname.split('/')[2])
  const lang = named ?? preferredLanguage()
  if (named === null) history.replaceState(null, '', `/staff/${lang}/`)
  await activate(lang)
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no element #root')
  createRoot(root).render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={createStaffQueryClient()}>
          <RouterProvider router={createStaffRouter(lang)} />
        </QueryClientProvider>
      </I18nProvider>
    </StrictMode>,
  )
}

await start()
