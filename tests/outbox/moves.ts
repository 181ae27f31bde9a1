import * as fc from 'fast-check'
import { isFinal, type ScanEntry } from '#src/outbox/entry.ts'
import type { ChangeOutcome } from '#src/outbox/outbox.ts'
import { codes } from './fakeServer.ts'
import { faults } from './fakeNetwork.ts'
import type { History } from './history.ts'
import { dropConnections } from './memoryDatabase.ts'
import type { Phone, Tab } from './phone.ts'

const members = ['ada', 'ben'] as const
const minute = 60_000
const day = 24 * 60 * minute

interface World {
  phone: Phone
  history: History
}

type Move = fc.AsyncCommand<History, Phone>

/** One thing that happens, and how many of the things that wait to happen may happen after it. */
function move(name: string, steps: number, act: (world: World) => unknown): Move {
  return {
    check: () => true,
    async run(history, phone) {
      act({ phone, history })
      await phone.run(steps)
      history.check()
    },
    toString: () => `${name} +${steps}`,
  }
}

/** Something that a person does in one of the open tabs. */
function inTab(name: string, [which, steps]: readonly [number, number], act: (world: World, tab: Tab) => void): Move {
  return move(`${name} in tab ${which}`, steps, (world) => {
    const awake = world.phone.tabs.filter(({ frozen }) => !frozen)
    act(world, awake[which % Math.max(1, awake.length)] ?? openApp(world))
  })
}

/** The app is opened, and sends what waits. */
function openApp({ phone }: World): Tab {
  const tab = phone.openTab()
  phone.flush(tab)
  return tab
}

/** Something that the signed-in member does with one of the scans that are shown. */
function onRow(
  name: string,
  [which, steps, pick]: readonly [number, number, number],
  act: (world: World, tab: Tab, row: ScanEntry) => void,
): Move {
  return inTab(`${name} ${pick}`, [which, steps], (world, tab) => {
    const rows = world.history.rows().filter(({ memberId }) => memberId === world.phone.session?.memberId)
    const row = rows[pick % Math.max(1, rows.length)]
    if (row) act(world, tab, row)
  })
}

function scan({ phone, history }: World, tab: Tab, code: string): void {
  const memberId = phone.session?.memberId
  if (memberId === undefined) return
  const discards = history.discards.get(memberId)
  const told = async () => {
    const outcome = await tab.outbox.add({ memberId, code })
    phone.sights.add(`scan: ${outcome.kind} ${'cause' in outcome ? outcome.cause : ''}`.trim())
    if (outcome.kind === 'failed') return
    const { entry } = outcome
    if (entry.memberId !== memberId || entry.code !== code) phone.violations.push(`${code} was kept as something else`)
    if (outcome.kind === 'saved') history.saved.add(entry.id)
    history.show(entry, history.discards.get(memberId) !== discards)
    phone.flush(tab)
  }
  watch(phone, told())
}

/** The member asks for a scan to be taken out: until told no, it may be gone. */
function takeOut({ phone, history }: World, row: ScanEntry, work: () => Promise<ChangeOutcome>): void {
  const shown = history.show(row)
  shown.takingOut += 1
  const told = async () => {
    const outcome = await work()
    phone.sights.add(`taking out: ${outcome.kind}`)
    if (outcome.kind === 'refused') shown.takingOut -= 1
    if (outcome.kind === 'done' && history.saved.has(row.id)) history.gone.add(row.id)
  }
  watch(phone, told())
}

/** Nothing that the outbox does may reject. */
function watch(phone: Phone, work: Promise<unknown>): void {
  work.catch((error: unknown) => phone.violations.push(`the outbox rejected: ${String(error)}`))
}

const steps = fc.nat({ max: 20 })
const which = fc.nat({ max: 2 })
const pick = fc.nat({ max: 9 })
const tabbed = fc.tuple(which, steps)
const picked = fc.tuple(which, steps, pick)
const code = fc.constantFrom(...Object.keys(codes))

const scans = fc
  .tuple(tabbed, code)
  .map(([at, text]) => inTab(`scan ${text}`, at, (world, tab) => scan(world, tab, text)))
const repeats = tabbed.map((at) =>
  inTab('scan the last code again', at, (world, tab) => {
    const last = [...world.history.shown.values()].at(-1)
    if (last) scan(world, tab, last.code)
  }),
)
const confirms = picked.map((at) =>
  onRow('confirm', at, ({ phone, history }, tab, row) => {
    history.confirmed.add(row.id)
    const told = async () => {
      const outcome = await tab.outbox.confirm(row.memberId, row.id)
      if (outcome.kind === 'done' && history.saved.has(row.id)) history.promised.add(row.id)
      phone.flush(tab)
    }
    watch(phone, told())
  }),
)
const retakes = picked.map((at) =>
  onRow('retake', at, (world, tab, row) => takeOut(world, row, () => tab.outbox.discard(row.memberId, row.id))),
)
const removals = picked.map((at) =>
  onRow('remove', at, (world, tab, row) => takeOut(world, row, () => tab.outbox.remove(row.memberId, row.id))),
)
const retries = picked.map((at) =>
  onRow('retry', at, ({ phone }, tab, row) => {
    watch(phone, tab.outbox.retry(row.memberId, row.id))
    phone.flush(tab)
  }),
)
const flushes = tabbed.map((at) => inTab('flush', at, ({ phone }, tab) => phone.flush(tab)))
const closings = tabbed.map((at) => inTab('close', at, ({ phone }, tab) => phone.closeTab(tab)))
const freezings = tabbed.map((at) => inTab('freeze', at, ({ phone }, tab) => phone.freeze(tab)))
const discards = tabbed.map((at) =>
  inTab('discard all unsent', at, ({ phone, history }, tab) => {
    const memberId = phone.session?.memberId
    if (memberId === undefined) return
    history.discards.set(memberId, (history.discards.get(memberId) ?? 0) + 1)
    for (const row of history.rows()) if (row.memberId === memberId && !isFinal(row)) history.show(row, true)
    watch(phone, tab.outbox.discardUnsent(memberId))
    phone.session = null
  }),
)

