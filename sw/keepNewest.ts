import type { WorkboxPlugin } from 'workbox-core/types.js'

interface Limits {
  entries: number
  /** Maximum age; without it, age does not matter. */
  days?: number
}

const day = 24 * 60 * 60 * 1000

/** Limits a cache: each put deletes the oldest entries beyond these limits. */
export function keepNewest(limits: Limits): WorkboxPlugin {
  return { cacheDidUpdate: ({ cacheName }) => deleteOldest(cacheName, limits) }
}

/** A cache lists its entries in the order in which they were last put. */
async function deleteOldest(cacheName: string, { entries, days = Infinity }: Limits): Promise<void> {
  const cache = await caches.open(cacheName)
  const requests = await cache.keys()
  const oldest = Date.now() - days * day
  for (const [index, request] of requests.entries()) {
    const isSurplus = index < requests.length - entries
    if (!isSurplus && (await answeredAt(cache, request)) >= oldest) return
    await cache.delete(request)
  }
}

/** When an entry was answered, in milliseconds since 1970; an entry without a date counts as new. */
async function answeredAt(cache: Cache, request: Request): Promise<number> {
  const response = await cache.match(request)
  const date = Date.parse(response?.headers.get('date') ?? '')
  return Number.isNaN(date) ? Infinity : date
}
