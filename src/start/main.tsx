import '#src/styles/index.css'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { IsRestoringProvider, onlineManager, type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { type ReactNode, startTransition, StrictMode, useEffect, useState } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { listFilters } from '#contract/pages.ts'
import { storedToken } from '#src/session/storedSession.ts'
import { contentQueries } from '#src/query/clubQueries.ts'
import { activate } from '#src/i18n/activate.ts'
import type { Language } from '#contract/language.ts'
import { languageOfPath, preferredLanguage } from '#src/i18n/language.ts'
import { createQueryClient } from '#src/query/client.ts'
import { hasStoredAnswers } from '#src/query/storedAnswers.ts'
import { recoverLostChunks, untilWhole } from '#src/serviceWorker/chunkRecovery.ts'
import { beginHydration, endHydration, untilHydrated, useHydrationEnd } from '#src/platform/hydration.ts'
import { hasPlace } from '#src/ui/layout/useIsNear.ts'
import { untilReleased } from '#src/platform/quietMoment.ts'
import { watchTranslation } from '#src/platform/translatedPage.ts'
import { type EarlyInput, earlyInput } from './earlyInput.ts'
import { embeddedDataText, isPageCurrent, restoreEmbeddedData } from './embeddedData.ts'
import { reportUnavailable } from './reportUnavailable.ts'
import { type AppRouter, createAppRouter } from './router.tsx'
import { watchMember } from './watchMember.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element #root')
const element = root
recoverLostChunks({ isMounted: () => !Object.hasOwn(element.dataset, 'prerendered') })

// Apart: on a first visit there is nothing to restore, and nobody's session to check, before the page is shown.
const loadPersistence = () => import('#src/query/persistence.ts')

/** A page that could not be drawn stays as its document, and what does not belong to it starts all the same. */
function reportFailure(error: unknown): void {
  reportError(error)
  endHydration()
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

/** Between the steps of the start, a slow phone answers a press. */
function pause(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve)
  })
}

/** Whether the document has all that its page will show a visitor, and on most pages a member, too. */
const isComplete = () => Object.hasOwn(element.dataset, 'complete')
const isForVisitors = () => element.dataset['complete'] === 'visitors'

/**
 * Whether the document shows this very page. Others are drawn anew, and replace what is there at once: the chrome
 * around an empty page, a reward or event that the server did not have at hand, a filtered list, and a page that has to
 * be whole, to be opened at a place in it, and is not in its document.
 */
function isRendered({ pathname, search }: Location): boolean {
  const filters = new URLSearchParams(search)
  const isFiltered = listFilters.some((name) => filters.has(name))
  const isWhole = isComplete() && (!isForVisitors() || storedToken() === null)
  return element.dataset['prerendered'] === pathname && !isFiltered && (isWhole || !hasPlace())
}

/** What is drawn anew is there with its first frame; of a hydrated page, its heading tells (`PageHeading`). */
function Drawn({ children }: { children: ReactNode }) {
  useHydrationEnd()
  return children
}

/**
 * Fetches nothing before the persisted answers are there: an answer that is known is asked for as such. Nor while a
 * control is held: what comes moves the page below the pointer, and the press would be lost.
 */
function Restored({ answers, children }: { answers: Promise<void> | null; children: ReactNode }) {
  const [isRestoring, setIsRestoring] = useState(answers !== null)
  useEffect(() => {
    answers?.catch(reportUnavailable).finally(() => setIsRestoring(false))
  }, [answers])
  return <IsRestoringProvider value={isRestoring}>{children}</IsRestoringProvider>
}

/** Puts the app into the document. Resolves once it is there, or failed to render. */
async function show(app: ReactNode, isHydrated: boolean, input: EarlyInput): Promise<void> {
  if (!isHydrated || storedToken() !== null) await untilReleased()
  input.captureFocus()
  const options = { onUncaughtError: reportFailure }
  const ownHead = isHydrated ? [] : pageTags()
  if (isHydrated) {
    input.capturePress()
    startTransition(() => void hydrateRoot(element, app, options))
    await untilHydrated()
  } else {
    startTransition(() => createRoot(element, options).render(<Drawn>{app}</Drawn>))
    await untilHydrated()
    input.capturePress()
  }
  for (const tag of ownHead) tag.remove()
  delete element.dataset['prerendered']
  delete document.documentElement.dataset['member']
  input.replay()
}

