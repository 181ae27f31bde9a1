import type { PrecacheController } from 'workbox-precaching'
import { languages } from '#contract/language.ts'
import { cardPage, pageFileOf } from '#contract/pages.ts'

/** The pages from which an installed app is opened. */
const startAddresses = languages.flatMap((lang) => ['', `/${cardPage}`, '/scanner'].map((page) => `/${lang}${page}`))

/** A rule by which the browser answers a request itself. Source: Service Workers, Static Routing API. */
interface RouterRule {
  condition: { urlPattern: URLPatternInit; requestMethod: 'GET'; requestMode?: 'navigate' }
  source: { cacheName: string }
}
type URLPatternInit = Record<'pathname' | 'search', string>
type RoutingInstallEvent = ExtendableEvent & { addRoutes?: (rules: RouterRule[]) => Promise<void> }

const cachePrefix = 'start-pages-'

/** The cache of this version: a new version fills its own while this one is still in use. */
function cacheNameOf(precache: PrecacheController): string {
  const keys = startAddresses.map((address) => precache.getCacheKeyForURL(pageFileOf(address)) ?? '')
  const revisions = keys.map((key) => new URL(key, location.href).searchParams.get('__WB_REVISION__') ?? '')
  return cachePrefix + [...new Set(revisions)].map((revision) => revision.slice(0, 6)).join('')
}

/**
 * Lets the browser answer for the app's files and the pages of its start from the caches, without starting the worker, which takes a slow
 * phone longer than drawing the page. Called while the worker installs. Browsers without it ask the worker, as for every other page.
 */
export async function routeStartPages(event: RoutingInstallEvent, precache: PrecacheController): Promise<void> {
  if (!event.addRoutes) return
  const cacheName = cacheNameOf(precache)
  const page = (pathname: string): RouterRule => ({
    // Exactly this address: a cache has no answer for one with parameters, and the browser would then ask the network.
    condition: { urlPattern: { pathname, search: '' }, requestMethod: 'GET', requestMode: 'navigate' },
    source: { cacheName },
  })
  const files: RouterRule = {
    condition: { urlPattern: { pathname: '/assets/*', search: '' }, requestMethod: 'GET' },
    source: { cacheName: precache.strategy.cacheName },
  }
  // A browser that refuses the rules asks the worker, as one without them.
  await event.addRoutes([files, ...startAddresses.map(page)]).catch(() => undefined)
}

/** Copies the pages to their addresses. Called when the files are cached. */
export async function keepStartPages(precache: PrecacheController): Promise<void> {
  const cache = await caches.open(cacheNameOf(precache))
  for (const address of startAddresses) {
    const response = await precache.matchPrecache(pageFileOf(address))
    if (response) await cache.put(address, response)
  }
}

/** Deletes the copies of older versions. */
export async function deleteOldStartPages(precache: PrecacheController): Promise<void> {
  const current = cacheNameOf(precache)
  const outdated = (await caches.keys()).filter((name) => name.startsWith(cachePrefix) && name !== current)
  await Promise.all(outdated.map((name) => caches.delete(name)))
}
