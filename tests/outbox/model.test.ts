import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entryStates } from '#src/outbox/entry.ts'
import { History } from './history.ts'
import { heal, commands } from './commands.ts'
import { isSample, runsOf } from './histories.ts'
import { SimulatedDevice } from './simulatedDevice.ts'

/** The number of histories, more than in every run on request. */
const histories = Math.max(2000, Number(process.env['MODEL_HISTORIES'] ?? 0))
/** Repeats a run: the seed that a failure has printed. */
const seed = process.env['MODEL_SEED']

/** The events that all histories together must have covered. */
const expected = [
  ...entryStates.map((state) => `row: ${state}`),
  ...['saved', 'known', 'failed quota', 'failed unavailable'].map((kind) => `scan: ${kind}`),
  ...['done', 'refused', 'failed'].map((kind) => `taking out: ${kind}`),
  ...['saved', 'known', 'failed'].map((kind) => `redemption: ${kind}`),
  ...['captured null', 'answered true', 'answered false'].map((kind) => `call: ${kind}`),
  'telling: done',
  'claim: done',
  ...['idle', 'paused signed_out', 'paused unauthorized', 'busy', 'failed unavailable'].map(
    (kind) => `sending: ${kind}`,
  ),
]

describe('the outbox of scans and calls, over histories of up to 60 events', () => {
  it('loses no scan and no call, sends none twice at once, out of order or as another member, and drains after recovery', async () => {
    const coverage = new Set<string>()
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.commands(commands, { maxCommands: 60, size: 'max' }),
        async (scheduler, events) => {
          const device = new SimulatedDevice(scheduler)
          const history = new History(device)
          device.openTab()
          device.signIn('ada')
          await fc.asyncModelRun(() => ({ model: history, real: device }), events)
          await heal(device, history)
          history.checkDrained()
          for (const covered of device.coverage) coverage.add(covered)
        },
      ),
      {
        ...runsOf(histories),
        includeErrorInReport: true,
        ...(seed === undefined ? {} : { seed: Number(seed) }),
      },
    )
    const missed = expected.filter((covered) => !coverage.has(covered))
    expect(isSample ? [] : missed).toEqual([])
  })
})
