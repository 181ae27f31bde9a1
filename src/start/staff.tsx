import '#src/styles/index.css'
import { i18n, type Messages } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { type Language, languageTags, parseLanguage } from '#contract/language.ts'
import { addressOf } from '#src/features/staff/navigation.ts'
import { StaffApp } from '#src/features/staff/StaffApp.tsx'
import { createStaffQueryClient } from '#src/features/staff/staffClient.ts'
import { preferredLanguage } from '#src/i18n/language.ts'

/** The catalogs of the pages of staff, which the members' app never loads. */
const catalogs = import.meta.glob<{ messages: Messages }>('../features/staff/locales/*.po')

async function activate(lang: Language): Promise<void> {
  const catalog = await catalogs[`../features/staff/locales/${lang}.po`]?.()
  if (catalog) i18n.load(lang, catalog.messages)
  i18n.activate(lang, languageTags[lang])
  document.documentElement.lang = languageTags[lang]
}

async function start(): Promise<void> {
  const [, , named, page = ''] = location.pathname.split('/')
  const lang = parseLanguage(named) ?? preferredLanguage()
  if (parseLanguage(named) === null || page === '') history.replaceState(null, '', addressOf(lang, 'today'))
  await activate(lang)
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no element #root')
  createRoot(root).render(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={createStaffQueryClient()}>
          <StaffApp />
        </QueryClientProvider>
      </I18nProvider>
    </StrictMode>,
  )
}

await start()
