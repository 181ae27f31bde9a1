/** Workers have no `persist`, and pages without a secure context no storage manager at all. */
interface Persistable {
  persisted?: () => Promise<boolean>
  persist?: () => Promise<boolean>
}

let asked = false

/**
 * Asks the browser, once in the life of a page, not to clear this site's storage when space runs short. Browsers that want to
 * ask the person do so now: this belongs to the first scan, not to the first visit. Never rejects; does nothing in a worker.
 */
export async function requestPersistentStorage(): Promise<void> {
  if (asked) return
  asked = true
  const storage: Persistable | undefined = globalThis.navigator?.storage
  try {
    if (!(await storage?.persisted?.())) await storage?.persist?.()
  } catch {
    // The scan itself is saved: how long a browser in need of space keeps it is up to the browser.
  }
}
