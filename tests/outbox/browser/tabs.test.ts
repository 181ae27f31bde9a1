import { afterEach, beforeEach, expect, it } from 'vitest'
import { isInProgress } from '#src/outbox/entry.ts'
import { createOutbox, type Outbox } from '#src/outbox/outbox.ts'
import { scanIndexes } from '#src/outbox/rows.ts'
import { openDurableStore } from '#src/storage/durableStore.ts'
import { OtherTab, type TabCall } from './otherTab.ts'

const memberId = 'ada'
const unknown = { status: 'not_found', ticket_info: null } as const

let database: string
/** This tab's view of the shared rows. */
let outbox: Outbox
let calls: TabCall[]
let serve: (call: TabCall) => void
let tabs: OtherTab[]

beforeEach(async () => {
  database = `scans-${crypto.randomUUID()}`
  outbox = createOutbox({ store: openDurableStore(database, { indexes: scanIndexes }) })
  calls = []
  serve = ({ answer }) => answer(unknown)
  const onCall = (call: TabCall) => {
    calls.push(call)
    serve(call)
  }
  tabs = [new OtherTab(onCall), new OtherTab(onCall)]
  await Promise.all(tabs.map((tab) => tab.open(database, memberId)))
})
afterEach(() => tabs.forEach((tab) => tab.kill()))

function twoTabs(): [OtherTab, OtherTab] {
  const [one, other] = tabs
  if (!one || !other) throw new Error('Two tabs are open.')
  return [one, other]
}

async function save(count: number): Promise<string[]> {
  const codes = Array.from({ length: count }, (_, index) => `code-${index}`)
  const outcomes = await Promise.all(codes.map((code) => outbox.add({ memberId, code })))
  return outcomes.flatMap((outcome) => (outcome.kind === 'saved' ? [outcome.entry.id] : []))
}

async function countWaiting(): Promise<number> {
  return (await outbox.list(memberId)).entries.filter(isInProgress).length
}

it('A code that two tabs read at the same moment is one scan', async () => {
  for (let round = 0; round < 10; round++) {
    const outcomes = await Promise.all(tabs.map((tab) => tab.add(`code-${round}`)))
    expect(outcomes).toEqual(
      expect.arrayContaining([expect.objectContaining({ kind: 'saved' }), expect.objectContaining({ kind: 'known' })]),
    )
  }
  expect((await outbox.list(memberId)).entries).toHaveLength(10)
})

it('Every tab is notified of a change in one of them', async () => {
  const [one, other] = twoTabs()
  let notifications = 0
  const unsubscribe = outbox.subscribe(() => (notifications += 1))
  await one.add('code-1')
  await expect.poll(() => other.changes).toBe(1)
  await expect.poll(() => notifications).toBe(1)
  await save(1)
  expect(notifications).toBe(2)
  await expect.poll(() => one.changes + other.changes).toBe(4)
  unsubscribe()
  await save(2)
  expect(notifications).toBe(2)
})

it('Two tabs that send at once make one call at a time, and each call once', async () => {
  const ids = await save(20)
  let open = 0
  let most = 0
  serve = ({ answer }) => {
    most = Math.max(most, ++open)
    queueMicrotask(() => {
      open -= 1
      answer(unknown)
    })
  }
  await Promise.all([...tabs, ...tabs].map((tab) => tab.flush()))
  expect(most).toBe(1)
  expect(calls.map(({ key }) => key).toSorted()).toEqual(ids.toSorted())
  expect(await countWaiting()).toBe(0)
})

it('A scan that is added while another tab sends is sent', async () => {
  const [one, other] = twoTabs()
  await save(1)
  const asked = Promise.withResolvers<TabCall>()
  serve = asked.resolve
  const sending = one.flush()
  const { answer } = await asked.promise
  await other.add('code-late')
  const alsoSending = other.flush()
  serve = (call) => call.answer(unknown)
  answer(unknown)
  await Promise.all([sending, alsoSending])
  expect(calls).toHaveLength(2)
  expect(await countWaiting()).toBe(0)
})

it('A tab that is killed while sending loses nothing: the other tab sends the same scan under the same key', async () => {
  const [one, other] = twoTabs()
  const [id] = await save(1)
  const asked = Promise.withResolvers<TabCall>()
  serve = asked.resolve
  void one.flush()
  await asked.promise
  const waiting = other.flush()
  serve = (call) => call.answer(unknown)
  one.kill()
  expect(await waiting).toEqual({ kind: 'idle', waitMs: null })
  expect(calls.map(({ key }) => key)).toEqual([id, id])
  expect(await countWaiting()).toBe(0)
})
