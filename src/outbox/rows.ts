import { promisifyRequest } from 'idb-keyval'
import * as v from 'valibot'
import { capturedEntry, isFinal, isResendable, isUnsent, ScanEntry } from './entry.ts'
import { OwnedRow, type UnreadableRow, unreadableRow } from './unreadable.ts'

/** The scans of one member in the database. `unreadable`: rows that do not parse, and are this member's or have no owner. */
export interface MemberRows {
  entries: ScanEntry[]
  unreadable: UnreadableRow[]
}

/**
 * The result of changing a row.
 *
 * - done: `entry` after the change, or its last state if it was removed.
 * - missing: there is no such row (any more).
 * - refused: the entry is in a state that does not allow the change.
 */
export type RowChange = { kind: 'done'; entry: ScanEntry } | { kind: 'missing' } | { kind: 'refused' }

/** Decides a change: the new value, removal, `not found` if the row is not the caller's, or null to refuse. */
export type DecideChange = (entry: ScanEntry) => ScanEntry | 'remove' | 'not found' | null

/** Reads the rows of a member. Rows that do not parse are left untouched and listed apart. */
export async function readRows(store: IDBObjectStore, memberId: string): Promise<MemberRows> {
  const entries: ScanEntry[] = []
  const unparsed = new Map<number, unknown>()
  for (const [index, row] of (await promisifyRequest<unknown[]>(store.getAll())).entries()) {
    if (v.is(OwnedRow, row) && row.memberId !== memberId) continue
    const parsed = v.safeParse(ScanEntry, row)
    if (parsed.success) entries.push(parsed.output)
    else unparsed.set(index, row)
  }
  if (unparsed.size === 0) return { entries, unreadable: [] }
  const keys = await promisifyRequest<IDBValidKey[]>(store.getAllKeys())
  const unreadable = keys.flatMap((key, index) => (unparsed.has(index) ? unreadableRow(key, unparsed.get(index)) : []))
  return { entries, unreadable }
}

/** The row of an id: an entry, null, or `unreadable` if it does not parse. */
export async function readRow(store: IDBObjectStore, id: string): Promise<ScanEntry | 'unreadable' | null> {
  const row: unknown = await promisifyRequest<unknown>(store.get(id))
  if (row === undefined) return null
  const parsed = v.safeParse(ScanEntry, row)
  return parsed.success ? parsed.output : 'unreadable'
}

/** Adds an entry, unless the member has one of the same code: then returns that one. */
export async function addRow(store: IDBObjectStore, entry: ScanEntry): Promise<{ kind: 'done'; entry: ScanEntry }> {
  const { entries } = await readRows(store, entry.memberId)
  const known = entries.find(({ code }) => code === entry.code)
  if (!known) await writeRow(store, entry)
  return { kind: 'done', entry: known ?? entry }
}

/** Compare and set, within the caller's transaction. */
export async function alterRow(store: IDBObjectStore, id: string, decide: DecideChange): Promise<RowChange> {
  const entry = await readRow(store, id)
  if (entry === null || entry === 'unreadable') return { kind: 'missing' }
  const decision = decide(entry)
  if (decision === 'not found') return { kind: 'missing' }
  if (decision === null) return { kind: 'refused' }
  if (decision === 'remove') await promisifyRequest(store.delete(id))
  else if (decision !== entry) await writeRow(store, decision)
  return { kind: 'done', entry: decision === 'remove' ? entry : decision }
}

/** Removes all entries of a member that have no final answer. */
export async function removeUnsent(store: IDBObjectStore, memberId: string): Promise<{ kind: 'done'; count: number }> {
  const { entries } = await readRows(store, memberId)
  const unsent = entries.filter(isUnsent)
  for (const { id } of unsent) await promisifyRequest(store.delete(id))
  return { kind: 'done', count: unsent.length }
}

/** What a new row of a known code is written with: the same when the transaction is repeated. */
type FreshFacts = Pick<ScanEntry, 'id' | 'memberId' | 'capturedAt'>

/**
 * Replaces a row that can be sent again by a new one of the same code: the old id is spent, because the server answers a repeated
 * `Idempotency-Key` with the same answer.
 */
export async function replaceRow(store: IDBObjectStore, id: string, fresh: FreshFacts): Promise<RowChange> {
  const old = await readRow(store, id)
  if (old === null) {
    const done = await readRow(store, fresh.id)
    return done === null || done === 'unreadable' ? { kind: 'missing' } : { kind: 'done', entry: done }
  }
  if (old === 'unreadable' || old.memberId !== fresh.memberId) return { kind: 'missing' }
  if (!isResendable(old)) return { kind: 'refused' }
  const entry = capturedEntry({ ...fresh, code: old.code })
  await promisifyRequest(store.delete(id))
  await writeRow(store, entry)
  return { kind: 'done', entry }
}

/** Records a claim whose row was removed: in a newer row of the same code that is not final, else in its own row again. */
export async function restoreRow(store: IDBObjectStore, claimed: ScanEntry): Promise<RowChange> {
  if ((await readRow(store, claimed.id)) !== null) return { kind: 'refused' }
  const { entries } = await readRows(store, claimed.memberId)
  const twin = entries.find(({ code }) => code === claimed.code)
  if (twin && isFinal(twin)) return { kind: 'refused' }
  const entry = twin ? { ...claimed, id: twin.id, capturedAt: twin.capturedAt, confirmed: twin.confirmed } : claimed
  await writeRow(store, entry)
  return { kind: 'done', entry }
}

/** Removes a row that does not parse; `missing` if the key has none or it is another member's. Never removes a readable scan. */
export async function removeUnreadableRow(
  store: IDBObjectStore,
  memberId: string,
  key: IDBValidKey,
): Promise<{ kind: 'done' } | { kind: 'missing' }> {
  if (!(await readUnreadable(store, memberId, key))) return { kind: 'missing' }
  await promisifyRequest(store.delete(key))
  return { kind: 'done' }
}

/**
 * Replaces an unreadable row of the member, whose code can be read, by a new entry; an existing entry of that code serves as well.
 * `fresh` is what the new one is written with, and the same when the transaction is repeated.
 */
export async function salvageRow(store: IDBObjectStore, key: IDBValidKey, fresh: FreshFacts): Promise<RowChange> {
  const row = await readUnreadable(store, fresh.memberId, key)
  if (!row || row.code === null) {
    const done = await readRow(store, fresh.id)
    return done === null || done === 'unreadable' ? { kind: 'missing' } : { kind: 'done', entry: done }
  }
  const entry = capturedEntry({ ...fresh, code: row.code, capturedAt: row.capturedAt ?? fresh.capturedAt })
  const added = await addRow(store, entry)
  await promisifyRequest(store.delete(key))
  return added
}

async function readUnreadable(
  store: IDBObjectStore,
  memberId: string,
  key: IDBValidKey,
): Promise<UnreadableRow | null> {
  const row: unknown = await promisifyRequest<unknown>(store.get(key))
  if (row === undefined || v.is(ScanEntry, row)) return null
  return v.is(OwnedRow, row) && row.memberId !== memberId ? null : unreadableRow(key, row)
}

/** Writes an entry. Throws on one that would not parse when read back. */
async function writeRow(store: IDBObjectStore, entry: ScanEntry): Promise<void> {
  await promisifyRequest(store.put(v.parse(ScanEntry, entry), entry.id))
}
