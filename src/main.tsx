import './styles/index.css'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { watchAttentionNeeded } from '#src/session/attention.ts'
import { watchSignInNeeded } from '#src/session/sessionRenewal.ts'
import { watchMemberChange } from '#src/session/member.ts'
import { storedToken } from '#src/session/storedSession.ts'
import { contentQueries } from './query/clubQueries.ts'
import { activate, currentLanguage } from './i18n/activate.ts'
import { languageOfPath, preferredLanguage } from './i18n/language.ts'
import { createQueryClient } from './query/client.ts'
import { hasStoredAnswers } from './query/storedAnswers.ts'
import { recoverLostChunks, untilWhole } from './serviceWorker/chunkRecovery.ts'
import { whenNothingIsTyped } from './platform/quietMoment.ts'
import { watchTranslation } from './platform/translatedPage.ts'
import { type AppRouter, createAppRouter } from './router.tsx'
import { appElement, isPrerendered } from './earlyInput.ts'
import { mountApp } from './mountApp.tsx'
import { drawBelowTheFold, watchForUse, whenBelowTheFold } from '#src/ui/layout/belowTheFold.ts'
import { embeddedDataText, isPageCurrent, restoreEmbeddedData } from './embeddedData.ts'

const element = appElement()
recoverLostChunks({ isMounted: () => !isPrerendered(appElement()) })

// Apart: on a first visit there is nothing to restore, and nobody's session to check, before the page is shown.
const loadPersistence = () => import('./query/persistence.ts')

/**
 * Without a network, before the worker has cached the app, parts of it cannot be loaded. The next start tries again.
 */
function reportUnavailable(error: unknown): void {
  console.warn('A part of the app could not be started.', error)
}

const loadSessionLifecycle = () => import('#src/session/sessionLifecycle.ts')

async function checkSession(): Promise<void> {
  try {
    await (await loadSessionLifecycle()).reconcileSession()
  } catch (error) {
    reportUnavailable(error)
  }
}

/**
 * Resolves once the stored member may be shown: at once, or after the check of a session that is not the stored
 * credentials' own.
 */
async function untilMemberIsKnown(check: Promise<void>): Promise<void> {
  const lifecycle = await loadSessionLifecycle().catch(() => null)
  if ((await lifecycle?.isStoredMemberSignedIn()) === false) await check
}

/** Keeps the pages and their answers those of the member who is signed in. */
function watchMember(queryClient: QueryClient, router: AppRouter): void {
  // A sign-out or another member's sign-in, in any tab: drop the earlier member's data.
  watchMemberChange((memberId) => {
    // A sign-out in another tab ends what this one remembers as well (src/platform/tabStorage.ts).
    if (memberId === null) sessionStorage.clear()
    // Scans may have waited for this sign-in.
    if (memberId !== null) drawBelowTheFold()
    loadPersistence()
      .then(({ clearMemberQueries }) => clearMemberQueries(queryClient))
      .catch(reportUnavailable)
    const isMemberPage = router.state.matches.some(({ staticData }) => staticData.needsMember)
    if (memberId === null && isMemberPage) void router.navigate({ to: '/$lang', params: { lang: currentLanguage() } })
  })
  // The scan pages ask for the sign-in themselves, so that a person with a ticket in their hand is not redirected away.
  watchSignInNeeded(() => whenNothingIsTyped(renewSignIn))
  function renewSignIn() {
    const { pathname, href } = router.state.location
    // By location rather than by match: the page may still be loading.
    const [matchedRoutes] = router.getMatchedRoutes(pathname)
    if (matchedRoutes.some(({ options }) => options.staticData?.asksForSignIn)) return
    void router.navigate({ to: '/login', state: { returnTo: href, loginIntent: 'expired' } })
  }
  // Once: the calls that follow on the same page are told the same. `/login` has words of its own for it.
  let isPopupShown = false
  watchAttentionNeeded(() => {
    if (isPopupShown || router.state.location.pathname === '/login') return
    isPopupShown = true
    const show = async () => (await import('./features/signIn/attentionPopup.tsx')).showAttentionPopup(router)
    show().catch(() => (isPopupShown = false))
  })
}

/** Between the steps of the start, a slow phone answers a press. */
function pause(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve)
  })
}

/**
 * Renders the app. Not a top-level await: chunks that are loaded during it import this file's chunk, and each would
 * wait for the other.
 */
async function render(queryClient: QueryClient, router: AppRouter, session: Promise<void> | null): Promise<void> {
  const persist = async () => (await loadPersistence()).restoreAndPersist(queryClient)
  const hasAnswers = hasStoredAnswers()
  // Texts need the catalog, and offline pages need the persisted answers.
  await Promise.all([
    activate(languageOfPath(location.pathname) ?? preferredLanguage()),
    hasAnswers ? persist() : undefined,
    session && untilMemberIsKnown(session),
  ])
  await pause()
  restoreEmbeddedData(queryClient, embeddedDataText(), isPageCurrent())
  // On every page: in a hall without signal, the scanner needs ticket keys and performances as new as possible.
  whenBelowTheFold(() => void queryClient.prefetchQuery({ ...contentQueries.staticContents(), staleTime: 0 }))

  // The prerendered page stays visible until the app can replace it.
  if (isPrerendered(element)) await router.load()
  await untilWhole()
  await pause()
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
  if (!hasAnswers) whenUnhurried(() => void persist().catch(reportUnavailable))
}

/**
 * A member may have scans to send. A visitor has nothing that could not wait until the page is used, or has been quiet
 * for a while.
 */
function whenUnhurried(callback: () => void): void {
  if (storedToken() === null) whenBelowTheFold(callback)
  else callback()
}

async function startServices(session: Promise<unknown>): Promise<void> {
  const startup = await import('./startup.ts')
  startup.startServices(session)
}

function start(): void {
  watchTranslation()
  const queryClient = createQueryClient()
  const router = createAppRouter(queryClient)
  watchMember(queryClient, router)
  const session = storedToken() === null ? null : checkSession()
  // Also if the app failed to render: waiting scans must still be sent.
  void render(queryClient, router, session).finally(() => {
    watchForUse()
    whenUnhurried(() => void startServices(session ?? checkSession()).catch(reportUnavailable))
  })
}

// A task of its own: a slow phone takes long to evaluate the modules, and answers a press in between.
setTimeout(start)
