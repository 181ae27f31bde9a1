import * as v from 'valibot'
import type { RouteHandlerCallback, WorkboxPlugin } from 'workbox-core/types.js'
import { type PrecacheEntry, PrecacheRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { NetworkFirst } from 'workbox-strategies'
import type { Endpoint } from '#contract/endpoint.ts'
import { publicOfflineEndpoints } from '#contract/offline.ts'
import { chromeFileOf, pageFileOf, rootPageFile } from '#contract/pages.ts'
import { keepNewest } from './keepNewest.ts'
import { picturesCache } from './pictures.ts'
import { fillPrecache, findDocument, precache } from './precache.ts'
import { restorePrecache } from './restorePrecache.ts'
import { addStaticRoutes, copyStartPages, hasStaticRoutes, startPagesCache } from './staticRoutes.ts'

declare const self: ServiceWorkerGlobalScope

/** The page that holds the configuration. */
export const shellPage = rootPageFile

/** Paths that the server answers itself: the worker never serves the app's pages there. */
const serverPaths = [
  /^\/(?:api|identity|payment-simulator|images|mailbox|staff|livez|readyz)(?:[/?]|$)/,
  /^\/(?:\.well-known\/|robots\.txt|sitemap\.xml|club-bravo\.crt)/,
]

const contentsCache = 'club-bravo-contents-1'
const detailsCache = 'club-bravo-details-1'

/**
 * How long a page waits for the network before it gets the cached contents: the network in a concert hall is often
 * connected but unusable.
 */
const networkTimeoutSeconds = 3

/** How many answers for single rewards and events stay in the cache. */
const maxDetails = 60

/** Precaches the app, and serves its pages from the cache, offline as well. */
export function precacheApp(manifest: PrecacheEntry[]): void {
  precache.addToCacheList(manifest)
  self.addEventListener('install', (event) => event.waitUntil(install(event, manifest)))
  // Also when the page itself came without the worker (staticRoutes.ts): what it then asks for does not.
  self.addEventListener('fetch', (event) => event.waitUntil(restorePrecache(manifest)))

  registerRoute(new PrecacheRoute(precache))
  const openPage: RouteHandlerCallback = async ({ url: { pathname }, request }) => {
    const page = await findDocument(manifest, pageFileOf(pathname), networkTimeoutSeconds)
    // Offline, the app draws what was never visited. Lost, and replaced on the server by a newer version: the network
    // has that.
    return page ?? (await precache.matchPrecache(chromeFileOf(pathname))) ?? fetch(request)
  }
  registerRoute(new NavigationRoute(openPage, { denylist: serverPaths }))
}

async function install(event: ExtendableEvent, manifest: PrecacheEntry[]): Promise<void> {
  await fillPrecache(manifest)
  if (!hasStaticRoutes()) return
  await copyStartPages(manifest)
  await addStaticRoutes(event, manifest)
}

/**
 * Caches the public answers that the contract declares `offline`: network first, the cached answer after a timeout.
 * Requests with a member's token go to the network untouched.
 */
export function cacheContents(): void {
  for (const target of publicOfflineEndpoints) {
    if (target.offline === 'detail') cacheAnswers(target, detailsCache, keepNewest({ entries: maxDetails }))
    else cacheAnswers(target, contentsCache)
  }
}

function cacheAnswers(target: Endpoint, cacheName: string, ...plugins: WorkboxPlugin[]): void {
  const strategy = new NetworkFirst({
    cacheName,
    networkTimeoutSeconds,
    plugins: [onlyValidPublic(target), skipCacheOnRefresh, ...plugins],
  })
  registerRoute(
    ({ url, sameOrigin, request }) =>
      sameOrigin && !request.headers.has('authorization') && isAddressOf(target, url.pathname),
    strategy,
    target.method,
  )
}

/** A page that refreshes an answer knows its age: to that page, the cached answer would look new. */
const skipCacheOnRefresh: WorkboxPlugin = {
  cachedResponseWillBeUsed: ({ request, cachedResponse }) =>
    Promise.resolve(request.cache === 'no-cache' ? null : cachedResponse),
}

function isAddressOf(target: Endpoint, pathname: string): boolean {
  const [before, after] = target.path.split('{product}')
  return pathname.startsWith(before ?? '') && pathname.endsWith(after ?? '')
}

/** Caches no private answer, and none that the page would reject (a captive portal's page, another version's shape). */
function onlyValidPublic(target: Endpoint): WorkboxPlugin {
  return {
    cacheWillUpdate: async ({ response }) => {
      if (response.status !== 200 || isPrivate(response)) return null
      try {
        const body: unknown = await response.clone().json()
        return v.is(target.answer, body) ? response : null
      } catch {
        return null
      }
    },
  }
}

function isPrivate({ headers }: Response): boolean {
  return (headers.get('cache-control') ?? '').includes('no-store')
}

/** Deletes what older versions have left: files, and caches with the product's prefix. */
export async function deleteOldCaches(event: ExtendableEvent, manifest: readonly PrecacheEntry[]): Promise<void> {
  await precache.activate(event)
  const current = new Set([contentsCache, detailsCache, picturesCache, startPagesCache(manifest)])
  const names = await caches.keys()
  const outdated = names.filter((name) => name.startsWith('club-bravo-') && !current.has(name))
  await Promise.all(outdated.map((name) => caches.delete(name)))
}
