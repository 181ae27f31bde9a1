import { promisifyRequest } from 'idb-keyval'
import * as v from 'valibot'
import { CallEntry, callStates, callVersion, isUnanswered } from './callEntry.ts'
import {
  capturedEntry,
  confirmedEntry,
  entryStates,
  FrozenFields,
  isFinal,
  isImmutable,
  isResendable,
  isUnsent,
  ScanEntry,
  visitorId,
} from './entry.ts'
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
export type RowChange<Row = ScanEntry> = { kind: 'done'; entry: Row } | { kind: 'missing' } | { kind: 'refused' }

/** How many rows were changed or removed. */
export interface Counted {
  kind: 'done'
  count: number
}

/** Decides a change: the new value, removal, `missing` if the row is not the caller's, or null to refuse. */
export type DecideChange<Row = ScanEntry> = (entry: Row) => Row | 'remove' | 'missing' | null

/** What a row parses as. */
type RowSchema<Row> = v.GenericSchema<unknown, Row>

const AnyEntry = v.union([ScanEntry, CallEntry])

/** A member's rows of both kinds that have no final answer, the newest first. */
export async function readQueue(table: Table, memberId: string): Promise<(ScanEntry | CallEntry)[]> {
  const scans = (await readUnsent(table)).filter((scan) => scan.memberId === memberId)
  const calls = (await readCalls(table, memberId)).filter(isUnanswered)
  return [...scans, ...calls].toSorted((a, b) => b.capturedAt - a.capturedAt)
}

/** Reads the scans of a member. Rows that do not parse are left untouched and listed apart. */
export async function readRows(table: Table, memberId: string): Promise<MemberRows> {
  const found: MemberRows = { entries: [], unreadable: [], newer: 0 }
  for (const [key, row] of await readAll(table)) {
    if (v.is(OwnedRow, row) && row.memberId !== memberId) continue
    if (v.is(CallEntry, row)) continue
    const entry = parseRow(ScanEntry, row)
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
    const entry = parseRow(ScanEntry, values[index])
    if (entry && isImmutable(entry)) immutable.set(key, entry)
  }
  return keys.map((key, index) => [key, values[index]])
}

/** The rows of a kind with one of these values. */
async function readBy<Row>(
  { rows }: Table,
  schema: RowSchema<Row>,
  index: ScanIndex,
  values: readonly string[],
): Promise<Row[]> {
  const ofValue = (value: string) => promisifyRequest<unknown[]>(rows.index(index).getAll(value))
  const found = (await Promise.all(values.map(ofValue))).flat()
  return found.flatMap((row) => parseRow(schema, row) ?? [])
}

/** The entries of all members that have no final answer. */
export function readUnsent(table: Table): Promise<ScanEntry[]> {
  return readBy(
    table,
    ScanEntry,
    'state',
    entryStates.filter((state) => isUnsent({ state })),
  )
}

/** The calls of a member, in whatever state, the oldest first. */
export async function readCalls(table: Table, memberId: string): Promise<CallEntry[]> {
  const calls = await readBy(table, CallEntry, 'state', callStates)
  return calls.filter((call) => call.memberId === memberId).toSorted((a, b) => a.capturedAt - b.capturedAt)
}

/**
 * Adds a call, unless the member has one about the same: then that one, which is due at once, because somebody asks.
 * One that has lapsed hinders none.
 */
export async function addCall(table: Table, asked: CallEntry): Promise<{ kind: 'done'; entry: CallEntry }> {
  const known = (await readBy(table, CallEntry, 'code', [asked.code])).find(
    ({ id, memberId, state }) => memberId === asked.memberId && (id === asked.id || state !== 'lapsed'),
  )
  const entry = known === undefined ? asked : { ...known, nextAttemptAt: 0 }
  await writeRow(table, entry)
  return { kind: 'done', entry }
}

/** The member's entry of a code. */
async function findByCode(table: Table, { memberId, code }: Pick<ScanEntry, 'memberId' | 'code'>) {
  return (await readBy(table, ScanEntry, 'code', [code])).find((entry) => entry.memberId === memberId)
}

function parseRow<Row>(schema: RowSchema<Row>, row: unknown): Row | null {
  const parsed = v.safeParse(schema, row)
  return parsed.success ? parsed.output : null
}

/** The scan of an id: an entry, null, or `unreadable` if it does not parse. */
export function readRow(table: Table, id: string): Promise<ScanEntry | 'unreadable' | null> {
  return readAs(table, ScanEntry, id)
}

async function readAs<Row>({ rows }: Table, schema: RowSchema<Row>, id: string): Promise<Row | 'unreadable' | null> {
  const row: unknown = await promisifyRequest<unknown>(rows.get(id))
  return row === undefined ? null : (parseRow(schema, row) ?? 'unreadable')
}

/**
 * Adds an entry, unless the member has one of the same code: then returns that one. A visitor's is written as scanned
 * now: whoever has said that it is not theirs is asked again.
 */
export async function addRow(table: Table, entry: ScanEntry): Promise<{ kind: 'done'; entry: ScanEntry }> {
  const known = await findByCode(table, entry)
  if (known && known.memberId !== visitorId) return { kind: 'done', entry: known }
  const stored = known ? { ...known, declinedBy: undefined, capturedAt: entry.capturedAt } : entry
  await writeRow(table, stored)
  return { kind: 'done', entry: stored }
}

