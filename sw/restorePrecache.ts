import type { PrecacheEntry } from 'workbox-precaching'
import { rootPageFile } from '#contract/pages.ts'
import { precache } from './precache.ts'
import { copyStartPages, hasStartPages, hasStaticRoutes } from './staticRoutes.ts'

let restoring: Promise<void> | undefined

/**
 * Fetches the app's files again where the browser, or a person who cleans up, has deleted the caches and left the
 * worker: it fills its caches at its installation only, and the app would never again open offline.
 *
 * @param files the precached files, with their hashes
 */
export async function restorePrecache(files: readonly PrecacheEntry[]): Promise<void> {
  restoring ??= restore(files).finally(() => {
    restoring = undefined
  })
  await restoring
}

async function restore(files: readonly PrecacheEntry[]): Promise<void> {
  if (!(await precache.matchPrecache(rootPageFile)) && !(await fetchAll(files))) return
  if (hasStaticRoutes() && !(await hasStartPages(files))) await copyStartPages(files)
}

/** Returns whether all files are there. */
async function fetchAll(files: readonly PrecacheEntry[]): Promise<boolean> {
  const cache = await caches.open(precache.strategy.cacheName)
  // The page that shows whether all is there comes last: what is interrupted begins again with the next visit.
  const inOrder = files.toSorted((one, other) => Number(isRootPage(one)) - Number(isRootPage(other)))
  for (const { url, integrity = '' } of inOrder) {
    const response = await fetch(url, { cache: 'no-cache', integrity }).catch(() => null)
    // Without a network, or once a newer version has replaced the files, which installs a worker of its own.
    if (response?.ok !== true) return false
    await cache.put(precache.getCacheKeyForURL(url) ?? url, response)
  }
  return true
}

function isRootPage({ url }: PrecacheEntry): boolean {
  return `/${url}` === rootPageFile
}
