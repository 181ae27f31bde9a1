/** The tag of the worker's `sync` event that sends the scans on this phone. */
export const syncTag = 'scans'

interface SyncManager {
  register: (tag: string) => Promise<void>
}

function hasSync(registration: object): registration is { sync: SyncManager } {
  return 'sync' in registration
}

/**
 * Asks the browser to wake the worker once there is a network, even with no window open. A bonus: resolves to false where
 * the browser has no Background Sync or refuses it, and the page sends alone. Source: WICG Background Sync.
 */
export async function askForSync(registration: ServiceWorkerRegistration): Promise<boolean> {
  if (!hasSync(registration)) return false
  try {
    await registration.sync.register(syncTag)
    return true
  } catch {
    return false
  }
}
