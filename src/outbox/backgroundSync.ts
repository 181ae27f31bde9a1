/** The tag of the worker's `sync` event that sends the scans on this device. */
export const syncTag = 'scans'

interface SyncManager {
  register: (tag: string) => Promise<void>
}

function hasSync(registration: object): registration is { sync: SyncManager } {
  return 'sync' in registration
}

/** Whether this browser can send the scans of this device while the app is closed. Others send once it is opened. */
export function sendsWhileClosed(): boolean {
  return typeof ServiceWorkerRegistration !== 'undefined' && hasSync(ServiceWorkerRegistration.prototype)
}

/**
 * Asks the browser to wake the worker once there is a network, even with no window open. Resolves to false if the
 * browser has no Background Sync or refuses it; the page then sends without the worker. Source: WICG Background Sync.
 */
export async function requestBackgroundSync(registration: ServiceWorkerRegistration): Promise<boolean> {
  if (!hasSync(registration)) return false
  try {
    await registration.sync.register(syncTag)
    return true
  } catch {
    return false
  }
}
