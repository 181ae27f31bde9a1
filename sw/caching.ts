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
import { instrumentList, staticContents } from '#contract/content.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { allPageFiles, bareFile, pageFileOf } from '#contract/pages.ts'

/** The page that names the configuration. */
export const shell = bareFile

/** What the server answers itself: never the shell. */
const serversOwn = [/^\/(?:api|identity|images|mailbox|healthz|club-bravo\.crt)(?:[/?]|$)/]

const contentsCache = 'club-bravo-contents-1'
/** Caches that this version reads. Others with the product's name are left over from older versions. */
const ownCaches = new Set([contentsCache])

/** How long a page waits for fresh contents before it is given the kept ones: a hall's network is often there in name only. */
const patienceSeconds = 3

/** Public answers that the app shows offline. */
const keptEndpoints: readonly Endpoint[] = [staticContents, instrumentList]

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

/** Keeps the public contents: fresh where the network answers soon, else as they were last read. Member answers are never kept. */
export function keepContents(): void {
  for (const target of keptEndpoints) {
    const strategy = new NetworkFirst({
      cacheName: contentsCache,
      networkTimeoutSeconds: patienceSeconds,
      plugins: [onlyReadable(target)],
    })
    registerRoute(({ url, sameOrigin }) => sameOrigin && isAddressOf(target, url.pathname), strategy, target.method)
  }
}

function isAddressOf(target: Endpoint, pathname: string): boolean {
  const [before, after] = target.path.split('{product}')
  return pathname.startsWith(before ?? '') && pathname.endsWith(after ?? '')
}

/** An answer that the page would refuse (a portal's sign-in page, another version's shape) never replaces a good one. */
function onlyReadable(target: Endpoint): WorkboxPlugin {
  return {
    cacheWillUpdate: async ({ response }) => {
      if (response.status !== 200) return null
      try {
        const body: unknown = await response.clone().json()
        return v.is(target.answer, body) ? response : null
      } catch {
        return null
      }
    },
  }
}

/** Deletes what older versions kept. */
export async function cleanUpCaches(): Promise<void> {
  const names = await caches.keys()
  const outdated = names.filter((name) => name.startsWith('club-bravo-') && !ownCaches.has(name))
  await Promise.all(outdated.map((name) => caches.delete(name)))
}

// Formats of the precache that older releases of Workbox wrote.
cleanupOutdatedCaches()
