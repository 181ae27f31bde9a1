import { beforeEach, describe, expect, it } from 'vitest'
import type { ChangeChannel } from '#src/outbox/changeChannel.ts'
import { capturedEntry, type ScanEntry } from '#src/outbox/entry.ts'
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

const unsentIds = async (memberId: string) => (await outbox.unsent(memberId)).map(({ id }) => id)

const known = ticketOf('code-1')

describe('a scan', () => {
  it('is written before it is shown as saved', async () => {
    const outcome = await outbox.add(scan)
    expect(outcome).toEqual({
      kind: 'saved',
      entry: capturedEntry({ ...scan, id: '00000000-0000-4000-8000-000000000001', capturedAt: 1_000_000 }),
    })
    expect([...disk.durable.values()]).toEqual([expect.objectContaining(scan)])
    expect(posts).toBe(1)
  })

  it('is one scan however often its code is read, whatever the clock shows', async () => {
    const kinds: string[] = []
    for (const [elapsed, now] of [
      [0, 1_000_000],
      [4000, -500_000_000],
      [8000, 900_000_000],
      [18_000, 6],
    ] as const) {
      time = { elapsed, now }
      kinds.push((await outbox.add(scan)).kind, (await openTab().add(scan)).kind)
    }
    expect(kinds).toEqual(['saved', ...kinds.slice(1).map(() => 'known')])
    expect(disk.rows.size).toBe(1)
  })

  it('is one scan if two tabs read the code at the same moment', async () => {
    const outcomes = await Promise.all([outbox.add(scan), openTab().add(scan)])
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['known', 'saved'])
    expect(disk.rows.size).toBe(1)
  })

  it('is another scan if another member scans the same code', async () => {
    await outbox.add(scan)
    expect(await outbox.add({ ...scan, memberId: 'ben' })).toMatchObject({ kind: 'saved' })
    expect((await outbox.list('ada')).entries).toHaveLength(1)
  })

  it('is saved, not known, if the connection broke between its commit and the notification', async () => {
    let breaks = true
    const awaitStep: AwaitStep = async (label) => {
      if (label !== 'complete' || !breaks) return
      breaks = false
      dropConnections(disk, false)
    }
    const outcome = await openTab(awaitStep).add(scan)
    expect(outcome.kind).toBe('saved')
    expect(disk.rows.size).toBe(1)
  })

  it.each([
    ['quota', () => Object.assign(disk, { full: true })],
    ['unavailable', () => Object.assign(disk, { unreachable: true })],
  ] as const)('that cannot be stored is never shown as saved: %s', async (cause, breakIt) => {
    breakIt()
    expect(await outbox.add(scan)).toEqual({ kind: 'failed', cause })
    expect(disk.rows.size).toBe(0)
    expect(posts).toBe(0)
  })

  it.each(['', 'x'.repeat(2049), '音'.repeat(683)])('must have 1 to 2,048 bytes', async (code) => {
    await expect(outbox.add({ ...scan, code })).rejects.toThrow('Invalid')
    expect(disk.rows.size).toBe(0)
  })

  it.each(['x'.repeat(2048), '\u0000\u0007binary', '🎻🎼', ' '])('may contain any other text', async (code) => {
    expect(await outbox.add({ ...scan, code })).toMatchObject({ kind: 'saved', entry: { code } })
    expect((await outbox.list('ada')).entries[0]?.code).toBe(code)
  })
})

describe('the list', () => {
  it('contains only the member’s scans, newest first', async () => {
    const [first, second] = [row(), row()]
    row({ memberId: 'ben' })
    expect(await outbox.list('ada')).toEqual({ entries: [second, first], unreadable: [], newer: 0 })
    expect(await outbox.get('ada', first.id)).toEqual(first)
    expect(await outbox.get('ben', first.id)).toBeNull()
    expect(await outbox.get('ada', 'nobody')).toBeNull()
  })

  it('lists unreadable rows separately, and neither deletes nor fails on them', async () => {
    const right = row()
    disk.rows.set('torn', { memberId: 'ada', id: 'torn', state: 'half wri' })
    disk.rows.set('junk', 'junk')
    disk.rows.set('other', { memberId: 'ben', id: 'other' })
    const { entries, unreadable } = await outbox.list('ada')
    expect(entries).toEqual([right])
    expect(unreadable.map(({ key }) => key)).toEqual(['torn', 'junk'])
    expect(await outbox.get('ada', 'torn')).toBeNull()
    expect(await outbox.confirm('ada', 'torn')).toEqual({ kind: 'missing' })
    expect(await outbox.discardUnsent('ada', [right.id, 'torn', 'other'])).toEqual({ kind: 'done', count: 1 })
    expect([...disk.rows.keys()]).toEqual(['torn', 'junk', 'other'])
  })

  it('rejects if storage fails', async () => {
    disk.unreachable = true
    await expect(outbox.list('ada')).rejects.toMatchObject({ fault: 'unavailable' })
    await expect(outbox.unsent('ada')).rejects.toMatchObject({ fault: 'unavailable' })
  })
})

