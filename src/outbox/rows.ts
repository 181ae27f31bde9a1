import { promisifyRequest } from 'idb-keyval'
import * as v from 'valibot'
import { capturedEntry, isFinal, isWaiting, ScanEntry } from './entry.ts'
import { Owned, type UnreadableRow, unreadableRow } from './unreadable.ts'

/**
 * The scans of one member as they stand in the database. `unreadable`: rows that no longer say what they are, and are either
 * this member's or do not say whose they are.
 */
export interface MemberRows {
  entries: ScanEntry[]
  unreadable: UnreadableRow[]
}

/**
 * What came of a change to a row.
 *
 * - done: `entry` as it stands now, or as it last stood where it was taken out.
 * - missing: there is no such row (any more).
 * - refused: the entry has come to where this can no longer be done.
 */
export type RowChange = { kind: 'done'; entry: ScanEntry } | { kind: 'missing' } | { kind: 'refused' }

/** Says what becomes of an entry: another value for it, out with it, not the caller's to touch, or (null) no. */
export type Decide = (entry: ScanEntry) => ScanEntry | 'take out' | 'not here' | null

/** Reads the rows of a member. A row that does not parse is left alone and told apart. */
export async function readRows(store: IDBObjectStore, memberId: string): Promise<MemberRows> {
  const entries: ScanEntry[] = []
  const strange = new Map<number, unknown>()
  for (const [place, row] of (await promisifyRequest<unknown[]>(store.getAll())).entries()) {
    if (v.is(Owned, row) && row.memberId !== memberId) continue
    const parsed = v.safeParse(ScanEntry, row)
    if (parsed.success) entries.push(parsed.output)
    else strange.set(place, row)
  }
  if (strange.size === 0) return { entries, unreadable: [] }
  const keys = await promisifyRequest<IDBValidKey[]>(store.getAllKeys())
  const unreadable = keys.flatMap((key, place) => (strange.has(place) ? unreadableRow(key, strange.get(place)) : []))
  return { entries, unreadable }
}

/** What stands under an id: an entry, nothing (null), or something that does not parse. */
export async function readRow(store: IDBObjectStore, id: string): Promise<ScanEntry | 'unreadable' | null> {
  const row: unknown = await promisifyRequest<unknown>(store.get(id))
  if (row === undefined) return null
  const parsed = v.safeParse(ScanEntry, row)
  return parsed.success ? parsed.output : 'unreadable'
}

/** Adds an entry, unless the member has one of the same code: then that one is given. */
export async function addRow(store: IDBObjectStore, entry: ScanEntry): Promise<{ kind: 'done'; entry: ScanEntry }> {
  const { entries } = await readRows(store, entry.memberId)
  const known = entries.find(({ code }) => code === entry.code)
  if (!known) await writeRow(store, entry)
  return { kind: 'done', entry: known ?? entry }
}

/** Compares and sets, within the caller's transaction. */
export async function alterRow(store: IDBObjectStore, id: string, decide: Decide): Promise<RowChange> {
  const entry = await readRow(store, id)
  if (entry === null || entry === 'unreadable') return { kind: 'missing' }
  const decision = decide(entry)
  if (decision === 'not here') return { kind: 'missing' }
  if (decision === null) return { kind: 'refused' }
  if (decision === 'take out') await promisifyRequest(store.delete(id))
  else if (decision !== entry) await writeRow(store, decision)
  return { kind: 'done', entry: decision === 'take out' ? entry : decision }
}

/** Takes out all entries of a member that still wait. */
export async function removeWaiting(store: IDBObjectStore, memberId: string): Promise<{ kind: 'done'; count: number }> {
  const { entries } = await readRows(store, memberId)
  const waiting = entries.filter(isWaiting)
  for (const { id } of waiting) await promisifyRequest(store.delete(id))
  return { kind: 'done', count: waiting.length }
}

/** Keeps the fact of a claim whose row is gone: in a newer row of the same code that is not settled, else in its own again. */
export async function restoreRow(store: IDBObjectStore, claimed: ScanEntry): Promise<RowChange> {
  if ((await readRow(store, claimed.id)) !== null) return { kind: 'refused' }
  const { entries } = await readRows(store, claimed.memberId)
  const twin = entries.find(({ code }) => code === claimed.code)
  if (twin && isFinal(twin)) return { kind: 'refused' }
  const entry = twin ? { ...claimed, id: twin.id, capturedAt: twin.capturedAt, confirmed: twin.confirmed } : claimed
  await writeRow(store, entry)
  return { kind: 'done', entry }
}

/**
 * Takes out a row that no longer parses; `missing` where there is none under the key, and where it is another member's. A scan
 * that can be read is never taken out by this.
 */
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
 * Puts a new entry in the place of a row of the member that no longer parses but whose code can be read: an entry of that code
 * that is there already will do. `fresh` is what the new one is written with; the same again where this is done again.
 */
export async function salvageRow(
  store: IDBObjectStore,
  key: IDBValidKey,
  fresh: Pick<ScanEntry, 'id' | 'memberId' | 'capturedAt'>,
): Promise<RowChange> {
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
  return v.is(Owned, row) && row.memberId !== memberId ? null : unreadableRow(key, row)
}

/** Writes an entry. Throws on one that could not be read back: such a thing is never written. */
async function writeRow(store: IDBObjectStore, entry: ScanEntry): Promise<void> {
  await promisifyRequest(store.put(v.parse(ScanEntry, entry), entry.id))
}
