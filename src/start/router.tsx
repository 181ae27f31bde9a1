import type { QueryClient } from '@tanstack/react-query'
import { createBrowserHistory, createRouter, type RouterHistory } from '@tanstack/react-router'
import { ErrorPage } from '#src/features/chrome/ErrorPage.tsx'
import { PendingPage } from '#src/features/chrome/PendingPage.tsx'
import { parseSearch, stringifySearch } from '#src/platform/searchParameters.ts'
import { ClubNotFound } from '#src/routes/-ClubChrome.tsx'
import { routeTree } from '#src/routeTree.gen.ts'
import { hasPlace } from '#src/ui/layout/useIsNear.ts'
import { wantsLessMotion } from '#src/ui/pictures/useReducedMotion.ts'

/**
 * A fresh page is at its top, or where a visitor has scrolled the prerendered one: the first render leaves that as it
 * is. To ask or to set the position then would lay the page out in the middle of the start. A page that has a place
 * gets it back, unless the browser has found it in the prerendered page, which may be too short for it.
 */
function keepEarlyScroll(): () => boolean {
  // About the end: it moves while fonts and pictures come.
  const end = document.documentElement.scrollHeight - innerHeight / 4
  const wasTooShort = hasPlace() && scrollY + innerHeight >= end
  let isFirst = true
  return () => {
    const isRestored = !isFirst || (hasPlace() && (scrollY === 0 || wasTooShort))
    isFirst = false
    return isRestored
  }
}

/**
 * The router knows of the positions that it has seen change. One to which a visitor has scrolled the prerendered page
 * came before it, and is told once the page is laid out.
 */
function tellOfEarlyScroll(router: Pick<AppRouter, 'subscribe'>): void {
  const stop = router.subscribe('onRendered', () => {
    stop()
    requestAnimationFrame(() => setTimeout(() => scrollY > 0 && document.dispatchEvent(new Event('scroll'))))
  })
}

function listen(...[type, listener, options]: Parameters<typeof addEventListener>): void {
  if (type !== 'beforeunload') addEventListener(type, listener, options)
}

/**
 * Without the router's listener to `beforeunload`, which no page needs: Firefox keeps no page with one in its page
 * cache.
 */
function browserHistory(): RouterHistory {
  const { history, location, document } = window
  return createBrowserHistory({ window: { history, location, document, addEventListener: listen } })
}

/**
 * The router with the shared parts of every route: pages for pending, failed and unknown routes, and the query client.
 *
 * @param history a memory history for rendering documents; by default the browser's
 * @param isChromeAlone whether to render what is around a page, without the page
 */
export function createAppRouter(queryClient: QueryClient, history?: RouterHistory, isChromeAlone = false) {
  const router = createRouter({
    routeTree,
    history: history ?? browserHistory(),
    context: { queryClient, isChromeAlone },
    parseSearch,
    stringifySearch,
    scrollRestoration: history ? false : keepEarlyScroll(),
    // The first page has nothing to fade from.
    defaultViewTransition: {
      types: ({ fromLocation, pathChanged }) => (fromLocation && pathChanged && !wantsLessMotion() ? [] : false),
    },
    defaultRemountDeps: ({ params }) => ({ ...params, lang: undefined }),
    defaultPendingComponent: PendingPage,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: ClubNotFound,
  })
  if (!history) tellOfEarlyScroll(router)
  return router
}

export type AppRouter = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  /** Facts about a route for the rest of the app. */
  interface StaticDataRouteOption {
    /** Only members see it: it is left when the member has signed out. */
    needsMember?: true
    /** The page asks for the sign-in itself, so the member is not redirected away from it. */
    asksForSignIn?: true
    /** The member is in the middle of a scan: no update, in any tab, may interrupt it. */
    isScanInProgress?: true
  }
  interface Register {
    router: AppRouter
  }
}
