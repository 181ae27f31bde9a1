import type { UseStore } from 'idb-keyval'
import type * as v from 'valibot'
import { type ChangeChannel, openChangeChannel } from './changeChannel.ts'
import { type AskedCall, askedEntry, CallEntry, isUnanswered } from './callEntry.ts'
import { type Clock, deviceClock } from './clock.ts'
import {
  awaitsConfirmation,
  capturedEntry,
  confirmedEntry,
  type DatedScan,
  isRemovable,
  restartedEntry,
  ScanEntry,
  visitorId,
} from './entry.ts'
import { requestPersistentStorage } from '#src/storage/persistentStorage.ts'
import {
  addCall,
  addRow,
  alterRow,
  claimRows,
  creditRows,
  type DecideChange,
  type FrozenRow,
  type MemberRows,
  readCalls,
  readQueue,
  readRow,
  readRows,
  readUnsent,
  readWaiting,
  removeFinal,
  type Counted,
  removeOwned,
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
import { scansDatabase } from '#src/storage/names.ts'

interface Failed {
  kind: 'failed'
  cause: StorageFault
}

/**
 * The result of adding a scan.
 *
 * - saved: committed to this device.
 * - known: the code is among the member's scans already; `entry` is that scan.
 * - left: the member has left meanwhile, and nothing was stored.
 * - failed: it could not be stored, and nothing was sent.
 */
export type AddOutcome = { kind: 'saved' | 'known'; entry: ScanEntry } | { kind: 'left' } | Failed

/** The result of changing a scan. */
export type ChangeOutcome = RowChange | Failed

/** Why this device could not store something. */
export type StoreFailure = StorageFault

/**
 * The result of asking for a call: `saved`, or `known` with the member's own row about the same, which is to be
 * answered and told first; `left` and `failed` as for a scan.
 */
export type AskOutcome = { kind: 'saved' | 'known'; entry: CallEntry } | { kind: 'left' } | Failed

/**
 * The result of taking a visitor's scans over: the member's scans of these codes, each confirmed; `left`: the member
 * has left meanwhile, and nothing has changed.
 */
type ClaimOutcome = { kind: 'done'; entries: ScanEntry[] } | { kind: 'left' } | Failed

/** How many rows were changed or removed, or that it failed. */
type CountOutcome = Counted | Failed

/** The result of removing a row that cannot be read. */
type RemoveOutcome = { kind: 'done' } | { kind: 'missing' } | Failed

/**
 * The scans on this device, and the calls with a key. Reads reject with a `StorageError` if storage fails; changes
 * resolve to a value that says so.
 */
export interface Outbox {
  /** Stores a code of 1 to 2,048 bytes for a member; resolves once it is committed. Throws on any other code. */
  add: (scan: { memberId: string; code: string }) => Promise<AddOutcome>
  /** The same for a visitor, whoever has signed in since: of a code that has come while nobody was. */
  keep: (code: string) => Promise<AddOutcome>
  /**
   * A member's scans, newest first, what can be recovered of unreadable rows, and the number of rows of a newer app.
   */
  list: (memberId: string) => Promise<MemberRows>
  /** One of the member's scans, null if there is none (or it cannot be read). */
  get: (memberId: string, id: string) => Promise<ScanEntry | null>
  /**
   * A visitor's scans become those of a member, who has said so: in one transaction, so that each is taken over once. A
   * scan that the member has already is not there twice.
   */
  claim: (memberId: string, ids: readonly string[]) => Promise<ClaimOutcome>
  /** Notes that a visitor's scan is not this member's. */
  decline: (memberId: string, id: string) => Promise<ChangeOutcome>
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
  /** The scans without a final answer of all members who have used this device; without those of visitors. */
  unsentOfAll: () => Promise<DatedScan[]>
  /** A member's rows of both kinds without a final answer, the newest first. */
  queue: (memberId: string) => Promise<(ScanEntry | CallEntry)[]>
  /** Stores a call; resolves once it is committed. */
  ask: (call: AskedCall) => Promise<AskOutcome>
  /** A member's calls that are not answered, or not told yet, the oldest first. */
  calls: (memberId: string) => Promise<CallEntry[]>
  /** `change` for a call. */
  changeCall: (id: string, decide: DecideChange<CallEntry>, how?: 'silent') => Promise<RowChange<CallEntry> | Failed>
  /** Removes a call that is answered or has lapsed, once the member knows. */
  forgetTold: (memberId: string, id: string) => Promise<RowChange<CallEntry> | Failed>
  /** Marks the member's pending scans of these tickets as credited: their points are in the account. */
  creditPaid: (memberId: string, ticketNos: ReadonlySet<string>) => Promise<CountOutcome>
  /**
   * Removes every scan with a final answer of other members, of all if `memberId` is null: they are private, and the
   * server has them. What became of a call stays until its member is told.
   */
  forgetFinal: (memberId: string | null) => Promise<CountOutcome>
  /** A member's scans and calls without a final answer, also those that another version of the app has written. */
  waiting: (memberId: string) => Promise<FrozenRow[]>
  /**
   * Removes those of these scans and calls of a member that still have no final answer. The keys are the ones that the
   * person was asked about: a scan that was saved in another tab since then stays.
   */
  discardUnsent: (memberId: string, keys: readonly IDBValidKey[]) => Promise<CountOutcome>
  /** Removes everything of a member, whose account is closed. */
  forgetMember: (memberId: string) => Promise<CountOutcome>
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

interface OutboxSettings {
  store?: UseStore
  clock?: Clock
  newId?: () => string
  channel?: ChangeChannel
  /** Whether this member is still signed in: asked in the transaction that stores, which may have taken long. */
  isSignedIn?: (memberId: string) => boolean
}

/** Opens the outbox of this browser. The database is opened at the first use. */
export function createOutbox({
  clock = deviceClock,
  newId = () => crypto.randomUUID(),
  channel = openChangeChannel(scansDatabase),
  isSignedIn = () => true,
  // Where the database was deleted, pages that show its scans must say so.
  store = openDurableStore(scansDatabase, { onLost: channel.notify, indexes: scanIndexes }),
}: OutboxSettings = {}): Outbox {
  const immutable: Table['immutable'] = new Map()
  const inTable = <T>(mode: IDBTransactionMode, work: (table: Table) => Promise<T>) =>
    store(mode, (rows) => work({ rows, immutable }))

  /** Writes to several rows. Subscribers are notified if any has changed. */
  const writeCounted = async (work: (table: Table) => Promise<Counted>): Promise<CountOutcome> => {
    const outcome = await toOutcome(() => inTable('readwrite', work))
    if (outcome.kind === 'done' && outcome.count > 0) channel.notify()
    return outcome
  }

  /** Makes what changes a row of a kind. */
  const changing =
    <Row extends ScanEntry | CallEntry>(schema: v.GenericSchema<unknown, Row>) =>
    async (id: string, decide: DecideChange<Row>, how?: 'silent') => {
      const outcome = await toOutcome(() => inTable('readwrite', (table) => alterRow(table, schema, id, decide)))
      if (outcome.kind === 'done' && how !== 'silent') channel.notify()
      return outcome
    }
  const changeScan = changing(ScanEntry)
  const changeCall = changing(CallEntry)
  const notifyIfDone = <Outcome extends { kind: string }>(outcome: Outcome): Outcome => {
    if (outcome.kind === 'done') channel.notify()
    return outcome
  }
  const alterOwn = (memberId: string, id: string, decide: DecideChange) =>
    changeScan(id, (entry) => (entry.memberId === memberId ? decide(entry) : 'missing'))

  const addScan = async (memberId: string, code: string, isWanted: () => boolean): Promise<AddOutcome> => {
    const entry = capturedEntry({ id: newId(), memberId, code, capturedAt: clock.now() })
    const added = await toOutcome(() =>
      inTable('readwrite', async (table) => (isWanted() ? await addRow(table, entry) : { kind: 'left' as const })),
    )
    if (added.kind !== 'done') return added
    const isNew = added.entry.id === entry.id
    if (isNew || memberId === visitorId) channel.notify()
    if (!isNew) return { kind: 'known', entry: added.entry }
    void requestPersistentStorage('first_scan')
    return { kind: 'saved', entry }
  }

  return {
    add: ({ memberId, code }) => addScan(memberId, code, () => isSignedIn(memberId)),
    keep: (code) => addScan(visitorId, code, () => true),

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
    queue: (memberId) => inTable('readonly', (table) => readQueue(table, memberId)),
    async ask(call) {
      const entry = askedEntry(call, clock.now())
      const added = await toOutcome(() =>
        inTable('readwrite', async (table) =>
          isSignedIn(entry.memberId) ? await addCall(table, entry) : { kind: 'left' as const },
        ),
      )
      if (added.kind !== 'done') return added
      channel.notify()
      return { kind: added.entry.id === entry.id ? 'saved' : 'known', entry: added.entry }
    },
    calls: (memberId) => inTable('readonly', (table) => readCalls(table, memberId)),
    changeCall,
    forgetTold: (memberId, id) =>
      changeCall(id, (entry) => {
        if (entry.memberId !== memberId) return 'missing'
        return isUnanswered(entry) ? null : 'remove'
      }),
    unsentOfAll: async () => {
      const unsent = await inTable('readonly', readUnsent)
      return unsent
        .filter(({ memberId }) => memberId !== visitorId)
        .map(({ code, ticket, state, reason }) => ({ code, ticket, state, reason }))
    },

    async claim(memberId, ids) {
      const claimed = await toOutcome(() =>
        inTable('readwrite', async (table) =>
          isSignedIn(memberId) ? await claimRows(table, memberId, ids) : { kind: 'left' as const },
        ),
      )
      return notifyIfDone(claimed)
    },
    decline: (memberId, id) =>
      alterOwn(visitorId, id, (entry) => ({
        ...entry,
        declinedBy: [...new Set([...(entry.declinedBy ?? []), memberId])],
      })),
    confirm: (memberId, id) => alterOwn(memberId, id, confirmedEntry),
    discard: (memberId, id) => alterOwn(memberId, id, (entry) => (awaitsConfirmation(entry) ? 'remove' : null)),
    retry: (memberId, id) => alterOwn(memberId, id, restartedEntry),
    remove: (memberId, id) => alterOwn(memberId, id, (entry) => (isRemovable(entry) ? 'remove' : null)),
    change: changeScan,
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
    waiting: (memberId) => inTable('readonly', (table) => readWaiting(table, memberId)),
    discardUnsent: (memberId, keys) => writeCounted((table) => removeUnsent(table, memberId, new Set(keys))),
    forgetMember: (memberId) => writeCounted((table) => removeOwned(table, memberId)),
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
