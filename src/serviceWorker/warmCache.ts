import { pathOf } from '#contract/endpoint.ts'
import { publicOfflineEndpoints } from '#contract/offline.ts'
import { config } from '#src/config.ts'

const cachedPaths = new Set(publicOfflineEndpoints.map((target) => pathOf(target, config.product)))

function isCachedByWorker(address: string): boolean {
  const { origin, pathname } = new URL(address)
  return origin === location.origin && (pathname.startsWith('/images/') || cachedPaths.has(pathname))
}

/**
 * Fetches again what this page had fetched before there was a worker to cache it, so that one visit is enough for
 * offline use. Pictures come from the browser's HTTP cache, and answers are revalidated there rather than sent again.
 */
export async function warmCache(): Promise<void> {
  await untilIdle()
  const fetched = new Set(performance.getEntriesByType('resource').map(({ name }) => name))
  for (const address of [...fetched].filter(isCachedByWorker)) {
    // Failed ones are cached the next time that they are shown.
    await fetch(address, { credentials: 'omit' }).catch(() => undefined)
  }
}

/** Resolves when the page is idle; at once in browsers without idle callbacks. */
function untilIdle(): Promise<void> {
  if (!('requestIdleCallback' in globalThis)) return Promise.resolve()
  return new Promise((resolve) => {
    requestIdleCallback(() => resolve())
  })
}
