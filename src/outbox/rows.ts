import { promisifyRequest } from 'idb-keyval'
import * as v from 'valibot'
import { capturedEntry, entryStates, isFinal, isImmutable, isResendable, isUnsent, ScanEntry } from './entry.ts'
import { NewerRow, OwnedRow, type UnreadableRow, unreadableRow } from './unreadable.ts'

/**
 * The scans of one member in the database. `unreadable`: rows that do not parse, and are this member's or have no
 * owner. `newer`: how many such rows a newer version of the app has written.
 */
export interface MemberRows {
  entries: ScanEntry[]
  unreadable: UnreadableRow[]
  newer: number
}

/** The fields of a scan by which rows are found. */
export const scanIndexes = ['state', 'code'] as const
type ScanIndex = (typeof scanIndexes)[number]

/**
 * The rows within one transaction, and what this tab knows of those that never change again: lists read each of them
 * once.
 */
export interface Table {
  rows: IDBObjectStore
  immutable: Map<IDBValidKey, ScanEntry>
}

/**
 * The result of changing a row.
 *
 * - done: `entry` after the change, or its last state if it was removed.
 * - missing: there is no such row (any more).
 * - refused: the entry is in a state that does not allow the change.
 */
export type RowChange = { kind: 'done'; entry: ScanEntry } | { kind: 'missing' } | { kind: 'refused' }

/** Decides a change: the new value, removal, `not_found` if the row is not the caller's, or null to refuse. */
export type DecideChange = (entry: ScanEntry) => ScanEntry | 'remove' | 'not_found' | null

/** Reads the rows of a member. Rows that do not parse are left untouched and listed apart. */
export async function readRows(table: Table, memberId: string): Promise<MemberRows> {
  const found: MemberRows = { entries: [], unreadable: [], newer: 0 }
  for (const [key, row] of await readAll(table)) {
    if (v.is(OwnedRow, row) && row.memberId !== memberId) continue
    const entry = parseRow(row)
    if (entry) found.entries.push(entry)
    else if (v.is(NewerRow, row)) found.newer += 1
    else found.unreadable.push(unreadableRow(key, row))
  }
  return found
}

/** Every row by its key: immutable ones from memory. */
async function readAll({ rows, immutable }: Table): Promise<[IDBValidKey, unknown][]> {
  const keys = await promisifyRequest<IDBValidKey[]>(rows.getAllKeys())
  const present = new Set(keys)
  for (const key of immutable.keys()) if (!present.has(key)) immutable.delete(key)
  const values =
    immutable.size === 0
      ? await promisifyRequest<unknown[]>(rows.getAll())
      : await Promise.all(
          keys.map(async (key) => immutable.get(key) ?? (await promisifyRequest<unknown>(rows.get(key)))),
        )
  for (const [index, key] of keys.entries()) {
    const entry = parseRow(values[index])
    if (entry && isImmutable(entry)) immutable.set(key, entry)
  }
  return keys.map((key, index) => [key, values[index]])
}

/** The entries with one of these values. */
async function readBy({ rows }: Table, index: ScanIndex, values: readonly string[]): Promise<ScanEntry[]> {
  const ofValue = (value: string) => promisifyRequest<unknown[]>(rows.index(index).getAll(value))
  const found = (await Promise.all(values.map(ofValue))).flat()
  return found.flatMap((row) => parseRow(row) ?? [])
}

/** The entries of all members that have no final answer. */
export function readUnsent(table: Table): Promise<ScanEntry[]> {
  return readBy(
    table,
    'state',
    entryStates.filter((state) => isUnsent({ state })),
  )
}

/** The member's entry of a code. */
async function findByCode(table: Table, { memberId, code }: Pick<ScanEntry, 'memberId' | 'code'>) {
  return (await readBy(table, 'code', [code])).find((entry) => entry.memberId === memberId)
}

function parseRow(row: unknown): ScanEntry | null {
  const parsed = v.safeParse(ScanEntry, row)
  return parsed.success ? parsed.output : null
}

/** The row of an id: an entry, null, or `unreadable` if it does not parse. */
export async function readRow({ rows }: Table, id: string): Promise<ScanEntry | 'unreadable' | null> {
  const row: unknown = await promisifyRequest<unknown>(rows.get(id))
  return row === undefined ? null : (parseRow(row) ?? 'unreadable')
}

/** Adds an entry, unless the member has one of the same code: then returns that one. */
export async function addRow(table: Table, entry: ScanEntry): Promise<{ kind: 'done'; entry: ScanEntry }> {
  const known = await findByCode(table, entry)
  if (!known) await writeRow(table, entry)
  return { kind: 'done', entry: known ?? entry }
}

/** Compare and set, within the caller's transaction. */
export async function alterRow(table: Table, id: string, decide: DecideChange): Promise<RowChange> {
  const entry = await readRow(table, id)
  if (entry === null || entry === 'unreadable') return { kind: 'missing' }
  const decision = decide(entry)
  if (decision === 'not_found') return { kind: 'missing' }
  if (decision === null) return { kind: 'refused' }
  if (decision === 'remove') await promisifyRequest(table.rows.delete(id))
  else if (decision !== entry) await writeRow(table, decision)
  return { kind: 'done', entry: decision === 'remove' ? entry : decision }
}

