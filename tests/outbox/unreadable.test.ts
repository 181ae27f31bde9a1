import { beforeEach, expect, it } from 'vitest'
import { capturedEntry } from '#src/outbox/entry.ts'
import { createOutbox, type Outbox } from '#src/outbox/outbox.ts'
import { openDurableStore } from '#src/storage/durableStore.ts'
import { databasesOf, dropConnections, type MemoryDisk, newDisk, type AwaitStep } from './memoryDatabase.ts'

const newId = '00000000-0000-4000-8000-000000000001'
const torn = { memberId: 'ada', code: 'code-1', capturedAt: 5, state: 'half wri' }
const immediately: AwaitStep = () => Promise.resolve()

let disk: MemoryDisk
let posts: number
let outbox: Outbox

function openTab(awaitStep = immediately): Outbox {
  return createOutbox({
    store: openDurableStore('scans', { databases: () => databasesOf(disk, awaitStep) }),
    clock: { now: () => 77, elapsed: () => 0 },
    newId: () => newId,
    channel: { notify: () => (posts += 1), subscribe: () => () => undefined },
  })
}

/** Loses its connection once, between the commit and its notification. */
function breakAfterCommit(): AwaitStep {
  let breaks = true
  return async (label) => {
    if (label !== 'complete' || !breaks) return
    breaks = false
    dropConnections(disk, false)
  }
}

beforeEach(() => {
  disk = newDisk()
  posts = 0
  outbox = openTab()
})

it('The readable parts of an invalid row are shown to its member', async () => {
  disk.rows.set('whole code', torn)
  disk.rows.set('no code', { ...torn, code: 5 })
  disk.rows.set('no time', { memberId: 'ada', code: 'code-2', capturedAt: Number.NaN })
  disk.rows.set('nothing', { memberId: 'ada' })
  expect((await outbox.list('ada')).unreadable).toEqual([
    { key: 'whole code', owned: true, code: 'code-1', capturedAt: 5 },
    { key: 'no code', owned: true, code: null, capturedAt: 5 },
    { key: 'no time', owned: true, code: 'code-2', capturedAt: null },
    { key: 'nothing', owned: true, code: null, capturedAt: null },
  ])
})

it('A row without an owner is shown to no member', async () => {
  disk.rows.set('lost', { ...torn, memberId: undefined })
  disk.rows.set('nobody', { ...torn, memberId: '' })
  disk.rows.set('junk', 'code-1')
  for (const memberId of ['ada', 'ben']) {
    expect((await outbox.list(memberId)).unreadable).toEqual(
      ['lost', 'nobody', 'junk'].map((key) => ({ key, owned: false, code: null, capturedAt: null })),
    )
    for (const key of ['lost', 'nobody', 'junk']) {
      expect(await outbox.salvage(memberId, key)).toEqual({ kind: 'missing' })
    }
  }
})

it('An unreadable row is removed when its member requests it, and nothing else is', async () => {
  const scan = capturedEntry({ id: newId, memberId: 'ada', code: 'code-9', capturedAt: 3 })
  disk.rows.set(newId, scan)
  disk.rows.set('torn', torn)
  disk.rows.set('junk', 'junk')
  disk.rows.set('of ben', { ...torn, memberId: 'ben' })
  for (const key of [newId, 'of ben', 'nowhere']) {
    expect(await outbox.removeUnreadable('ada', key)).toEqual({ kind: 'missing' })
  }
  expect(posts).toBe(0)
  for (const key of ['torn', 'junk']) expect(await outbox.removeUnreadable('ada', key)).toEqual({ kind: 'done' })
  expect(posts).toBe(2)
  expect([...disk.durable.keys()]).toEqual([newId, 'of ben'])
})

it('A row whose code is still readable becomes a scan again, to be confirmed once more', async () => {
  disk.rows.set('torn', { ...torn, confirmed: true })
  const entry = capturedEntry({ id: newId, memberId: 'ada', code: 'code-1', capturedAt: 5 })
  expect(await outbox.salvage('ada', 'torn')).toEqual({ kind: 'done', entry })
  expect([...disk.durable.entries()]).toEqual([[newId, entry]])
  expect(posts).toBe(1)
})

it('A recovered row is one scan if the code has been scanned again since', async () => {
  const again = capturedEntry({
    id: '00000000-0000-4000-8000-000000000002',
    memberId: 'ada',
    code: 'code-1',
    capturedAt: 9,
  })
  disk.rows.set(again.id, again)
  disk.rows.set('torn', torn)
  expect(await outbox.salvage('ada', 'torn')).toEqual({ kind: 'done', entry: again })
  expect([...disk.durable.keys()]).toEqual([again.id])
})

it('A recovered row is one scan if the connection broke between the commit and its notification', async () => {
  disk.rows.set('torn', { ...torn, capturedAt: 'yesterday' })
  expect(await openTab(breakAfterCommit()).salvage('ada', 'torn')).toMatchObject({
    kind: 'done',
    entry: { id: newId, capturedAt: 77 },
  })
  expect([...disk.rows.keys()]).toEqual([newId])
})

it('Another member’s row, a valid scan and a row without a code are not recovered', async () => {
  const whole = capturedEntry({ id: newId, memberId: 'ada', code: 'code-9', capturedAt: 3 })
  disk.rows.set('of ben', { ...torn, memberId: 'ben' })
  disk.rows.set('whole', { ...whole, id: '00000000-0000-4000-8000-000000000003' })
  disk.rows.set('no code', { ...torn, code: '' })
  for (const key of ['of ben', 'whole', 'no code']) {
    expect(await outbox.salvage('ada', key)).toEqual({ kind: 'missing' })
  }
  expect(disk.rows.size).toBe(3)
})

it('A storage failure is reported, and the row stays', async () => {
  disk.rows.set('torn', torn)
  disk.full = true
  expect(await outbox.salvage('ada', 'torn')).toEqual({ kind: 'failed', cause: 'quota' })
  disk.unreachable = true
  expect(await outbox.removeUnreadable('ada', 'torn')).toEqual({ kind: 'failed', cause: 'unavailable' })
  expect([...disk.rows.keys()]).toEqual(['torn'])
})
