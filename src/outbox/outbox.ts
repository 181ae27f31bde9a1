import type { UseStore } from 'idb-keyval'
import { type ChangeChannel, openChangeChannel } from './changeChannel.ts'
import { type Clock, phoneClock } from './clock.ts'
import {
  capturedEntry,
  confirmedEntry,
  isRemovable,
  isRetakable,
  isWaiting,
  restartedEntry,
  type ScanEntry,
} from './entry.ts'
import { requestPersistentStorage } from '#src/storage/persistentStorage.ts'
import {
  addRow,
  alterRow,
  type Decide,
  type MemberRows,
  readRow,
  readRows,
  removeUnreadableRow,
  restoreRow,
  type RowChange,
  salvageRow,
  removeWaiting,
} from './rows.ts'
import { openDurableStore, StorageError, type StorageFault } from '#src/storage/durableStore.ts'

interface Failed {
  kind: 'failed'
  cause: StorageFault
}

/**
 * What came of a scan.
 *
 * - saved: committed to this phone.
 * - repeated: the same code was read moments ago: it is that scan.
 * - known: the code is among the member's scans already.
 * - failed: it could not be kept, and nothing was sent.
 */
export type AddOutcome = { kind: 'saved' | 'repeated' | 'known'; entry: ScanEntry } | Failed

/** What came of a change to a scan. */
export type ChangeOutcome = RowChange | Failed

export type DiscardOutcome = { kind: 'done'; count: number } | Failed

export type RemoveOutcome = { kind: 'done' } | { kind: 'missing' } | Failed

/** The scans on this phone. Reading rejects with a `StorageError` where storage fails; changing resolves to a value that says so. */
export interface Outbox {
  /** Keeps a code of 1 to 2,048 bytes for a member; resolves once it is committed. Throws on any other code. */
  add: (scan: { memberId: string; code: string }) => Promise<AddOutcome>
  /** A member's scans, newest first, and what is left of rows that could not be read. */
  list: (memberId: string) => Promise<MemberRows>
  /** One of the member's scans, null where there is none (or it cannot be read). */
  get: (memberId: string, id: string) => Promise<ScanEntry | null>
  /** The member has confirmed at the preview. Nothing changes on a scan whose points have been claimed meanwhile. */
  confirm: (memberId: string, id: string) => Promise<ChangeOutcome>
  /** Retake: takes out a scan that is neither confirmed nor settled. */
  discard: (memberId: string, id: string) => Promise<ChangeOutcome>
  /** Sends a stuck or waiting scan again from the start of its patience. */
  retry: (memberId: string, id: string) => Promise<ChangeOutcome>
  /** Takes a refused or stuck scan out of the history. */
  remove: (memberId: string, id: string) => Promise<ChangeOutcome>
  /** Takes out a row that cannot be read: the member's own, or one that does not say whose it is. */
  removeUnreadable: (memberId: string, key: IDBValidKey) => Promise<RemoveOutcome>
  /** Makes a new scan of a row of the member's that cannot be read, where its code still can. `done` has the entry of that code. */
  salvage: (memberId: string, key: IDBValidKey) => Promise<ChangeOutcome>
  /** How many of a member's scans still wait for the server's last word. */
  countUnsent: (memberId: string) => Promise<number>
  /** Takes out all of a member's scans that still wait. */
  discardUnsent: (memberId: string) => Promise<DiscardOutcome>
  /**
   * Compare and set, in one transaction: `decide` gets the entry as it stands now, and gives the entry to put in its place or null
   * to refuse. It may run twice and must come to the same. `quietly`: nobody is told.
   */
  change: (id: string, decide: (entry: ScanEntry) => ScanEntry | null, how?: 'quietly') => Promise<ChangeOutcome>
  /**
   * Keeps the fact that points were claimed by a scan whose row was taken out while it was being sent. A newer scan of the
   * same code that still waits receives it; where there is none, the row comes back.
   */
  restore: (claimed: ScanEntry) => Promise<ChangeOutcome>
  /** Hears of every change, made in whichever tab or worker. */
  subscribe: (listener: () => void) => () => void
}

export interface OutboxSettings {
  store?: UseStore
  clock?: Clock
  newId?: () => string
  changes?: ChangeChannel
}

