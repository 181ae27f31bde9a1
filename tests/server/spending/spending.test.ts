import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit } from '#server/services/audit.ts'
import { patient } from '#tests/support/patience.ts'
import { type TestApi, testApi } from '../testApi.ts'
import { carryOut } from './carryOut.ts'
import { histories } from './steps.ts'
import { compareStored } from './stored.ts'
import { closeWorld, openWorld, prepare } from './world.ts'

/** `npm run faults` tries more of them. */
const numRuns = Number(process.env['SPENDING_RUNS'] ?? 6)

let api: TestApi
beforeAll(async () => {
  api = await testApi({ pointsExpiryMonths: 1 })
  await prepare(api)
})
afterAll(() => api.close())

test(
  'Whatever members earn, redeem, convert, register, cancel and repeat, and whatever is imported meanwhile: everyone is told what is true, and it is stored',
  async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (steps) => {
        const world = await openWorld(api)
        try {
          for (const step of steps) await carryOut(world, step)
          await compareStored(world)
          expect((await audit(api.serverDb)).differences).toEqual([])
        } finally {
          await closeWorld(world)
        }
      }),
      // A failure is told with what was found until then, however long it takes to make it shorter.
      { numRuns, interruptAfterTimeLimit: patient(numRuns * 45_000), markInterruptAsFailure: true },
    )
  },
  patient(numRuns * 60_000),
)
