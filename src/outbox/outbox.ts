import type { UseStore } from 'idb-keyval'
import { type ChangeChannel, openChangeChannel } from './changeChannel.ts'
import { type Clock, deviceClock } from './clock.ts'
import {
  awaitsConfirmation,
  capturedEntry,
  confirmedEntry,
  isRemovable,
  restartedEntry,
  type ScanEntry,
} from './entry.ts'
import { requestPersistentStorage } from '#src/storage/persistentStorage.ts'
import {
  addRow,
  alterRow,
  creditRows,
  type DecideChange,
  type MemberRows,
  readRow,
  readRows,
  readUnsent,
  removeFinal,
  removeUnreadableRow,
  replaceRow,
  restoreRow,
  type RowChange,
  salvageRow,
  scanIndexes,
  type Table,
  removeUnsent,
} from './rows.ts'
import { openDurableStore, StorageError, type StorageFault } from '#src/storage/durableStore.ts'

interface Failed {
  kind: 'failed'
  cause: StorageFault
}

/**
 * The result of adding a scan.
 *
 * - saved: committed to this device.
 * - known: the code is among the member's scans already; `entry` is that scan.
 * - failed: it could not be stored, and nothing was sent.
 */
export type AddOutcome = { kind: 'saved' | 'known'; entry: ScanEntry } | Failed

export type ChangeOutcome = RowChange | Failed

export type CountOutcome = { kind: 'done'; count: number } | Failed

export type RemoveOutcome = { kind: 'done' } | { kind: 'missing' } | Failed

/**
 * The scans on this device. Reads reject with a `StorageError` if storage fails; changes resolve to a value that says
 * so.
 */
export interface Outbox {
  /** Stores a code of 1 to 2,048 bytes for a member; resolves once it is committed. Throws on any other code. */
  add: (scan: { memberId: string; code: string }) => Promise<AddOutcome>
  /**
   * A member's scans, newest first, what can be recovered of unreadable rows, and the number of rows of a newer app.
   */
  list: (memberId: string) => Promise<MemberRows>
  /** One of the member's scans, null if there is none (or it cannot be read). */
  get: (memberId: string, id: string) => Promise<ScanEntry | null>
  /** Marks a scan as confirmed. A scan whose points have been claimed in the meantime stays unchanged. */
  confirm: (memberId: string, id: string) => Promise<ChangeOutcome>
  /** Retake: removes a scan that has neither been confirmed nor got a final answer. */
  discard: (memberId: string, id: string) => Promise<ChangeOutcome>
  /** Sends a stuck or waiting scan again, with its retries reset. */
  retry: (memberId: string, id: string) => Promise<ChangeOutcome>
  /**
   * Replaces a scan that the server did not know or recognise by a new one of the same code, in one transaction. `done`
   * has the new one.
   */
  replace: (memberId: string, id: string) => Promise<ChangeOutcome>
  /** Removes a refused or stuck scan from the history. */
  remove: (memberId: string, id: string) => Promise<ChangeOutcome>
  /** Removes an unreadable row: the member's own, or one without an owner. */
  removeUnreadable: (memberId: string, key: IDBValidKey) => Promise<RemoveOutcome>
  /**
   * Recovers an unreadable row of the member as a new scan, if its code can be read. `done` has the entry of that code.
   */
  salvage: (memberId: string, key: IDBValidKey) => Promise<ChangeOutcome>
  /** A member's scans that have no final answer, stuck ones included, newest first. */
  unsent: (memberId: string) => Promise<ScanEntry[]>
  /** How many scans have no final answer, of all members who have used this device. */
  unsentOfAll: () => Promise<number>
  /** Marks the member's pending scans of these tickets as credited: their points are in the account. */
  creditPaid: (memberId: string, ticketNos: ReadonlySet<string>) => Promise<CountOutcome>
  /**
   * Removes every scan with a final answer of other members, of all if `memberId` is null: they are private, and the
   * server has them.
   */
  forgetFinal: (memberId: string | null) => Promise<CountOutcome>
  /**
   * Removes those of these scans of a member that still have no final answer. The ids are the ones that the person was
   * asked about: a scan that was saved in another tab since then stays.
   */
  discardUnsent: (memberId: string, ids: readonly string[]) => Promise<CountOutcome>
  /**
   * Compare and set, in one transaction: `decide` gets the current entry and returns its replacement, or null to
   * refuse. It may run twice and must be deterministic. `silent`: subscribers are not notified.
   */
  change: (id: string, decide: (entry: ScanEntry) => ScanEntry | null, how?: 'silent') => Promise<ChangeOutcome>
  /**
   * Records that points were claimed by a scan whose row was removed while it was being sent: in a newer scan of the
   * same code that still waits, or else in the row restored.
   */
  restore: (claimed: ScanEntry) => Promise<ChangeOutcome>
  /** Calls `listener` on every change, made in any tab or in the worker. */
  subscribe: (listener: () => void) => () => void
}

