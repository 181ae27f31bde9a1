import { beforeEach, expect, it } from 'vitest'
import { capturedEntry, visitorId } from '#src/outbox/entry.ts'
import { createOutbox, type Outbox } from '#src/outbox/outbox.ts'
import { openDurableStore } from '#src/storage/durableStore.ts'
import { type AwaitStep, databasesOf, dropConnections, type MemoryDisk, newDisk } from './memoryDatabase.ts'

const immediately: AwaitStep = () => Promise.resolve()

let disk: MemoryDisk
let signedIn: string | null
let ids: number
let now: number
let visitor: Outbox

function openTab(awaitStep = immediately): Outbox {
  return createOutbox({
    store: openDurableStore('scans', { databases: () => databasesOf(disk, awaitStep) }),
    clock: { now: () => now, elapsed: () => 0 },
    newId: () => `00000000-0000-4000-8000-${String((ids += 1)).padStart(12, '0')}`,
    channel: { notify: () => undefined, subscribe: () => () => undefined },
    isSignedIn: (memberId) => (signedIn ?? visitorId) === memberId,
  })
}

beforeEach(() => {
  disk = newDisk()
  signedIn = null
  ids = 0
  now = 1_000_000
  visitor = openTab()
})

/** Scans as a visitor, and signs a member in. Resolves to the ids of the scans. */
async function scanAndSignIn(memberId: string, ...codes: string[]): Promise<string[]> {
  const kept: string[] = []
  for (const code of codes) {
    const outcome = await visitor.add({ memberId: visitorId, code })
    if (outcome.kind === 'saved') kept.push(outcome.entry.id)
  }
  signedIn = memberId
  return kept
}

const rows = () => [...disk.rows.values()]

it('A visitor’s scan is committed, is one scan however often it is read, and is no member’s', async () => {
  expect(await visitor.add({ memberId: visitorId, code: 'a' })).toMatchObject({ kind: 'saved' })
  expect(await openTab().add({ memberId: visitorId, code: 'a' })).toMatchObject({ kind: 'known' })
  expect(disk.durable.size).toBe(1)
  expect(await visitor.unsentOfAll()).toEqual([])
  expect((await visitor.list('ada')).entries).toEqual([])
  expect(await visitor.queue('ada')).toEqual([])
})

it('What came while nobody was signed in is a visitor’s scan after a sign-in, too, once, and no member’s unasked', async () => {
  signedIn = 'ada'
  expect(await visitor.keep('a')).toMatchObject({ kind: 'saved', entry: { memberId: visitorId, confirmed: false } })
  expect(await openTab().keep('a')).toMatchObject({ kind: 'known' })
  expect(await visitor.queue('ada')).toEqual([])
  expect(await visitor.queue(visitorId)).toHaveLength(1)
})

it('Nobody scans as a visitor where somebody is signed in, and nobody claims for a member who has left', async () => {
  const [id = ''] = await scanAndSignIn('ada', 'a')
  expect(await visitor.add({ memberId: visitorId, code: 'b' })).toEqual({ kind: 'left' })
  signedIn = null
  expect(await visitor.claim('ada', [id])).toEqual({ kind: 'left' })
  signedIn = 'ben'
  expect(await visitor.claim('ada', [id])).toEqual({ kind: 'left' })
  expect(rows()).toMatchObject([{ memberId: visitorId, confirmed: false }])
})

it('A claimed scan is the member’s, confirmed, under the same id, and waits to be sent', async () => {
  const kept = await scanAndSignIn('ada', 'a', 'b')
  expect(await visitor.claim('ada', kept)).toMatchObject({
    kind: 'done',
    entries: kept.map((id) => ({ id, memberId: 'ada', confirmed: true, state: 'captured' })),
  })
  expect((await visitor.unsent(visitorId)).length).toBe(0)
  expect((await visitor.queue('ada')).map(({ id }) => id).toSorted()).toEqual(kept)
})

