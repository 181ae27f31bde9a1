import { createListeners } from '#src/platform/listeners.ts'

/** Workers have no `persist`, and insecure pages no storage manager. */
interface Persistable {
  persisted?: () => Promise<boolean>
  persist?: () => Promise<boolean>
}

/**
 * Whether the browser keeps what this site stores.
 *
 * - unknown: it has not said yet.
 * - persistent: until the person deletes it.
 * - evictable: it may delete it: at the end of a private window, when space runs short, in Safari after seven days
 *   without a visit.
 */
export type Persistence = 'unknown' | 'persistent' | 'evictable'

let persistence: Persistence = 'unknown'
/** What a person does that makes the stored data worth keeping. */
type PersistenceReason = 'first_scan' | 'installation'

const requested = new Set<PersistenceReason>()
const listeners = createListeners()

/** What is known of the browser’s promise to keep what is stored; `unknown` until it was asked. */
export function storagePersistence(): Persistence {
  return persistence
}

/** Calls the listener when `storagePersistence` changes. Returns an unsubscribe function. */
export function watchPersistence(listener: () => void): () => void {
  return listeners.add(listener)
}

/** Finds out whether storage is persistent, without asking for it. Never rejects. */
export async function checkPersistence(): Promise<void> {
  await settle(async (storage) => (await storage.persisted?.()) ?? false)
}

/**
 * Asks the browser not to evict this site's storage, once per page for each reason: browsers that refuse a website
 * agree once it is installed. Some show a prompt, so this is called at the first scan and at the installation rather
 * than at the first visit. Never rejects; does nothing in a worker.
 */
export async function requestPersistentStorage(reason: PersistenceReason): Promise<void> {
  if (requested.has(reason)) return
  requested.add(reason)
  await settle(async (storage) => (await storage.persisted?.()) || ((await storage.persist?.()) ?? false))
}

async function settle(ask: (storage: Persistable) => Promise<boolean>): Promise<void> {
  const storage: Persistable = globalThis.navigator?.storage ?? {}
  const isPersistent = await ask(storage).catch(() => false)
  const next = isPersistent ? 'persistent' : 'evictable'
  if (next === persistence) return
  persistence = next
  listeners.notify()
}
