import * as fc from 'fast-check'
import { isFinal, type ScanEntry, visitorId } from '#src/outbox/entry.ts'
import type { ChangeOutcome } from '#src/outbox/outbox.ts'
import { noText } from '#contract/language.ts'
import { codes, rewards } from './fakeServer.ts'
import { faults } from './fakeNetwork.ts'
import type { History } from './history.ts'
import { dropConnections } from './memoryDatabase.ts'
import type { SimulatedDevice, Tab } from './simulatedDevice.ts'

const members = ['ada', 'ben'] as const
const minute = 60_000
const day = 24 * 60 * minute

interface World {
  device: SimulatedDevice
  history: History
}

type Command = fc.AsyncCommand<History, SimulatedDevice>

/** One event, and the number of pending steps that may run after it. */
function command(name: string, steps: number, act: (world: World) => unknown): Command {
  return {
    check: () => true,
    async run(history, device) {
      act({ device, history })
      await device.run(steps)
      history.check()
    },
    toString: () => `${name} +${steps}`,
  }
}

/** An action of a person in one of the open tabs. */
function inTab(
  name: string,
  [which, steps]: readonly [number, number],
  act: (world: World, tab: Tab) => void,
): Command {
  return command(`${name} in tab ${which}`, steps, (world) => {
    const awake = world.device.tabs.filter(({ frozen }) => !frozen)
    act(world, awake[which % Math.max(1, awake.length)] ?? openApp(world))
  })
}

/** The app is opened, and sends what is waiting. */
function openApp({ device }: World): Tab {
  return device.openTab()
}

/** Whose a scan is that is made now. */
const ownerNow = ({ session }: SimulatedDevice) => session?.memberId ?? visitorId

/** An action of the signed-in member, or of a visitor, on one of the shown scans. */
function onRow(
  name: string,
  [which, steps, pick]: readonly [number, number, number],
  act: (world: World, tab: Tab, row: ScanEntry) => void,
): Command {
  return inTab(`${name} ${pick}`, [which, steps], (world, tab) => {
    const rows = world.history.rows().filter(({ memberId }) => memberId === ownerNow(world.device))
    const row = rows[pick % Math.max(1, rows.length)]
    if (row) act(world, tab, row)
  })
}

function scan({ device, history }: World, tab: Tab, code: string): void {
  const memberId = ownerNow(device)
  const recordOutcome = async () => {
    const outcome = await tab.outbox.add({ memberId, code })
    device.coverage.add(`scan: ${outcome.kind} ${'cause' in outcome ? outcome.cause : ''}`.trim())
    if (!('entry' in outcome)) return
    const { entry } = outcome
    if (entry.memberId !== memberId || entry.code !== code)
      device.violations.push(`${code} was stored as something else`)
    if (outcome.kind === 'saved') history.saved.add(entry.id)
    history.show(entry)
    tab.trigger()
  }
  watch(device, recordOutcome())
}

/** The member says that what visitors have scanned here is theirs. */
function claim({ device, history }: World, tab: Tab): void {
  const memberId = device.session?.memberId
  if (memberId === undefined) return
  const kept = history.rows().filter((row) => row.memberId === visitorId)
  for (const row of kept) history.claim(row, memberId)
  const ids = kept.map(({ id }) => id)
  const recordOutcome = async () => {
    const outcome = await tab.outbox.claim(memberId, ids)
    device.coverage.add(`claim: ${outcome.kind}${ids.length > 0 ? '' : ' of nothing'}`)
    tab.trigger()
  }
  watch(device, recordOutcome())
}

/** The member redeems a reward. */
function redeem({ device, history }: World, tab: Tab, reward: string): void {
  const memberId = device.session?.memberId
  if (memberId === undefined) return
  const id = device.newId()
  const asked = { id, memberId, call: 'redeem', subject: reward, about: { name: noText, alias: reward } } as const
  const recordOutcome = async () => {
    const outcome = await tab.outbox.ask({ ...asked, request: { item_id: reward, quantity: 1 } })
    device.coverage.add(`redemption: ${outcome.kind}`)
    if ('entry' in outcome) history.ask(outcome.entry, memberId, reward)
    tab.trigger()
  }
  watch(device, recordOutcome())
}

/** The member is told of every answer. */
function tell({ device, history }: World, tab: Tab): void {
  const memberId = device.session?.memberId
  if (memberId === undefined) return
  const recordOutcomes = async () => {
    for (const call of await tab.outbox.calls(memberId).catch(() => [])) {
      if (call.state !== 'answered') continue
      history.pendingTellings.add(call.id)
      const outcome = await tab.outbox.forgetTold(memberId, call.id)
      device.coverage.add(`telling: ${outcome.kind}`)
    }
  }
  watch(device, recordOutcomes())
}