/** What happens to the phone as a whole. */
const turnsOfFate: Record<string, (world: World) => unknown> = {
  'kill the browser': ({ phone }) => phone.killBrowser(),
  'sign out': ({ phone }) => (phone.session = null),
  'expire the tokens': ({ phone }) => phone.server.expireTokens(),
  'renew the token': ({ phone }) => phone.session && phone.signIn(phone.session.memberId),
  'the database dies': ({ phone }) => {
    phone.disk.dead = true
    dropConnections(phone.disk, false)
  },
  'the database comes back': ({ phone }) => (phone.disk.dead = false),
  'connections drop': ({ phone }) => dropConnections(phone.disk, false),
  'connections drop with a word': ({ phone }) => dropConnections(phone.disk, true),
  'the disk is full': ({ phone }) => (phone.disk.full = true),
  'the disk has room': ({ phone }) => (phone.disk.full = false),
  'the network heals': ({ phone }) => (phone.network.faults = []),
  'tabs thaw': ({ phone }) => phone.tabs.forEach((tab) => phone.thaw(tab)),
}
const fates = fc
  .tuple(fc.constantFrom(...Object.keys(turnsOfFate)), steps)
  .map(([name, after]) => move(name, after, (world) => turnsOfFate[name]?.(world)))

const openings = steps.map((after) =>
  move('open a tab', after, (world) => {
    if (world.phone.tabs.length < 3) openApp(world)
  }),
)
const signIns = fc
  .tuple(fc.constantFrom(...members), steps)
  .map(([member, after]) => move(`sign in as ${member}`, after, ({ phone }) => phone.signIn(member)))
const spoilings = fc.tuple(pick, steps).map(([chosen, after]) =>
  move(`spoil row ${chosen}`, after, ({ phone, history }) => {
    const rows = history.rows()
    const row = rows[chosen % Math.max(1, rows.length)]
    // A transaction that is open would write over it.
    if (!row || phone.disk.queue.length > 0) return
    history.spoiled.add(row.id)
    const junk = { ...row, state: 'half wri' }
    phone.disk.rows.set(row.id, junk)
    phone.disk.durable.set(row.id, junk)
  }),
)
const troubles = fc
  .tuple(fc.constantFrom(...faults), fc.integer({ min: 1, max: 12 }), steps)
  .map(([fault, times, after]) =>
    move(`${times} x ${fault}`, after, ({ phone }) => {
      for (let left = times; left > 0; left--) phone.network.faults.push(fault)
    }),
  )
const waits = fc
  .tuple(fc.constantFrom(300, 2000, 6000, minute, 8 * minute), steps)
  .map(([time, after]) => move(`${time} ms pass`, after, ({ phone }) => phone.wait(time)))
const clockJumps = fc
  .tuple(fc.constantFrom(-2 * day, -minute, minute, 2 * day), steps)
  .map(([time, after]) => move(`the clock is set by ${time} ms`, after, ({ phone }) => phone.setClock(time)))
const lulls = fc.constant(move('all settles', Infinity, () => undefined))
const halfHours = fc.constant<Move>({
  check: () => true,
  async run(history, phone) {
    for (let left = 15; left > 0; left--) {
      phone.wait(2 * minute)
      await phone.run(Infinity)
    }
    history.check()
  },
  toString: () => 'half an hour passes',
})

/** Everything that can happen, the common more often than the rare. */
export const moves: fc.Arbitrary<Move>[] = [
  ...Array<fc.Arbitrary<Move>>(12).fill(scans),
  ...Array<fc.Arbitrary<Move>>(10).fill(confirms),
  ...Array<fc.Arbitrary<Move>>(5).fill(waits),
  ...Array<fc.Arbitrary<Move>>(4).fill(troubles),
  ...Array<fc.Arbitrary<Move>>(4).fill(fates),
  ...Array<fc.Arbitrary<Move>>(3).fill(lulls),
  ...Array<fc.Arbitrary<Move>>(2).fill(signIns),
  ...Array<fc.Arbitrary<Move>>(2).fill(openings),
  ...Array<fc.Arbitrary<Move>>(2).fill(halfHours),
  ...Array<fc.Arbitrary<Move>>(3).fill(retakes),
  repeats,
  removals,
  retries,
  flushes,
  closings,
  freezings,
  discards,
  spoilings,
  clockJumps,
]

/** Heals everything, lets each member sign in and do what is asked of them, and time pass. */
export async function heal(phone: Phone, history: History): Promise<void> {
  phone.killBrowser()
  Object.assign(phone.disk, { dead: false, full: false })
  phone.network.faults = []
  const tab = phone.openTab()
  for (const memberId of members) {
    phone.signIn(memberId)
    for (let round = 0; round < 8; round++) {
      await phone.run(Infinity)
      for (const row of history.rows()) {
        if (row.memberId !== memberId || isFinal(row)) continue
        history.confirmed.add(row.id)
        watch(phone, tab.outbox.confirm(memberId, row.id))
        if (row.state === 'stuck') watch(phone, tab.outbox.retry(memberId, row.id))
      }
      await phone.run(Infinity)
      phone.wait(10 * minute)
      phone.flush(tab)
    }
    await phone.run(Infinity)
  }
}