export interface OutboxSettings {
  store?: UseStore
  clock?: Clock
  newId?: () => string
  channel?: ChangeChannel
}

/** Opens the outbox of this browser. The database is opened at the first use. */
export function createOutbox({
  clock = deviceClock,
  newId = () => crypto.randomUUID(),
  channel = openChangeChannel('club-bravo-scans'),
  // Where the database was deleted, pages that show its scans must say so.
  store = openDurableStore('club-bravo-scans', { onLost: channel.notify, indexes: scanIndexes }),
}: OutboxSettings = {}): Outbox {
  const immutable: Table['immutable'] = new Map()
  const inTable = <T>(mode: IDBTransactionMode, work: (table: Table) => Promise<T>) =>
    store(mode, (rows) => work({ rows, immutable }))

  /** Writes to several rows. Subscribers are notified if any has changed. */
  const writeCounted = async (
    work: (table: Table) => Promise<{ kind: 'done'; count: number }>,
  ): Promise<CountOutcome> => {
    const outcome = await toOutcome(() => inTable('readwrite', work))
    if (outcome.kind === 'done' && outcome.count > 0) channel.notify()
    return outcome
  }

  const alter = async (id: string, decide: DecideChange, how?: 'silent') => {
    const outcome = await toOutcome(() => inTable('readwrite', (table) => alterRow(table, id, decide)))
    if (outcome.kind === 'done' && how !== 'silent') channel.notify()
    return outcome
  }
  const notifyIfDone = <Outcome extends { kind: string }>(outcome: Outcome): Outcome => {
    if (outcome.kind === 'done') channel.notify()
    return outcome
  }
  const alterOwn = (memberId: string, id: string, decide: DecideChange) =>
    alter(id, (entry) => (entry.memberId === memberId ? decide(entry) : 'not_found'))

  return {
    async add({ memberId, code }) {
      const entry = capturedEntry({ id: newId(), memberId, code, capturedAt: clock.now() })
      const added = await toOutcome(() => inTable('readwrite', (table) => addRow(table, entry)))
      if (added.kind === 'failed') return added
      if (added.entry.id !== entry.id) return { kind: 'known', entry: added.entry }
      channel.notify()
      void requestPersistentStorage('first_scan')
      return { kind: 'saved', entry }
    },

    async list(memberId) {
      const { entries, ...others } = await inTable('readonly', (table) => readRows(table, memberId))
      return { entries: newestFirst(entries), ...others }
    },
    async get(memberId, id) {
      const row = await inTable('readonly', (table) => readRow(table, id))
      return row !== null && row !== 'unreadable' && row.memberId === memberId ? row : null
    },
    async unsent(memberId) {
      const unsent = await inTable('readonly', readUnsent)
      return newestFirst(unsent.filter((entry) => entry.memberId === memberId))
    },
    unsentOfAll: async () => (await inTable('readonly', readUnsent)).length,

    confirm: (memberId, id) => alterOwn(memberId, id, confirmedEntry),
    discard: (memberId, id) => alterOwn(memberId, id, (entry) => (awaitsConfirmation(entry) ? 'remove' : null)),
    retry: (memberId, id) => alterOwn(memberId, id, restartedEntry),
    remove: (memberId, id) => alterOwn(memberId, id, (entry) => (isRemovable(entry) ? 'remove' : null)),
    change: alter,
    async replace(memberId, id) {
      const fresh = { id: newId(), memberId, capturedAt: clock.now() }
      return notifyIfDone(await toOutcome(() => inTable('readwrite', (table) => replaceRow(table, id, fresh))))
    },

    removeUnreadable: async (memberId, key) =>
      notifyIfDone(await toOutcome(() => inTable('readwrite', (table) => removeUnreadableRow(table, memberId, key)))),
    async salvage(memberId, key) {
      const fresh = { id: newId(), memberId, capturedAt: clock.now() }
      return notifyIfDone(await toOutcome(() => inTable('readwrite', (table) => salvageRow(table, key, fresh))))
    },

    creditPaid: (memberId, ticketNos) => writeCounted((table) => creditRows(table, memberId, ticketNos)),
    forgetFinal: (memberId) => writeCounted((table) => removeFinal(table, memberId)),
    discardUnsent: (memberId, ids) => writeCounted((table) => removeUnsent(table, memberId, new Set(ids))),
    async restore(claimed) {
      return notifyIfDone(await toOutcome(() => inTable('readwrite', (table) => restoreRow(table, claimed))))
    },
    subscribe: (listener) => channel.subscribe(listener),
  }
}

function newestFirst(entries: readonly ScanEntry[]): ScanEntry[] {
  return entries.toSorted((a, b) => b.capturedAt - a.capturedAt)
}

/** Turns a storage fault into a value. */
async function toOutcome<T>(work: () => Promise<T>): Promise<T | Failed> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof StorageError) return { kind: 'failed', cause: error.fault }
    throw error
  }
}