/** Within how many milliseconds a code that is read again is the same scan. */
const sameScan = 5000

/** Opens the outbox of this browser. Nothing is read before the first use. */
export function createOutbox({
  store = openDurableStore('club-bravo-scans'),
  clock = phoneClock,
  newId = () => crypto.randomUUID(),
  changes = openChangeChannel('club-bravo-scans'),
}: OutboxSettings = {}): Outbox {
  const sightings = new Map<string, number>()

  /** Was this code read within the last seconds? By the clock that nobody can set, where this tab has seen it before. */
  const seenJustNow = (known: ScanEntry, sighting: string) => {
    const last = sightings.get(sighting)
    const age = last === undefined ? clock.now() - known.capturedAt : clock.elapsed() - last
    return age >= 0 && age < sameScan
  }

  const alter = async (id: string, decide: Decide, how?: 'quietly') => {
    const outcome = await guarded(() => store('readwrite', (rows) => alterRow(rows, id, decide)))
    if (outcome.kind === 'done' && how !== 'quietly') changes.post()
    return outcome
  }
  /** Tells everybody of what was done. */
  const posted = <Outcome extends { kind: string }>(outcome: Outcome): Outcome => {
    if (outcome.kind === 'done') changes.post()
    return outcome
  }
  const alterOwn = (memberId: string, id: string, decide: Decide) =>
    alter(id, (entry) => (entry.memberId === memberId ? decide(entry) : 'not here'))

  return {
    async add({ memberId, code }) {
      const entry = capturedEntry({ id: newId(), memberId, code, capturedAt: clock.now() })
      const kept = await guarded(() => store('readwrite', (rows) => addRow(rows, entry)))
      if (kept.kind === 'failed') return kept
      const sighting = JSON.stringify([memberId, code])
      const repeated = seenJustNow(kept.entry, sighting)
      sightings.set(sighting, clock.elapsed())
      if (kept.entry.id !== entry.id) return { kind: repeated ? 'repeated' : 'known', entry: kept.entry }
      changes.post()
      void requestPersistentStorage()
      return { kind: 'saved', entry }
    },

    async list(memberId) {
      const { entries, unreadable } = await store('readonly', (rows) => readRows(rows, memberId))
      return { entries: entries.toSorted((one, other) => other.capturedAt - one.capturedAt), unreadable }
    },
    async get(memberId, id) {
      const row = await store('readonly', (rows) => readRow(rows, id))
      return row !== null && row !== 'unreadable' && row.memberId === memberId ? row : null
    },
    async countUnsent(memberId) {
      const { entries } = await store('readonly', (rows) => readRows(rows, memberId))
      return entries.filter(isWaiting).length
    },

    confirm: (memberId, id) => alterOwn(memberId, id, confirmedEntry),
    discard: (memberId, id) => alterOwn(memberId, id, (entry) => (isRetakable(entry) ? 'take out' : null)),
    retry: (memberId, id) => alterOwn(memberId, id, restartedEntry),
    remove: (memberId, id) => alterOwn(memberId, id, (entry) => (isRemovable(entry) ? 'take out' : null)),
    change: alter,

    removeUnreadable: async (memberId, key) =>
      posted(await guarded(() => store('readwrite', (rows) => removeUnreadableRow(rows, memberId, key)))),
    async salvage(memberId, key) {
      const fresh = { id: newId(), memberId, capturedAt: clock.now() }
      return posted(await guarded(() => store('readwrite', (rows) => salvageRow(rows, key, fresh))))
    },

    async discardUnsent(memberId) {
      const outcome = await guarded(() => store('readwrite', (rows) => removeWaiting(rows, memberId)))
      if (outcome.kind === 'done' && outcome.count > 0) changes.post()
      return outcome
    },
    async restore(claimed) {
      return posted(await guarded(() => store('readwrite', (rows) => restoreRow(rows, claimed))))
    },
    subscribe: (listener) => changes.subscribe(listener),
  }
}

/** SenderLock a storage fault into a value. */
async function guarded<T>(work: () => Promise<T>): Promise<T | Failed> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof StorageError) return { kind: 'failed', cause: error.fault }
    throw error
  }
}
