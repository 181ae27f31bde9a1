import * as v from 'valibot'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ChangeChannel } from '#src/outbox/changeChannel.ts'
import { capturedEntry, ScanEntry } from '#src/outbox/entry.ts'
import { createOutbox, type Outbox } from '#src/outbox/outbox.ts'
import { openDurableStore } from '#src/storage/durableStore.ts'
import { ticketOf } from './fakeServer.ts'
import { databasesOf, dropConnections, type MemoryDisk, newDisk, type AwaitStep } from './memoryDatabase.ts'

const scan = { memberId: 'ada', code: 'code-1' }
const immediately: AwaitStep = () => Promise.resolve()

let disk: MemoryDisk
let time: { now: number; elapsed: number }
let posts: number
let ids: number
let outbox: Outbox

function openTab(awaitStep = immediately): Outbox {
  const channel: ChangeChannel = { notify: () => (posts += 1), subscribe: () => () => undefined }
  return createOutbox({
    store: openDurableStore('scans', { databases: () => databasesOf(disk, awaitStep) }),
    clock: { now: () => time.now, elapsed: () => time.elapsed },
    newId: () => `00000000-0000-4000-8000-${String((ids += 1)).padStart(12, '0')}`,
    channel,
  })
}

beforeEach(() => {
  disk = newDisk()
  time = { now: 1_000_000, elapsed: 0 }
  posts = 0
  ids = 0
  outbox = openTab()
})

/** Writes a row as it may look after some time. */
function row(part: Partial<ScanEntry> = {}): ScanEntry {
  const id = `00000000-0000-4000-8000-${String((ids += 1)).padStart(12, '0')}`
  const entry = { ...capturedEntry({ id, memberId: 'ada', code: id, capturedAt: ids }), ...part }
  disk.rows.set(entry.id, entry)
  return entry
}

/** Writes a refused scan, and makes it durable. */
function refused(part: Partial<ScanEntry> = {}): ScanEntry {
  const entry = row({ ...scan, state: 'refused', reason: 'not_found', settledAt: 9, ...part })
  disk.durable = new Map(disk.rows)
  return entry
}

/** The codes that a kill would leave. */
function codes(): string[] {
  return [...disk.durable.values()].flatMap((value) => (v.is(ScanEntry, value) ? [value.code] : []))
}

const claim: ScanEntry = {
  ...capturedEntry({ ...scan, id: '00000000-0000-4000-8000-000000000099', capturedAt: 3 }),
  state: 'pending',
  ticket: ticketOf('code-1'),
  settledAt: 9,
}

describe('sending a refused scan again', () => {
  const newest = '00000000-0000-4000-8000-000000000003'
  it.each(['not_found', 'invalid'] as const)('replaces it by a new scan of the same code: %s', async (reason) => {
    const old = refused({ reason })
    row()
    const entry = capturedEntry({ ...scan, id: newest, capturedAt: 1_000_000 })
    expect(await outbox.replace('ada', old.id)).toEqual({ kind: 'done', entry })
    expect(disk.durable.has(old.id)).toBe(false)
    expect(disk.durable.get(newest)).toEqual(entry)
    expect(posts).toBe(1)
  })

  it('keeps the scan on a full disk', async () => {
    const old = refused()
    disk.full = true
    expect(await outbox.replace('ada', old.id)).toEqual({ kind: 'failed', cause: 'quota' })
    expect(codes()).toEqual(['code-1'])
  })

  it('keeps the scan wherever the browser is killed', async () => {
    for (let steps = 0; steps < 6; steps++) {
      disk = newDisk()
      const old = refused()
      let left = steps
      const never = new Promise<void>(() => undefined)
      void openTab(() => (left-- > 0 ? Promise.resolve() : never)).replace('ada', old.id)
      await new Promise(setImmediate)
      expect(codes(), `killed at step ${steps}`).toEqual(['code-1'])
    }
  })

  it('makes one new scan if the connection broke between the commit and its notification', async () => {
    const old = refused()
    let breaks = true
    const awaitStep: AwaitStep = async (label) => {
      if (label !== 'complete' || !breaks) return
      breaks = false
      dropConnections(disk, false)
    }
    expect(await openTab(awaitStep).replace('ada', old.id)).toMatchObject({
      kind: 'done',
      entry: { state: 'captured' },
    })
    expect(codes()).toEqual(['code-1'])
  })

  it.each([
    { state: 'refused', reason: 'expired' },
    { state: 'refused', reason: 'duplicated' },
    { state: 'refused', reason: 'invalid', ticket: ticketOf('code-1') },
    { state: 'credited' },
    { state: 'captured', reason: null },
  ] as const)('is refused if the server would answer the same: %j', async (part) => {
    expect(await outbox.replace('ada', refused(part).id)).toEqual({ kind: 'refused' })
    expect(codes()).toEqual(['code-1'])
  })

  it('is not for another member', async () => {
    expect(await outbox.replace('ben', refused().id)).toEqual({ kind: 'missing' })
  })
})

describe('a claim whose row is gone', () => {
  it('restores the row', async () => {
    expect(await outbox.restore(claim)).toEqual({ kind: 'done', entry: claim })
    expect((await outbox.list('ada')).entries).toEqual([claim])
  })

  it('settles the newer scan of the same code instead', async () => {
    const again = row({ code: scan.code, confirmed: true })
    await outbox.restore(claim)
    expect((await outbox.list('ada')).entries).toEqual([
      { ...claim, id: again.id, capturedAt: again.capturedAt, confirmed: true },
    ])
  })

  it.each([
    ['the newer scan is settled', () => row({ code: scan.code, state: 'refused', reason: 'duplicated' })],
    ['its row still exists', () => row({ id: claim.id })],
    ['its row exists and is unreadable', () => disk.rows.set(claim.id, 'junk')],
  ] as const)('is not written if %s', async (_, prepare) => {
    prepare()
    const before = [...disk.rows.values()]
    expect(await outbox.restore(claim)).toEqual({ kind: 'refused' })
    expect([...disk.rows.values()]).toEqual(before)
  })
})