/** The member requests that a scan is removed: until the app reports a failure, it may be gone. */
function remove({ device, history }: World, row: ScanEntry, work: () => Promise<ChangeOutcome>): void {
  const shown = history.show(row)
  shown.pendingRemovals += 1
  // Before its tab is notified, an addition may be written once more, after the removal.
  const isSaved = history.saved.has(row.id)
  const recordOutcome = async () => {
    const outcome = await work()
    device.coverage.add(`taking out: ${outcome.kind}`)
    if (outcome.kind === 'refused') shown.pendingRemovals -= 1
    if (outcome.kind === 'done' && isSaved) history.gone.add(row.id)
  }
  watch(device, recordOutcome())
}

/** No operation of the outbox may reject. */
function watch(device: SimulatedDevice, work: Promise<unknown>): void {
  work.catch((error: unknown) => device.violations.push(`the outbox rejected: ${String(error)}`))
}

const steps = fc.nat({ max: 20 })
const which = fc.nat({ max: 2 })
const pick = fc.nat({ max: 9 })
const tabAndSteps = fc.tuple(which, steps)
const picked = fc.tuple(which, steps, pick)
const code = fc.constantFrom(...Object.keys(codes))

const scans = fc
  .tuple(tabAndSteps, code)
  .map(([at, text]) => inTab(`scan ${text}`, at, (world, tab) => scan(world, tab, text)))
const redemptions = fc
  .tuple(tabAndSteps, fc.constantFrom(...rewards))
  .map(([at, reward]) => inTab(`redeem ${reward}`, at, (world, tab) => redeem(world, tab, reward)))
const claims = tabAndSteps.map((at) => inTab('claim what visitors have scanned', at, claim))
const tellings = tabAndSteps.map((at) => inTab('tell', at, tell))
const repeats = tabAndSteps.map((at) =>
  inTab('scan the last code again', at, (world, tab) => {
    const last = [...world.history.shown.values()].at(-1)
    if (last) scan(world, tab, last.code)
  }),
)
const confirms = picked.map((at) =>
  onRow('confirm', at, ({ device, history }, tab, row) => {
    history.confirmed.add(row.id)
    const recordOutcome = async () => {
      const outcome = await tab.outbox.confirm(row.memberId, row.id)
      if (outcome.kind === 'done' && history.saved.has(row.id)) history.promised.add(row.id)
      tab.trigger()
    }
    watch(device, recordOutcome())
  }),
)
const retakes = picked.map((at) =>
  onRow('retake', at, (world, tab, row) => remove(world, row, () => tab.outbox.discard(row.memberId, row.id))),
)
const removals = picked.map((at) =>
  onRow('remove', at, (world, tab, row) => remove(world, row, () => tab.outbox.remove(row.memberId, row.id))),
)
const retries = picked.map((at) =>
  onRow('retry', at, ({ device }, tab, row) => {
    watch(device, tab.outbox.retry(row.memberId, row.id))
    tab.trigger()
  }),
)
const triggers = tabAndSteps.map((at) => inTab('trigger', at, (_, tab) => tab.trigger()))
const closings = tabAndSteps.map((at) => inTab('close', at, ({ device }, tab) => device.closeTab(tab)))
const freezes = tabAndSteps.map((at) => inTab('freeze', at, ({ device }, tab) => device.freeze(tab)))
const discards = tabAndSteps.map((at) =>
  inTab('discard all unsent', at, ({ device, history }, tab) => {
    const memberId = device.session?.memberId
    if (memberId === undefined) return
    const unsent = history.rows().filter((row) => row.memberId === memberId && !isFinal(row))
    for (const row of unsent) history.show(row).pendingRemovals += 1
    const ids = unsent.map(({ id }) => id)
    watch(device, tab.outbox.discardUnsent(memberId, ids))
    device.session = null
  }),
)

/** Events of the whole device. */
const deviceActions: Record<string, (world: World) => unknown> = {
  'kill the browser': ({ device }) => device.killBrowser(),
  'sign out': ({ device }) => (device.session = null),
  'expire the tokens': ({ device }) => device.server.expireTokens(),
  'sign in anew': ({ device }) => device.session && device.signIn(device.session.memberId),
  'the provider renews': ({ device }) => (device.provider = 'renews'),
  'the provider refuses': ({ device }) => (device.provider = 'refuses'),
  'the provider is away': ({ device }) => (device.provider = 'is away'),
  'the server forgets its keys': ({ device }) => device.server.forgetKeys(),
  'the late ticket is imported': ({ device }) => device.server.importLateTicket(),
  'a backup from before the import is restored': ({ device }) => device.server.restoreBeforeImport(),
  'a backup from before the scans is restored': ({ device }) => device.server.restoreBeforeScans(),
  'the database dies': ({ device }) => {
    device.disk.unreachable = true
    dropConnections(device.disk, false)
  },
  'the database comes back': ({ device }) => (device.disk.unreachable = false),
  'connections drop': ({ device }) => dropConnections(device.disk, false),
  'connections drop with a word': ({ device }) => dropConnections(device.disk, true),
  'the disk is full': ({ device }) => (device.disk.full = true),
  'the disk has room': ({ device }) => (device.disk.full = false),
  'the network heals': ({ device }) => (device.network.faults = []),
  'tabs thaw': ({ device }) => device.tabs.forEach((tab) => device.thaw(tab)),
}
const deviceEvents = fc
  .tuple(fc.constantFrom(...Object.keys(deviceActions)), steps)
  .map(([name, after]) => command(name, after, (world) => deviceActions[name]?.(world)))

