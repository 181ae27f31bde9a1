import { get, promisifyRequest, type UseStore } from 'idb-keyval'
import * as v from 'valibot'
import { Language } from '#contract/language.ts'
import { openDurableStore } from '#src/storage/durableStore.ts'
import { whileClosedDatabase } from '#src/storage/names.ts'

/** What the worker knows for the time while no page is open. */
const WhileClosed = v.object({
  // The stored format.
  /** The language that the app was used in last; null before it is known. */
  lang: v.fallback(v.nullable(Language), null),
  /** Whether the app has been opened as an installed one, so that it has an icon of its own. */
  isInstalled: v.fallback(v.boolean(), false),
  /**
   * Whether to ask the person about notifications: `due` once the worker has added points while no page was open,
   * `answered` for good after a yes or a no.
   */
  question: v.fallback(v.picklist(['early', 'due', 'answered']), 'early'),
})
type WhileClosed = v.InferOutput<typeof WhileClosed>

const key = 'facts'
const store = openDurableStore(whileClosedDatabase)

function parse(row: unknown): WhileClosed {
  const parsed = v.safeParse(WhileClosed, row)
  return parsed.success ? parsed.output : { lang: null, isInstalled: false, question: 'early' }
}

/** @throws StorageError, as the others */
export async function readWhileClosed(own: UseStore = store): Promise<WhileClosed> {
  return parse(await get<unknown>(key, own))
}

/** An app that was installed counts as such, also while it is open in a tab. */
export function rememberPage(page: Pick<WhileClosed, 'lang' | 'isInstalled'>, own: UseStore = store): Promise<void> {
  return change(own, (facts) => ({ ...facts, lang: page.lang, isInstalled: facts.isInstalled || page.isInstalled }))
}

/** Points were added while no page was open: from now on the question makes sense. An answer stays. */
export function noteAddedUnseen(own: UseStore = store): Promise<void> {
  return change(own, (facts) => ({ ...facts, question: facts.question === 'early' ? 'due' : facts.question }))
}

/** The person has said yes or no, and is never asked again. */
export function noteAnswered(own: UseStore = store): Promise<void> {
  return change(own, (facts) => ({ ...facts, question: 'answered' }))
}

function change(own: UseStore, decide: (facts: WhileClosed) => WhileClosed): Promise<void> {
  return own('readwrite', async (rows) => {
    const row = await promisifyRequest<unknown>(rows.get(key))
    await promisifyRequest(rows.put(decide(parse(row)), key))
  })
}

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

/**
 * Shows on the icon of the installed app how many scans wait; 0 removes the mark. For page and worker. Does nothing in
 * browsers without such marks, and never rejects: the app shows the number itself.
 */
export async function showOnIcon(waiting: number): Promise<void> {
  if (!('setAppBadge' in navigator)) return
  try {
    await (waiting > 0 ? navigator.setAppBadge(waiting) : navigator.clearAppBadge())
  } catch {
    return
  }
}
