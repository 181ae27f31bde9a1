import type { WorkboxPlugin } from 'workbox-core/types.js'

interface Limits {
  entries: number
  /** Without it, nothing grows too old. */
  days?: number
}

const day = 24 * 60 * 60 * 1000

/** Keeps a cache small: whenever something is put into it, what came first goes, down to so many entries of that age at most. */
export function keepNewest(limits: Limits): WorkboxPlugin {
  return { cacheDidUpdate: ({ cacheName }) => dropOldest(cacheName, limits) }
}

/** A cache lists its entries in the order in which they were last put. */
async function dropOldest(cacheName: string, { entries, days = Infinity }: Limits): Promise<void> {
  const cache = await caches.open(cacheName)
  const requests = await cache.keys()
  const oldest = Date.now() - days * day
  for (const [index, request] of requests.entries()) {
    const isSurplus = index < requests.length - entries
    if (!isSurplus && (await heardAt(cache, request)) >= oldest) return
    await cache.delete(request)
  }
}

/** When an entry was answered; one that does not say is taken to be new. */
async function heardAt(cache: Cache, request: Request): Promise<number> {
  const response = await cache.match(request)
  const date = Date.parse(response?.headers.get('date') ?? '')
  return Number.isNaN(date) ? Infinity : date
}
