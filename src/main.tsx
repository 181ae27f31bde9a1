import './styles/index.css'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { activate } from './i18n/activate.ts'
import { languageOfPath, preferredLanguage } from './i18n/language.ts'
import { createQueryClient } from './offline/queryCache.ts'
import { createAppRouter } from './router.tsx'

const element = document.getElementById('root')
if (!element) throw new Error('index.html has no element #root')

const queryClient = createQueryClient()
const router = createAppRouter(queryClient)

// Nothing can be said before a language is there, so the first one is awaited.
await activate(languageOfPath(location.pathname) ?? preferredLanguage())

createRoot(element).render(
  <StrictMode>
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </I18nProvider>
  </StrictMode>,
)
