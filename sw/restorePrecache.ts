import { cacheNames } from 'workbox-core'
import { getCacheKeyForURL, matchPrecache } from 'workbox-precaching'
import { rootPageFile } from '#contract/pages.ts'

let restoring: Promise<void> | undefined

/**
 * Fetches the app's files again where the browser, or a person who cleans up, has deleted the caches and left the worker: it fills its cache
 * at its installation only, and the app would never again open offline.
 *
 * @param files the addresses of the precached files
 */
export async function restorePrecache(files: readonly string[]): Promise<void> {
  restoring ??= restore(files).finally(() => {
    restoring = undefined
  })
  await restoring
}

async function restore(files: readonly string[]): Promise<void> {
  if (await matchPrecache(rootPageFile)) return
  const cache = await caches.open(cacheNames.precache)
  // The page that shows whether all is there comes last: what is interrupted begins again with the next visit.
  const inOrder = files.toSorted((one, other) => Number(isRootPage(one)) - Number(isRootPage(other)))
  for (const file of inOrder) {
    const response = await fetch(file, { cache: 'no-cache' }).catch(() => null)
    // Without a network, or once a newer version has replaced the files, which installs a worker of its own.
    if (response?.ok !== true) return
    await cache.put(getCacheKeyForURL(file) ?? file, response)
  }
}

function isRootPage(file: string): boolean {
  return `/${file}`.endsWith(rootPageFile)
}