/** The tags of the document's own page, which a page that is drawn anew brings as well. */
function pageTags(): Element[] {
  const tags = 'title, [rel=canonical], [rel=alternate], [property], [name=description], [name=robots], [name^=twitter]'
  return [...document.head.querySelectorAll(tags)]
}

/** Of the page; of the one that a sign-in returns to, where it was pressed before the app was there. */
function startLanguage(): Language {
  const returnTo = new URLSearchParams(location.search).get('return_to') ?? ''
  return languageOfPath(location.pathname) ?? languageOfPath(returnTo) ?? preferredLanguage()
}

/**
 * Renders the app. Not a top-level await: chunks that are loaded during it import this file's chunk, and each would
 * wait for the other.
 */
async function render(queryClient: QueryClient, router: AppRouter, session: Promise<void> | null): Promise<void> {
  const persist = async () => (await loadPersistence()).restoreAndPersist(queryClient)
  const hasAnswers = hasStoredAnswers()
  const isHydrated = isRendered(location)
  // Texts need the catalog, and offline pages need the persisted answers: a document that is hydrated was rendered
  // without them.
  await Promise.all([
    activate(startLanguage()),
    hasAnswers && !isHydrated ? persist() : undefined,
    session && untilMemberIsKnown(session),
  ])
  await pause()
  restoreEmbeddedData(queryClient, embeddedDataText(), isPageCurrent())
  await pause()
  if (isHydrated) beginHydration(Number(element.dataset['renderedAt']), isComplete())
  // The document stays visible until the app can take it over.
  if (Object.hasOwn(element.dataset, 'prerendered')) await router.load()
  // Half-internal, and tested by hydrating every page: without it, the router draws boundaries that the server's markup
  // does not have.
  if (isHydrated) router.ssr = { manifest: undefined }
  await untilWhole()
  await pause()
  const input = earlyInput(element)
  const restore = async () => {
    await untilHydrated()
    await untilReleased()
    if (hasAnswers) await persist()
  }
  const answers = isHydrated ? restore() : null
  await show(
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={queryClient}>
          <Restored answers={answers}>
            <RouterProvider router={router} />
          </Restored>
        </QueryClientProvider>
      </I18nProvider>
    </StrictMode>,
    isHydrated,
    input,
  )
  // On every page, unless it has just fetched them: in a hall without signal, the scanner needs ticket keys and
  // performances as new as possible.
  await Promise.all([untilUnhurried(), untilReleased()])
  void queryClient.prefetchQuery({ ...contentQueries.staticContents(), staleTime: performance.now() })
  if (!hasAnswers) await persist().catch(reportUnavailable)
}

/** How long the first view has a slow phone to itself, in milliseconds, unless the visitor uses the page. */
const quietTimeMs = 3000
const signsOfUse = ['scroll', 'pointerdown', 'keydown', 'focusin'] as const
const used = new Promise<void>((resolve) => {
  const options = { capture: true, passive: true, once: true }
  for (const type of signsOfUse) addEventListener(type, () => resolve(), options)
  void untilHydrated().then(() => setTimeout(resolve, quietTimeMs))
})

/**
 * A member may have scans to send. A visitor has nothing that could not wait until the page is used, or has been quiet
 * for a while.
 */
async function untilUnhurried(): Promise<void> {
  if (storedToken() === null) await Promise.all([untilHydrated(), used])
}

function start(): void {
  watchTranslation()
  // Queries believe in a network until they hear otherwise: on a page opened without one, none would ask again.
  onlineManager.setOnline(navigator.onLine)
  const queryClient = createQueryClient()
  const router = createAppRouter(queryClient)
  watchMember(queryClient, router)
  const session = storedToken() === null ? null : checkSession()
  const startRest = async () => {
    await untilHydrated()
    await untilUnhurried()
    const { startServices } = await import('./startServices.ts')
    startServices(session ?? checkSession())
  }
  render(queryClient, router, session).catch(reportFailure)
  // Also if the app failed to render: waiting scans must still be sent.
  startRest().catch(reportUnavailable)
}

// A task of its own: a slow phone takes long to evaluate the modules, and answers a press in between.
setTimeout(start)