describe('a member’s actions on a scan', () => {
  const states = {
    captured: {},
    'captured, confirmed': { confirmed: true },
    scanned: { state: 'scanned', ticket: known },
    'scanned, confirmed': { state: 'scanned', ticket: known, confirmed: true },
    credited: { state: 'credited', ticket: known },
    pending: { state: 'pending', ticket: known },
    refused: { state: 'refused', reason: 'expired' },
    stuck: { state: 'stuck', attempts: 9, oddAnswers: 5, nextAttemptAt: 99 },
    'stuck at the claim': { state: 'stuck', ticket: known, confirmed: true },
  } as const satisfies Record<string, Partial<ScanEntry>>
  type Name = keyof typeof states

  const may: Record<'confirm' | 'discard' | 'retry' | 'remove', readonly Name[]> = {
    confirm: [
      'captured',
      'captured, confirmed',
      'scanned',
      'scanned, confirmed',
      'credited',
      'pending',
      'stuck',
      'stuck at the claim',
    ],
    discard: ['captured', 'scanned'],
    retry: ['captured', 'captured, confirmed', 'scanned', 'scanned, confirmed', 'stuck', 'stuck at the claim'],
    remove: ['refused', 'stuck', 'stuck at the claim'],
  }

  it.each(['confirm', 'discard', 'retry', 'remove'] as const)(
    '%s is refused if it does not fit the state',
    async (act) => {
      const outcomes: Record<string, string> = {}
      for (const [name, part] of Object.entries(states)) outcomes[name] = (await outbox[act]('ada', row(part).id)).kind
      const allowed: readonly string[] = may[act]
      expect(outcomes).toEqual(
        Object.fromEntries(Object.keys(states).map((name) => [name, allowed.includes(name) ? 'done' : 'refused'])),
      )
    },
  )

  it('no other member may act on it', async () => {
    const { id } = row({ state: 'stuck' })
    for (const act of ['confirm', 'discard', 'retry', 'remove'] as const) {
      expect(await outbox[act]('ben', id)).toEqual({ kind: 'missing' })
    }
    expect(disk.rows.size).toBe(1)
  })

  it('confirming waits for no response and overwrites none', async () => {
    const [captured, credited] = [row(), row(states.credited)]
    expect(await outbox.confirm('ada', captured.id)).toEqual({ kind: 'done', entry: { ...captured, confirmed: true } })
    expect(await outbox.confirm('ada', credited.id)).toEqual({ kind: 'done', entry: credited })
  })

  it('a retry restarts a stuck scan at the step at which it stuck', async () => {
    const fresh = { attempts: 0, oddAnswers: 0, nextAttemptAt: 0 }
    const { id } = row(states.stuck)
    expect(await outbox.retry('ada', id)).toMatchObject({ kind: 'done', entry: { state: 'captured', ...fresh } })
    const claimed = row(states['stuck at the claim'])
    expect(await outbox.retry('ada', claimed.id)).toMatchObject({ kind: 'done', entry: { state: 'scanned', ...fresh } })
  })

  it('a removed scan can be scanned again', async () => {
    const saved = await outbox.add(scan)
    if (!('entry' in saved)) throw new Error(saved.kind)
    expect(await outbox.discard('ada', saved.entry.id)).toMatchObject({ kind: 'done' })
    expect(await outbox.add(scan)).toMatchObject({ kind: 'saved' })
  })

  it('counts and discards only unsent scans, stuck ones among them', async () => {
    const all = Object.values(states).map((part) => row(part).id)
    const other = row({ memberId: 'ben' })
    expect(await unsentIds('ada')).toHaveLength(6)
    expect(await outbox.unsentOfAll()).toHaveLength(7)
    expect(await outbox.discardUnsent('ada', [...all, other.id])).toEqual({ kind: 'done', count: 6 })
    expect(await unsentIds('ada')).toEqual([])
    expect(disk.rows.size).toBe(4)
    expect(await unsentIds('ben')).toEqual([other.id])
  })

  it('discarding spares a scan that was saved after the person was asked', async () => {
    const asked = row()
    const later = row({ code: 'another ticket' })
    expect(await outbox.discardUnsent('ada', [asked.id])).toEqual({ kind: 'done', count: 1 })
    expect(await unsentIds('ada')).toEqual([later.id])
  })

  it('a pending scan is credited, for good, once the points history has named its ticket', async () => {
    const [pending, other] = [row(states.pending), row({ ...states.pending, memberId: 'ben' })]
    expect(await outbox.creditPaid('ada', new Set(['T-other']))).toEqual({ kind: 'done', count: 0 })
    expect(await outbox.creditPaid('ada', new Set([known.ticket_no]))).toEqual({ kind: 'done', count: 1 })
    expect(posts).toBe(1)
    expect(await openTab().get('ada', pending.id)).toEqual({ ...pending, state: 'credited' })
    expect(await outbox.get('ben', other.id)).toEqual(other)
  })

  it('settled scans leave at a sign-out, unsent and unreadable ones stay', async () => {
    for (const part of Object.values(states)) row(part)
    row({ memberId: 'ben', state: 'credited' })
    disk.rows.set('torn', { memberId: 'ada', state: 'half wri' })
    expect(await outbox.forgetFinal('ada')).toEqual({ kind: 'done', count: 1 })
    expect((await outbox.list('ada')).entries).toHaveLength(9)
    expect(await outbox.forgetFinal(null)).toEqual({ kind: 'done', count: 3 })
    const { entries, unreadable } = await outbox.list('ada')
    expect(entries.map(({ state }) => state).toSorted()).toEqual([
      'captured',
      'captured',
      'scanned',
      'scanned',
      'stuck',
      'stuck',
    ])
    expect(unreadable).toHaveLength(1)
    expect(disk.rows.size).toBe(7)
  })

  it('reports a storage failure, and changes nothing', async () => {
    const { id } = row()
    disk.full = true
    expect(await outbox.confirm('ada', id)).toEqual({ kind: 'failed', cause: 'quota' })
    disk.unreachable = true
    expect(await outbox.discard('ada', id)).toEqual({ kind: 'failed', cause: 'unavailable' })
    expect(await outbox.discardUnsent('ada', [id])).toEqual({ kind: 'failed', cause: 'unavailable' })
    expect(posts).toBe(0)
  })
})
