import { registerQuotaErrorCallback } from 'workbox-core'
import type { WorkboxPlugin } from 'workbox-core/types.js'
import { registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import { keepNewest } from './keepNewest.ts'

/** The cache of the contents' pictures. */
export const picturesCache = 'club-bravo-pictures-1'

const isPicture = (pathname: string) => pathname.startsWith('/images/')

/** A picture's address without its size and format. */
const stemOf = (address: string) => new URL(address).pathname.replace(/-\d+\.\w+$/, '')

/**
 * Keeps the pictures that were seen. An address always shows the same picture, so what is kept is never asked for again. Where the phone is
 * full they are the first to go: everything else there is worth more.
 */
export function keepPictures(): void {
  const strategy = new CacheFirst({
    cacheName: picturesCache,
    plugins: [wholePictures, otherSize, keepNewest({ entries: 150, days: 60 })],
  })
  registerRoute(({ url, sameOrigin }) => sameOrigin && isPicture(url.pathname), strategy)
  registerQuotaErrorCallback(() => caches.delete(picturesCache))
}

/** A refusal, or the sign-in page of a hall's network, is no picture. */
const wholePictures: WorkboxPlugin = {
  cacheWillUpdate: ({ response }) => {
    const isWhole = response.status === 200 && (response.headers.get('content-type') ?? '').startsWith('image/')
    return Promise.resolve(isWhole ? response : null)
  },
}

/** Without a network a picture that was seen in another size is better than none. */
const otherSize: WorkboxPlugin = {
  handlerDidError: async ({ request }) => {
    const cache = await caches.open(picturesCache)
    const kept = await cache.keys()
    const other = kept.findLast(({ url }) => stemOf(url) === stemOf(request.url))
    return other && (await cache.match(other))
  },
}
