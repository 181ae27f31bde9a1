import { useSyncExternalStore } from 'react'
import { clubClient } from '#src/auth/clubClient.ts'
import { isWaiting, type ScanEntry } from '#src/outbox/entry.ts'
import { createSender } from '#src/outbox/sender.ts'
import { createOutbox } from '#src/outbox/outbox.ts'
import { readCredentials } from '#src/storage/storedCredentials.ts'
import type { UnreadableRow } from '#src/outbox/unreadable.ts'

/** The scans on this phone, as this page sees them. */
export const scanOutbox = createOutbox()

/** Sends them. Pages call `sendNow` of flushTriggers.ts, which also keeps the timer. */
export const scanSender = createSender({ outbox: scanOutbox, client: clubClient, readCredentials })

/**
 * A member's scans, newest first. `unreadable` is what is left of rows that could not be understood: they are kept apart and
 * block nothing. `failed`: this browser's storage did not answer; the entries are the last ones read.
 */
export interface Scans {
  status: 'loading' | 'ready' | 'failed'
  entries: readonly ScanEntry[]
  unreadable: readonly UnreadableRow[]
}

interface ScanView {
  subscribe: (listener: () => void) => () => void
  read: () => Scans
}

const views = new Map<string, ScanView>()
const noScans: ScanView = viewOf(null)

/** Keeps one copy of a member's scans for all components that show them, read again whenever some tab or the worker changes one. */
function viewOf(memberId: string | null): ScanView {
  let scans: Scans = { status: memberId === null ? 'ready' : 'loading', entries: [], unreadable: [] }
  let reading = 0
  let unsubscribe: (() => void) | undefined
  const listeners = new Set<() => void>()

  const reload = async (id: string) => {
    const turn = ++reading
    const next = await readScans(id, scans)
    if (turn !== reading) return
    scans = next
    for (const listener of listeners) listener()
  }
  return {
    read: () => scans,
    subscribe: (listener) => {
      listeners.add(listener)
      if (memberId !== null && listeners.size === 1) {
        unsubscribe = scanOutbox.subscribe(() => void reload(memberId))
        void reload(memberId)
      }
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) unsubscribe?.()
      }
    },
  }
}

async function readScans(memberId: string, last: Scans): Promise<Scans> {
  try {
    return { status: 'ready', ...(await scanOutbox.list(memberId)) }
  } catch {
    return { ...last, status: 'failed' }
  }
}

function viewFor(memberId: string | null): ScanView {
  if (memberId === null) return noScans
  const known = views.get(memberId)
  if (known) return known
  const view = viewOf(memberId)
  views.set(memberId, view)
  return view
}

/** The scans of a member; of nobody (null), none. Draws again whenever a tab or the worker changes one. */
export function useScans(memberId: string | null): Scans {
  const { subscribe, read } = viewFor(memberId)
  return useSyncExternalStore(subscribe, read, read)
}

/** How many of the member's scans still wait for the server's last word. */
export function useUnsentCount(memberId: string | null): number {
  const { subscribe, read } = viewFor(memberId)
  return useSyncExternalStore(
    subscribe,
    () => read().entries.filter(isWaiting).length,
    () => 0,
  )
}
