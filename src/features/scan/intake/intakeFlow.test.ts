import { beforeEach, expect, it } from 'vitest'
import { createOutbox, type Outbox } from '#src/outbox/outbox.ts'
import { openDurableStore } from '#src/storage/durableStore.ts'
import { databasesOf, newDisk } from '#tests/outbox/memoryDatabase.ts'
import { emptyState, type IntakeState, openIntakeFlow } from './intakeFlow.ts'

let state: IntakeState
let passedOn: (readonly string[])[]
/** Scans that were made before, each time that a page was left for them. */
let known: (readonly string[])[]
let outbox: Outbox
let isSignedIn: () => boolean

function onSaved(ids: readonly string[], before: readonly string[]): Promise<void> {
  passedOn.push(ids)
  if (before.length > 0) known.push(before)
  return Promise.resolve()
}

function onNothingToConfirm(ids: readonly string[]): Promise<void> {
  known.push(ids)
  return Promise.resolve()
}

function dependencies(isInPlace = true) {
  return { outbox, memberId: 'ada', keys: [], origin: 'https://club.test', isInPlace, onSaved, onNothingToConfirm }
}

/** A confirmed scan of a ticket, which is known when its code is read again. */
async function scannedBefore(code: string): Promise<string> {
  const added = await outbox.add({ memberId: 'ada', code })
  if (added.kind !== 'saved') throw new Error(added.kind)
  await outbox.confirm('ada', added.entry.id)
  return added.entry.id
}

beforeEach(() => {
  state = emptyState
  passedOn = []
  known = []
  isSignedIn = () => true
  const disk = newDisk()
  outbox = createOutbox({
    store: openDurableStore('scans', { databases: () => databasesOf(disk, () => Promise.resolve()) }),
    channel: { notify: () => undefined, subscribe: () => () => undefined },
    isSignedIn: () => isSignedIn(),
  })
})

it('Two quick presses of "Send it anyway" keep both scans', async () => {
  const flow = openIntakeFlow((next) => (state = next))
  const codes = ['https://example.com/1', 'https://example.com/2']
  const received = flow.receive(codes, dependencies())
  await expect.poll(() => state.intake.issues).toHaveLength(2)
  await Promise.all(codes.map((code) => flow.submit(code, dependencies())))
  await received
  const { entries } = await outbox.list('ada')
  expect(entries.map(({ code }) => code).toSorted()).toEqual(codes)
  expect(passedOn.map((ids) => ids.toSorted())).toEqual([entries.map(({ id }) => id).toSorted()])
  expect(state).toEqual(emptyState)
})

it('Leaving the issues alone passes on what was saved beside them', async () => {
  const flow = openIntakeFlow((next) => (state = next))
  const received = flow.receive(['https://example.com', 'CB-1'], dependencies())
  await expect.poll(() => state.intake.issues).toHaveLength(1)
  expect(passedOn).toEqual([])
  await flow.dismissAll(dependencies())
  await received
  expect(passedOn).toHaveLength(1)
  expect((await outbox.list('ada')).entries).toMatchObject([{ code: 'CB-1' }])
})

it('A code that is read after the page’s person has left is not told as stored', async () => {
  const flow = openIntakeFlow((next) => (state = next))
  const stays = [true, false]
  isSignedIn = () => stays.shift() ?? false
  expect(await flow.receive(['CB-1', 'CB-2', 'CB-3'], dependencies())).toEqual(['CB-1'])
  expect((await outbox.list('ada')).entries).toMatchObject([{ code: 'CB-1' }])
})

it('A code that storage refused is not told as stored when the member puts it off; one that is left alone is dealt with', async () => {
  const flow = openIntakeFlow((next) => (state = next))
  const full = {
    ...dependencies(),
    outbox: { ...outbox, add: () => Promise.resolve({ kind: 'failed', cause: 'quota' } as const) },
  }
  const received = flow.receive(['CB-1', 'https://example.com'], full)
  await expect.poll(() => state.intake.issues).toHaveLength(2)
  await flow.dismissAll(full)
  expect(await received).toEqual(['https://example.com'])
})

it('A known ticket from elsewhere leads to the member’s scans; over a camera it is told there, and the camera waits', async () => {
  const id = await scannedBefore('CB-1')
  expect(await openIntakeFlow((next) => (state = next)).receive(['CB-1'], dependencies(false))).toEqual(['CB-1'])
  expect(known).toEqual([[id]])

  const scanner = openIntakeFlow((next) => (state = next))
  const received = scanner.receive(['CB-1'], dependencies())
  await expect.poll(() => state.intake.issues).toMatchObject([{ kind: 'already_scanned' }])
  await scanner.dismissAll(dependencies())
  await received
  expect(known).toHaveLength(1)
})

it('Of several tickets, only the new ones are confirmed; those that are known are told beside them', async () => {
  const id = await scannedBefore('CB-1')
  await openIntakeFlow((next) => (state = next)).receive(['CB-1', 'CB-2'], dependencies())
  const { entries } = await outbox.list('ada')
  expect(passedOn).toEqual([[entries.find(({ code }) => code === 'CB-2')?.id]])
  expect(known).toEqual([[id]])
  expect(state).toEqual(emptyState)
})
