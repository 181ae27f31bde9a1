/** Workers have no `persist`, and insecure pages no storage manager. */
interface Persistable {
  persisted?: () => Promise<boolean>
  persist?: () => Promise<boolean>
}

let requested = false

/**
 * Asks the browser, once per page, not to evict this site's storage when space runs short. Some browsers show a prompt, so this is called
 * at the first scan rather than the first visit. Never rejects; does nothing in a worker.
 */
export async function requestPersistentStorage(): Promise<void> {
  if (requested) return
  requested = true
  const storage: Persistable | undefined = globalThis.navigator?.storage
  try {
    if (!(await storage?.persisted?.())) await storage?.persist?.()
  } catch {
    // The scan itself is saved; without persistence the browser may evict it when space runs short.
  }
}
