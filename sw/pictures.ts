import { registerQuotaErrorCallback } from 'workbox-core'
import type { WorkboxPlugin } from 'workbox-core/types.js'
import { registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import { keepNewest } from './keepNewest.ts'

/** The cache of the contents' pictures. */
export const picturesCache = 'club-bravo-pictures-1'

const isPicture = (pathname: string) => pathname.startsWith('/images/')

/** A picture's path without its size and format. */
const stemOf = (address: string) => new URL(address).pathname.replace(/-\d+\.\w+$/, '')

/**
 * Caches the pictures that were shown. A URL always names the same picture, so a cached one is never fetched again.
 * When the device is full, this cache is the first to be deleted: everything else is worth more.
 */
export function cachePictures(): void {
  const strategy = new CacheFirst({
    cacheName: picturesCache,
    plugins: [onlyPictures, otherSize, keepNewest({ entries: 150, days: 60 })],
  })
  registerRoute(({ url, sameOrigin }) => sameOrigin && isPicture(url.pathname), strategy)
  registerQuotaErrorCallback(() => caches.delete(picturesCache))
}

/** Caches no error, and no captive portal's page. */
const onlyPictures: WorkboxPlugin = {
  cacheWillUpdate: ({ response }) => {
    const isPictureAnswer = response.status === 200 && (response.headers.get('content-type') ?? '').startsWith('image/')
    return Promise.resolve(isPictureAnswer ? response : null)
  },
}

/** Offline, a cached picture of another size is better than none. */
const otherSize: WorkboxPlugin = {
  handlerDidError: async ({ request }) => {
    const cache = await caches.open(picturesCache)
    const cached = await cache.keys()
    const other = cached.findLast(({ url }) => stemOf(url) === stemOf(request.url))
    return other && (await cache.match(other))
  },
}
