import * as v from 'valibot'
import { expect, it } from 'vitest'
import { capturedEntry, ScanEntry } from '#src/outbox/entry.ts'
import { createOutbox } from '#src/outbox/outbox.ts'
import { openDurableStore } from '#src/storage/durableStore.ts'
import { databasesOf, newDisk } from './memoryDatabase.ts'

/**
 * A row as the first version of the app reads it. Tabs of two versions share one database: a row that an open older tab
 * cannot read would be shown there as damaged, and could be deleted. This schema is history: a new field is optional,
 * and no field is renamed.
 */
const FirstVersionEntry = v.object({
  version: v.literal(1),
  id: v.pipe(v.string(), v.uuid()),
  memberId: v.pipe(v.string(), v.nonEmpty()),
  code: v.string(),
  capturedAt: v.number(),
  confirmed: v.boolean(),
  state: v.picklist(['captured', 'scanned', 'credited', 'pending', 'refused', 'stuck']),
  attempts: v.number(),
  oddAnswers: v.number(),
  serverErrors: v.number(),
  triedAt: v.optional(v.number()),
  nextAttemptAt: v.number(),
  ticket: v.nullable(v.object({ ticket_no: v.string() })),
  reason: v.nullable(v.picklist(['invalid', 'not_found', 'expired', 'duplicated'])),
  settledAt: v.nullable(v.number()),
})

const scan = { id: '7f8c0de5-8f3b-4c55-9d6c-3f6f1a2b3c4d', memberId: 'ada', code: 'code-1', capturedAt: 1 }

/** A row as some later version may write it. */
const later = { ...capturedEntry(scan), note: 'a field of a later version' }

function openTab(rows: Record<string, unknown>) {
  const disk = newDisk()
  for (const [key, row] of Object.entries(rows)) disk.rows.set(key, row)
  const outbox = createOutbox({
    store: openDurableStore('scans', { databases: () => databasesOf(disk, () => Promise.resolve()) }),
    channel: { notify: () => undefined, subscribe: () => () => undefined },
  })
  return { disk, outbox }
}

it('A field that this version does not know survives a change', async () => {
  const { disk, outbox } = openTab({ [scan.id]: later })
  expect(await outbox.confirm('ada', scan.id)).toMatchObject({ kind: 'done' })
  expect(disk.rows.get(scan.id)).toEqual({ ...later, confirmed: true })
})

it('A row of a newer version is counted, and neither changed, recovered nor removed by anything about one scan', async () => {
  const newer = { ...later, version: 2 }
  const { disk, outbox } = openTab({ [scan.id]: newer })
  expect(await outbox.list('ada')).toEqual({ entries: [], unreadable: [], newer: 1 })
  expect(await outbox.list('ben')).toEqual({ entries: [], unreadable: [], newer: 0 })
  for (const act of ['confirm', 'discard', 'retry', 'replace', 'remove', 'salvage', 'removeUnreadable'] as const) {
    expect(await outbox[act]('ada', scan.id)).toEqual({ kind: 'missing' })
  }
  expect(await outbox.restore({ ...capturedEntry(scan), state: 'credited' })).toEqual({ kind: 'refused' })
  expect(disk.rows.get(scan.id)).toEqual(newer)
})

const rowOf = (id: string, more: object) => ({ version: 3, id, memberId: 'ada', state: 'captured', ...more })

it('At the end of a session, a row of a newer version is asked about, discarded and forgotten like any other', async () => {
  const rows = {
    waiting: rowOf('waiting', { confirmed: true, what: 'a newer version has renamed everything else' }),
    unconfirmed: rowOf('unconfirmed', { confirmed: false }),
    final: rowOf('final', { confirmed: true, state: 'credited', seat: 'with a name' }),
    other: rowOf('other', { confirmed: true, memberId: 'ben' }),
  }
  const { disk, outbox } = openTab(rows)
  const waiting = await outbox.waiting('ada')
  expect(waiting).toEqual([
    { key: 'waiting', memberId: 'ada', state: 'captured', confirmed: true, isCall: false },
    { key: 'unconfirmed', memberId: 'ada', state: 'captured', confirmed: false, isCall: false },
  ])
  expect(await outbox.forgetFinal(null)).toEqual({ kind: 'done', count: 1 })
  expect([...disk.rows.keys()]).toEqual(['waiting', 'unconfirmed', 'other'])
  expect(await outbox.discardUnsent('ada', ['waiting', 'other'])).toEqual({ kind: 'done', count: 1 })
  expect([...disk.rows.keys()]).toEqual(['unconfirmed', 'other'])
})

it('Of a closed account nothing stays, whatever the version or damage of its rows', async () => {
  const { disk, outbox } = openTab({
    [scan.id]: later,
    newer: { ...later, version: 3, id: 'newer' },
    torn: { memberId: 'ada', state: 'half wri' },
    other: { ...later, id: 'other', memberId: 'ben' },
  })
  expect(await outbox.forgetMember('ada')).toEqual({ kind: 'done', count: 3 })
  expect([...disk.rows.keys()]).toEqual(['other'])
})

it('A tab of the first version reads a row of this version', () => {
  expect(v.is(FirstVersionEntry, v.parse(ScanEntry, capturedEntry(scan)))).toBe(true)
})

it('This version reads a row of the first version with every fact in it', () => {
  const row = {
    ...scan,
    version: 1,
    confirmed: true,
    state: 'stuck',
    attempts: 6,
    oddAnswers: 5,
    serverErrors: 2,
    triedAt: 2,
    nextAttemptAt: 3,
    ticket: null,
    reason: null,
    settledAt: null,
  }
  expect(v.is(FirstVersionEntry, row)).toBe(true)
  expect(v.parse(ScanEntry, row)).toEqual(row)
})
