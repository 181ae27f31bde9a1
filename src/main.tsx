import './styles/index.css'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { watchSignInNeeded } from './auth/sessionRenewal.ts'
import { reconcileSession } from './auth/sessionLifecycle.ts'
import { watchMemberChange } from './auth/member.ts'
import { contentQueries } from './query/clubQueries.ts'
import { activate, currentLanguage } from './i18n/activate.ts'
import { languageOfPath, preferredLanguage } from './i18n/language.ts'
import { createQueryClient } from './query/client.ts'
import { clearMemberQueries, restoreAndPersist } from './query/persistence.ts'
import { startBackground, startEarly } from './startup.ts'
import { createAppRouter } from './router.tsx'
import { appElement, isPrerendered } from './earlyInput.ts'
import { mountApp } from './mountApp.tsx'
import { restoreEmbeddedData, embeddedDataText } from './embeddedData.ts'

const element = appElement()
const queryClient = createQueryClient()
const router = createAppRouter(queryClient)

// Another tab's sign-out, or another member's sign-in, ends here what belonged to the earlier member.
watchMemberChange((memberId) => {
  void clearMemberQueries(queryClient)
  const isMemberPage = router.state.matches.some(({ staticData }) => staticData.needsMember)
  if (memberId === null && isMemberPage) void router.navigate({ to: '/$lang', params: { lang: currentLanguage() } })
})
watchSignInNeeded(() => {
  const { pathname, href } = router.state.location
  // By location rather than by match: the page may still be loading.
  const [matchedRoutes] = router.getMatchedRoutes(pathname)
  if (matchedRoutes.some(({ options }) => options.staticData?.asksForSignIn)) return
  void router.navigate({ to: '/login', state: { returnTo: href, loginWish: 'refresh' } })
})

startEarly()
const session = reconcileSession()

/**
 * Draws the app. A function of its own rather than awaits at the top: parts of the app that are loaded meanwhile import this file's
 * chunk, and would wait for it as it waits for them.
 */
async function start(): Promise<void> {
  // Nothing can be said before a language is there, and offline nothing shown before what was kept is there.
  await Promise.all([
    activate(languageOfPath(location.pathname) ?? preferredLanguage()),
    restoreAndPersist(queryClient),
  ])
  restoreEmbeddedData(queryClient, embeddedDataText())
  // Whatever page is opened at home: in the hall the scanner needs the ticket keys and the performances, as new as can be.
  void queryClient.prefetchQuery({ ...contentQueries.staticContents(), staleTime: 0 })

  // What was made at build time stays in sight until the page itself is there.
  if (isPrerendered(element)) await router.load()
  await mountApp(
    element,
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </I18nProvider>
    </StrictMode>,
  )
}

// As soon as the app is there, or could not be drawn.
void start().finally(() => startBackground(session))
