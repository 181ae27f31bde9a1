import * as v from 'valibot'
import type { RouteHandlerCallback, WorkboxPlugin } from 'workbox-core/types.js'
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
  type PrecacheEntry,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { NetworkFirst } from 'workbox-strategies'
import type { Endpoint } from '#contract/endpoint.ts'
import { publicOfflineEndpoints } from '#contract/offline.ts'
import { allPageFiles, bareFile, pageFileOf } from '#contract/pages.ts'
import { keepNewest } from './keepNewest.ts'
import { picturesCache } from './pictures.ts'

/** The page that names the configuration. */
export const shell = bareFile

/** What the server answers itself: never the shell. */
const serversOwn = [/^\/(?:api|identity|images|mailbox|healthz|club-bravo\.crt)(?:[/?]|$)/]

const contentsCache = 'club-bravo-contents-1'
const detailsCache = 'club-bravo-details-1'
/** Caches that this version reads. Others with the product's name are left over from older versions. */
const ownCaches = new Set([contentsCache, detailsCache, picturesCache])

/** How long a page waits for the network before it gets the cached contents: a hall's network is often there in name only. */
const networkTimeoutSeconds = 3

/** How many answers for single rewards and events stay in the cache. */
const maxDetails = 60

/** Keeps every part of the app, and opens it from cold in every language without a network. */
export function keepShell(manifest: (PrecacheEntry | string)[]): void {
  precacheAndRoute(manifest)
  const pages = new Map(allPageFiles().map((file) => [file, createHandlerBoundToURL(file)]))
  const openPage: RouteHandlerCallback = (options) => {
    const open = pages.get(pageFileOf(options.url.pathname)) ?? createHandlerBoundToURL(shell)
    return open(options)
  }
  registerRoute(new NavigationRoute(openPage, { denylist: serversOwn }))
}

/**
 * Keeps the public contents: fresh where the network answers soon, else as they were last read. What is asked for with a member's token goes
 * to the network untouched.
 */
export function keepContents(): void {
  for (const target of publicOfflineEndpoints) {
    if (target.offline === 'detail') keep(target, detailsCache, keepNewest({ entries: maxDetails }))
    else keep(target, contentsCache)
  }
}

function keep(target: Endpoint, cacheName: string, ...plugins: WorkboxPlugin[]): void {
  const strategy = new NetworkFirst({
    cacheName,
    networkTimeoutSeconds,
    plugins: [onlyReadable(target), unlessFresh, ...plugins],
  })
  registerRoute(
    ({ url, sameOrigin, request }) =>
      sameOrigin && !request.headers.has('authorization') && isAddressOf(target, url.pathname),
    strategy,
    target.method,
  )
}

/** A page that has an answer already knows how old it is: for that one a kept answer would pass for news. */
const unlessFresh: WorkboxPlugin = {
  cachedResponseWillBeUsed: ({ request, cachedResponse }) =>
    Promise.resolve(request.cache === 'no-cache' ? null : cachedResponse),
}

function isAddressOf(target: Endpoint, pathname: string): boolean {
  const [before, after] = target.path.split('{product}')
  return pathname.startsWith(before ?? '') && pathname.endsWith(after ?? '')
}

/** An answer that is meant for one alone, or that the page would refuse (a portal's sign-in page, another version's shape), is not kept. */
function onlyReadable(target: Endpoint): WorkboxPlugin {
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

/** Deletes what older versions kept. */
export async function cleanUpCaches(): Promise<void> {
  const names = await caches.keys()
  const outdated = names.filter((name) => name.startsWith('club-bravo-') && !ownCaches.has(name))
  await Promise.all(outdated.map((name) => caches.delete(name)))
}

// Formats of the precache that older releases of Workbox wrote.
cleanupOutdatedCaches()