/** Compare and set, within the caller's transaction. */
export async function alterRow<Row extends ScanEntry | CallEntry>(
  table: Table,
  schema: RowSchema<Row>,
  id: string,
  decide: DecideChange<Row>,
): Promise<RowChange<Row>> {
  const entry = await readAs(table, schema, id)
  if (entry === null || entry === 'unreadable') return { kind: 'missing' }
  const decision = decide(entry)
  if (decision === 'missing') return { kind: 'missing' }
  if (decision === null) return { kind: 'refused' }
  if (decision === 'remove') await promisifyRequest(table.rows.delete(id))
  else if (decision !== entry) await writeRow(table, decision)
  return { kind: 'done', entry: decision === 'remove' ? entry : decision }
}

/**
 * Makes a visitor's scans a member's, who has confirmed them. A code that the member has already is one scan: the new
 * one, where theirs was refused and could be sent again.
 *
 * @returns the member's scans of these codes; without those that somebody else has taken over
 */
export async function claimRows(
  table: Table,
  memberId: string,
  ids: readonly string[],
): Promise<{ kind: 'done'; entries: ScanEntry[] }> {
  const entries: ScanEntry[] = []
  for (const id of ids) {
    const row = await readRow(table, id)
    if (row === null || row === 'unreadable') continue
    // A transaction that is repeated finds its own work.
    if (row.memberId === memberId) entries.push(row)
    if (row.memberId !== visitorId) continue
    const known = await findByCode(table, { memberId, code: row.code })
    const isReplaced = known !== undefined && isResendable(known)
    if (known) await promisifyRequest(table.rows.delete(isReplaced ? known.id : id))
    const own = known && !isReplaced ? known : { ...row, memberId, declinedBy: undefined }
    const entry = confirmedEntry(own) ?? own
    await writeRow(table, entry)
    entries.push(entry)
  }
  return { kind: 'done', entries }
}

/**
 * Makes a member's pending entries of these tickets credited. The points log names only the newest tickets, so this is
 * stored.
 */
export async function creditRows(table: Table, memberId: string, ticketNos: ReadonlySet<string>): Promise<Counted> {
  const pending = await readBy(table, ScanEntry, 'state', ['pending'])
  const paid = pending.filter(
    (entry) => entry.memberId === memberId && entry.ticket && ticketNos.has(entry.ticket.ticket_no),
  )
  for (const entry of paid) await writeRow(table, { ...entry, state: 'credited' })
  return { kind: 'done', count: paid.length }
}

/** A row of whatever version: its key, what all versions have in common, and whether it is a call's. */
export type FrozenRow = FrozenFields & { key: IDBValidKey; isCall: boolean }

const CallRow = v.object({ version: v.literal(callVersion) })

/** The rows that any version of the app can count and forget. */
async function readFrozen(table: Table): Promise<FrozenRow[]> {
  const rows = await readAll(table)
  return rows.flatMap(([key, row]) => {
    const parsed = v.safeParse(FrozenFields, row)
    return parsed.success ? { ...parsed.output, key, isCall: v.is(CallRow, row) } : []
  })
}

/** The rows of a member that have no final answer. */
export async function readWaiting(table: Table, memberId: string): Promise<FrozenRow[]> {
  return (await readFrozen(table)).filter((row) => row.memberId === memberId && isUnsent(row))
}

/** Removes every scan with a final answer that is not this member's. A call stays until its member is told. */
export function removeFinal(table: Table, memberId: string | null): Promise<Counted> {
  return removeRows(table, (row) => isFinal(row) && !row.isCall && row.memberId !== memberId)
}

/** Removes those of these rows of a member that have no final answer. */
export function removeUnsent(table: Table, memberId: string, keys: ReadonlySet<IDBValidKey>): Promise<Counted> {
  return removeRows(table, (row) => isUnsent(row) && row.memberId === memberId && keys.has(row.key))
}

/** Removes every row of a member, also those that cannot be read. */
export async function removeOwned(table: Table, memberId: string): Promise<Counted> {
  const rows = await readAll(table)
  const owned = rows.filter(([, row]) => v.is(OwnedRow, row) && row.memberId === memberId)
  for (const [key] of owned) await promisifyRequest(table.rows.delete(key))
  return { kind: 'done', count: owned.length }
}

async function removeRows(table: Table, isMeant: (row: FrozenRow) => boolean): Promise<Counted> {
  const meant = (await readFrozen(table)).filter(isMeant)
  for (const { key } of meant) await promisifyRequest(table.rows.delete(key))
  return { kind: 'done', count: meant.length }
}

/** What a new row of a known code is written with: the same when the transaction is repeated. */
type FreshFacts = Pick<ScanEntry, 'id' | 'memberId' | 'capturedAt'>

/** What a repeated transaction finds in place of the row that its first run has replaced: the new one. */
async function writtenBefore(table: Table, freshId: string): Promise<RowChange> {
  const entry = await readRow(table, freshId)
  return entry === null || entry === 'unreadable' ? { kind: 'missing' } : { kind: 'done', entry }
}

/**
 * Replaces a row that can be sent again by a new one of the same code: its own id may be spent, because a server may
 * answer a repeated `Idempotency-Key` with the same answer.
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
async function writeRow({ rows }: Table, entry: ScanEntry | CallEntry): Promise<void> {
  const row: unknown = await promisifyRequest<unknown>(rows.get(entry.id))
  const known = v.is(v.looseObject({}), row) ? row : {}
  await promisifyRequest(rows.put({ ...known, ...v.parse(AnyEntry, entry) }, entry.id))
}
