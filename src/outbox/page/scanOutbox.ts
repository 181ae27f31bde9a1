import { useSyncExternalStore } from 'react'
import { createListeners } from '#src/platform/listeners.ts'
import type { CallEntry } from '#src/outbox/callEntry.ts'
import { countUnsent, type UnsentCounts, visitorId } from '#src/outbox/entry.ts'
import { createOutbox } from '#src/outbox/outbox.ts'
import type { MemberRows } from '#src/outbox/rows.ts'
import { rememberedMember } from '#src/session/member.ts'

/** The scans on this device. A visitor's are made as long as nobody is signed in. */
export const scanOutbox = createOutbox({
  isSignedIn: (memberId) => (rememberedMember()?.id ?? visitorId) === memberId,
})

/**
 * A member's scans, newest first; rows that do not parse, or are of a newer app, apart: they block nothing. `calls`:
 * the member's calls that are not answered, or not told yet. `failed`: this browser's storage did not answer; the rows
 * are the last ones read.
 */
export interface Scans extends Readonly<MemberRows> {
  calls: readonly CallEntry[]
  status: 'loading' | 'ready' | 'failed'
}

/**
 * Calls the listener whenever the scans may have changed: with every change in any tab or in the worker, and when this
 * page is shown again, because a page in the background may have missed some. Returns an unsubscribe function.
 */
export function watchScans(listener: () => void): () => void {
  const events = new AbortController()
  const { signal } = events
  const onVisible = () => {
    if (document.visibilityState === 'visible') listener()
  }
  addEventListener('pageshow', listener, { signal })
  document.addEventListener('visibilitychange', onVisible, { signal })
  const unsubscribe = scanOutbox.subscribe(listener)
  return () => {
    events.abort()
    unsubscribe()
  }
}

interface ScanStore {
  subscribe: (listener: () => void) => () => void
  read: () => Scans
}

const stores = new Map<string, ScanStore>()
const emptyStore: ScanStore = createScanStore(null)

/**
 * One copy of a member's scans for all components that show them, read again whenever a tab or the worker changes one.
 */
function createScanStore(memberId: string | null): ScanStore {
  let scans: Scans = {
    status: memberId === null ? 'ready' : 'loading',
    entries: [],
    calls: [],
    unreadable: [],
    newer: 0,
  }
  let latestRead = 0
  let unsubscribe: (() => void) | undefined
  const listeners = createListeners()

  const reload = async (id: string) => {
    const read = ++latestRead
    const next = await readScans(id, scans)
    if (read !== latestRead) return
    scans = next
    listeners.notify()
  }
  return {
    read: () => scans,
    subscribe: (listener) => {
      const wasEmpty = listeners.isEmpty()
      const remove = listeners.add(listener)
      if (memberId !== null && wasEmpty) {
        unsubscribe = watchScans(() => void reload(memberId))
        void reload(memberId)
      }
      return () => {
        remove()
        if (listeners.isEmpty()) unsubscribe?.()
      }
    },
  }
}

async function readScans(memberId: string, last: Scans): Promise<Scans> {
  try {
    const [scans, calls] = await Promise.all([scanOutbox.list(memberId), scanOutbox.calls(memberId)])
    return { status: 'ready', ...scans, calls }
  } catch {
    return { ...last, status: 'failed' }
  }
}

function scanStoreFor(memberId: string | null): ScanStore {
  if (memberId === null) return emptyStore
  const existing = stores.get(memberId)
  if (existing) return existing
  const store = createScanStore(memberId)
  stores.set(memberId, store)
  return store
}

/** The scans of a member; none for null. Follows changes made in any tab and in the worker. */
export function useScans(memberId: string | null): Scans {
  const { subscribe, read } = scanStoreFor(memberId)
  return useSyncExternalStore(subscribe, read, read)
}

/** The calls of a member that are not answered, or not told yet. */
export function useCalls(memberId: string | null): readonly CallEntry[] {
  return useScans(memberId).calls
}

/** How many of the member's scans have no final answer. */
export function useUnsentCounts(memberId: string): UnsentCounts {
  return countUnsent(useScans(memberId).entries)
}