it('A scan is claimed once: by one of two tabs, and by one of two members', async () => {
  const kept = await scanAndSignIn('ada', 'a')
  const outcomes = await Promise.all([visitor.claim('ada', kept), openTab().claim('ada', kept)])
  expect(outcomes).toMatchObject([{ kind: 'done' }, { kind: 'done' }])
  expect(rows()).toMatchObject([{ memberId: 'ada' }])
  signedIn = 'ben'
  expect(await visitor.claim('ben', kept)).toEqual({ kind: 'done', entries: [] })
  expect(rows()).toMatchObject([{ memberId: 'ada' }])
})

it('A code that the member has scanned already is not there twice, whatever became of it', async () => {
  const own = capturedEntry({ id: crypto.randomUUID(), memberId: 'ada', code: 'a', capturedAt: 1 })
  for (const state of ['captured', 'credited', 'refused'] as const) {
    disk.rows.clear()
    signedIn = null
    const kept = await scanAndSignIn('ada', 'a')
    disk.rows.set(own.id, { ...own, state })
    expect(await visitor.claim('ada', kept)).toMatchObject({ kind: 'done', entries: [{ id: own.id, state }] })
    expect(rows()).toMatchObject([{ id: own.id, state, confirmed: state === 'captured' }])
  }
})

it.each([false, true])('A connection that breaks around the commit loses and doubles nothing (%s)', async (isTold) => {
  const kept = await scanAndSignIn('ada', 'a', 'b')
  let breaks = true
  const tab = openTab(async (label) => {
    if (label !== 'complete' || !breaks) return
    breaks = false
    dropConnections(disk, isTold)
  })
  expect(await tab.claim('ada', kept)).toMatchObject({ kind: 'done', entries: kept.map((id) => ({ id })) })
  expect(rows()).toMatchObject(kept.map((id) => ({ id, memberId: 'ada', confirmed: true })))
})

it('A full disk leaves a visitor’s scans as they were, and says so', async () => {
  const kept = await scanAndSignIn('ada', 'a')
  disk.full = true
  expect(await visitor.claim('ada', kept)).toEqual({ kind: 'failed', cause: 'quota' })
  expect(rows()).toMatchObject([{ memberId: visitorId, confirmed: false }])
})

it('Who says that a scan is not theirs leaves it to the others, who may still claim it', async () => {
  const kept = await scanAndSignIn('ada', 'a')
  for (const id of [...kept, ...kept]) expect(await visitor.decline('ada', id)).toMatchObject({ kind: 'done' })
  expect(rows()).toMatchObject([{ memberId: visitorId, declinedBy: ['ada'] }])
  signedIn = 'ben'
  expect(await visitor.claim('ben', kept)).toMatchObject({ kind: 'done', entries: [{ memberId: 'ben' }] })
})

it('Who scans again what is said not to be theirs is asked again', async () => {
  const [id = ''] = await scanAndSignIn('ada', 'a')
  await visitor.decline('ada', id)
  signedIn = null
  now += 5
  expect(await visitor.add({ memberId: visitorId, code: 'a' })).toMatchObject({ kind: 'known', entry: { id } })
  const [row] = (await visitor.list(visitorId)).entries
  expect(row).toMatchObject({ id, capturedAt: now })
  expect(row?.declinedBy).toBeUndefined()
})

it('A scan that the club did not know is sent anew when it is claimed again', async () => {
  const known = capturedEntry({ id: crypto.randomUUID(), memberId: 'ada', code: 'a', capturedAt: 1 })
  const [id = ''] = await scanAndSignIn('ada', 'a')
  disk.rows.set(known.id, { ...known, confirmed: true, state: 'refused', reason: 'not_found', settledAt: 2 })
  const claimed = { id, memberId: 'ada', state: 'captured', confirmed: true }
  expect(await visitor.claim('ada', [id])).toMatchObject({ kind: 'done', entries: [claimed] })
  expect(rows()).toMatchObject([claimed])
})

it('A sign-out and another member’s sign-in leave a visitor’s scans alone; the visitor can remove them', async () => {
  const [id = ''] = await scanAndSignIn('ada', 'a')
  await visitor.forgetFinal(null)
  await visitor.forgetMember('ada')
  expect(rows()).toHaveLength(1)
  expect(await visitor.discard('ada', id)).toEqual({ kind: 'missing' })
  expect(await visitor.discard(visitorId, id)).toMatchObject({ kind: 'done' })
  expect(rows()).toEqual([])
})
