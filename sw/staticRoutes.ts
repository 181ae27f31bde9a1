import type { PrecacheEntry } from 'workbox-precaching'
import { pageFileOf, startPaths } from '#contract/pages.ts'
import { precache } from './precache.ts'

/** The Static Routing API of service workers, which TypeScript's library lacks. */
interface InstallEvent extends ExtendableEvent {
  addRoutes?: (rules: RouterRule[]) => Promise<void>
}
declare const InstallEvent: (new () => InstallEvent) | undefined

interface RouterRule {
  condition: { urlPattern: URLPatternInit; requestMethod?: 'get'; requestMode?: 'navigate' }
  source: { cacheName: string }
}

/**
 * The cache of the start pages, by their addresses. Each version has its own, so that a version's pages never load the
 * files of another: the routes of the version that waits hold once it is active.
 */
export function startPagesCache(manifest: readonly PrecacheEntry[]): string {
  const files = new Set(startPaths().map(pageFileOf))
  const revisions = manifest.filter(({ url }) => files.has(`/${url}`)).map(({ revision }) => revision?.slice(0, 6))
  return `club-bravo-pages-${revisions.join('-')}`
}

/**
 * Whether the browser answers from its caches by itself. Where it does not, the worker answers, and no page is stored
 * twice.
 */
export function hasStaticRoutes(): boolean {
  return typeof InstallEvent === 'function' && 'addRoutes' in InstallEvent.prototype
}

/**
 * Lets the browser answer the start pages, and the files that they load, from the caches without the worker, whose
 * start takes an old phone longer than the page itself. What a cache does not have comes from the network.
 */
export async function addStaticRoutes(event: InstallEvent, manifest: readonly PrecacheEntry[]): Promise<void> {
  const pages = { cacheName: startPagesCache(manifest) }
  await event.addRoutes?.([
    ...startPaths().map((pathname): RouterRule => ({
      condition: { urlPattern: { pathname, search: '' }, requestMethod: 'get', requestMode: 'navigate' },
      source: pages,
    })),
    { condition: { urlPattern: { pathname: '/assets/*' } }, source: { cacheName: precache.strategy.cacheName } },
  ])
}

/** Whether all start pages are at their addresses. */
export async function hasStartPages(manifest: readonly PrecacheEntry[]): Promise<boolean> {
  return (await caches.match('/', { cacheName: startPagesCache(manifest) })) !== undefined
}

/**
 * Copies the start pages, once all files are precached, to their addresses, where a browser's own look-up finds them.
 */
export async function copyStartPages(manifest: readonly PrecacheEntry[]): Promise<void> {
  const cache = await caches.open(startPagesCache(manifest))
  for (const path of startPaths()) {
    const page = await precache.matchPrecache(pageFileOf(path))
    if (page) await cache.put(path, page)
  }
}