const openings = steps.map((after) =>
  command('open a tab', after, (world) => {
    if (world.device.tabs.length < 3) openApp(world)
  }),
)
const signIns = fc
  .tuple(fc.constantFrom(...members), steps)
  .map(([member, after]) => command(`sign in as ${member}`, after, ({ device }) => device.signIn(member)))
const corruptions = fc.tuple(pick, steps).map(([chosen, after]) =>
  command(`spoil row ${chosen}`, after, ({ device, history }) => {
    const rows = history.rows()
    const row = rows[chosen % Math.max(1, rows.length)]
    // An open transaction would write over it.
    if (!row || device.disk.queue.length > 0) return
    history.spoiled.add(row.id)
    history.show(row)
    const junk = { ...row, state: 'half wri' }
    device.disk.rows.set(row.id, junk)
    device.disk.durable.set(row.id, junk)
  }),
)
const faultBursts = fc
  .tuple(fc.constantFrom(...faults), fc.integer({ min: 1, max: 12 }), steps)
  .map(([fault, times, after]) =>
    command(`${times} x ${fault}`, after, ({ device }) => {
      for (let left = times; left > 0; left--) device.network.faults.push(fault)
    }),
  )
const waits = fc
  .tuple(fc.constantFrom(300, 2000, 6000, minute, 8 * minute), steps)
  .map(([time, after]) => command(`${time} ms pass`, after, ({ device }) => device.wait(time)))
const clockJumps = fc
  .tuple(fc.constantFrom(-2 * day, -minute, minute, 2 * day), steps)
  .map(([time, after]) => command(`the clock is set by ${time} ms`, after, ({ device }) => device.setClock(time)))
const settles = fc.constant(command('all settles', Infinity, () => undefined))
const halfHours = fc.constant<Command>({
  check: () => true,
  async run(history, device) {
    for (let left = 15; left > 0; left--) {
      device.wait(2 * minute)
      await device.run(Infinity)
    }
    history.check()
  },
  toString: () => 'half an hour passes',
})

/** All events, common ones more often than rare ones. */
export const commands: fc.Arbitrary<Command>[] = [
  ...Array<fc.Arbitrary<Command>>(12).fill(scans),
  ...Array<fc.Arbitrary<Command>>(10).fill(confirms),
  ...Array<fc.Arbitrary<Command>>(6).fill(redemptions),
  ...Array<fc.Arbitrary<Command>>(2).fill(tellings),
  ...Array<fc.Arbitrary<Command>>(3).fill(claims),
  ...Array<fc.Arbitrary<Command>>(5).fill(waits),
  ...Array<fc.Arbitrary<Command>>(4).fill(faultBursts),
  ...Array<fc.Arbitrary<Command>>(4).fill(deviceEvents),
  ...Array<fc.Arbitrary<Command>>(3).fill(settles),
  ...Array<fc.Arbitrary<Command>>(2).fill(signIns),
  ...Array<fc.Arbitrary<Command>>(2).fill(openings),
  ...Array<fc.Arbitrary<Command>>(2).fill(halfHours),
  ...Array<fc.Arbitrary<Command>>(3).fill(retakes),
  repeats,
  removals,
  retries,
  triggers,
  closings,
  freezes,
  discards,
  corruptions,
  clockJumps,
]

/**
 * Everything around the app recovers, each member signs in and confirms, and time passes. The open tabs stay as they
 * are: nobody restarts the browser, and nobody presses a button of a scan that the app has to send by itself.
 */
export async function heal(device: SimulatedDevice, history: History): Promise<void> {
  Object.assign(device.disk, { unreachable: false, full: false })
  Object.assign(device, { provider: 'renews' })
  device.server.importLateTicket()
  device.network.faults = []
  for (const tab of device.tabs) device.thaw(tab)
  const tab = device.tabs[0] ?? device.openTab()
  for (const memberId of members) {
    device.signIn(memberId)
    await device.run(Infinity)
    claim({ device, history }, tab)
    await device.run(Infinity)
    for (const row of history.rows()) {
      if (row.memberId !== memberId || isFinal(row)) continue
      history.confirmed.add(row.id)
      watch(device, tab.outbox.confirm(memberId, row.id))
    }
    // A stuck scan is tried again after a day.
    for (const time of [...Array<number>(5).fill(minute), 8 * minute, day, ...Array<number>(5).fill(minute)]) {
      await device.run(Infinity)
      device.wait(time)
    }
    await device.run(Infinity)
  }
}
