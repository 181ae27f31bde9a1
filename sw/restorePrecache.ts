import type { PrecacheEntry } from 'workbox-precaching'
import { rootPageFile } from '#contract/pages.ts'
import { fillPrecache, precache } from './precache.ts'
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
  try {
    if (!(await precache.matchPrecache(rootPageFile))) await fillPrecache(files)
  } catch {
    // Without a network, or once a newer version has replaced the files, which installs a worker of its own.
    return
  }
  if (hasStaticRoutes() && !(await hasStartPages(files))) await copyStartPages(files)
}