/**
 * Makes a member's pending entries of these tickets credited. The points log names only the newest tickets, so this is
 * stored.
 */
export async function creditRows(
  table: Table,
  memberId: string,
  ticketNos: ReadonlySet<string>,
): Promise<{ kind: 'done'; count: number }> {
  const pending = await readBy(table, 'state', ['pending'])
  const paid = pending.filter(
    (entry) => entry.memberId === memberId && entry.ticket && ticketNos.has(entry.ticket.ticket_no),
  )
  for (const entry of paid) await writeRow(table, { ...entry, state: 'credited' })
  return { kind: 'done', count: paid.length }
}

/** Removes every entry with a final answer that is not this member's. */
export async function removeFinal(table: Table, memberId: string | null): Promise<{ kind: 'done'; count: number }> {
  let count = 0
  for (const [key, row] of await readAll(table)) {
    const entry = parseRow(row)
    if (!entry || !isFinal(entry) || entry.memberId === memberId) continue
    await promisifyRequest(table.rows.delete(key))
    count += 1
  }
  return { kind: 'done', count }
}

/** Removes those of these entries of a member that have no final answer. */
export async function removeUnsent(
  table: Table,
  memberId: string,
  ids: ReadonlySet<string>,
): Promise<{ kind: 'done'; count: number }> {
  const unsent = (await readUnsent(table)).filter((entry) => entry.memberId === memberId && ids.has(entry.id))
  for (const { id } of unsent) await promisifyRequest(table.rows.delete(id))
  return { kind: 'done', count: unsent.length }
}

/** What a new row of a known code is written with: the same when the transaction is repeated. */
type FreshFacts = Pick<ScanEntry, 'id' | 'memberId' | 'capturedAt'>

/** What a repeated transaction finds in place of the row that its first run has replaced: the new one. */
async function writtenBefore(table: Table, freshId: string): Promise<RowChange> {
  const entry = await readRow(table, freshId)
  return entry === null || entry === 'unreadable' ? { kind: 'missing' } : { kind: 'done', entry }
}

/**
 * Replaces a row that can be sent again by a new one of the same code: the old id is spent, because the server answers
 * a repeated `Idempotency-Key` with the same answer.
 */
export async function replaceRow(table: Table, id: string, fresh: FreshFacts): Promise<RowChange> {
  const old = await readRow(table, id)
  if (old === null) return await writtenBefore(table, fresh.id)
  if (old === 'unreadable' || old.memberId !== fresh.memberId) return { kind: 'missing' }
  if (!isResendable(old)) return { kind: 'refused' }
  const entry = capturedEntry({ ...fresh, code: old.code })
  await promisifyRequest(table.rows.delete(id))
  await writeRow(table, entry)
  return { kind: 'done', entry }
}

/**
 * Records a claim whose row was removed: in a newer row of the same code that is not final, else in its own row again.
 */
export async function restoreRow(table: Table, claimed: ScanEntry): Promise<RowChange> {
  if ((await readRow(table, claimed.id)) !== null) return { kind: 'refused' }
  const twin = await findByCode(table, claimed)
  if (twin && isFinal(twin)) return { kind: 'refused' }
  const entry = twin ? { ...claimed, id: twin.id, capturedAt: twin.capturedAt, confirmed: twin.confirmed } : claimed
  await writeRow(table, entry)
  return { kind: 'done', entry }
}

/**
 * Removes a row that does not parse; `missing` if the key has none or it is another member's. Never removes a readable
 * scan.
 */
export async function removeUnreadableRow(
  table: Table,
  memberId: string,
  key: IDBValidKey,
): Promise<{ kind: 'done' } | { kind: 'missing' }> {
  if (!(await readUnreadable(table, memberId, key))) return { kind: 'missing' }
  await promisifyRequest(table.rows.delete(key))
  return { kind: 'done' }
}

/**
 * Replaces an unreadable row of the member, whose code can be read, by a new entry; an existing entry of that code
 * serves as well. `fresh` is what the new one is written with, and the same when the transaction is repeated.
 */
export async function salvageRow(table: Table, key: IDBValidKey, fresh: FreshFacts): Promise<RowChange> {
  const row = await readUnreadable(table, fresh.memberId, key)
  if (!row || row.code === null) return await writtenBefore(table, fresh.id)
  const entry = capturedEntry({ ...fresh, code: row.code, capturedAt: row.capturedAt ?? fresh.capturedAt })
  const added = await addRow(table, entry)
  await promisifyRequest(table.rows.delete(key))
  return added
}

async function readUnreadable(table: Table, memberId: string, key: IDBValidKey): Promise<UnreadableRow | null> {
  const row: unknown = await promisifyRequest<unknown>(table.rows.get(key))
  if (row === undefined || v.is(ScanEntry, row) || v.is(NewerRow, row)) return null
  return v.is(OwnedRow, row) && row.memberId !== memberId ? null : unreadableRow(key, row)
}

/**
 * Writes an entry. Fields of its row that this version does not know stay. Throws on one that would not parse when read
 * back.
 */
async function writeRow({ rows }: Table, entry: ScanEntry): Promise<void> {
  const row: unknown = await promisifyRequest<unknown>(rows.get(entry.id))
  const known = v.is(v.looseObject({}), row) ? row : {}
  await promisifyRequest(rows.put({ ...known, ...v.parse(ScanEntry, entry) }, entry.id))
}
