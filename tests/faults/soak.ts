// The soak: 3 tabs of a real Chromium with the product's outbox, a real server, and a proxy that breaks a quarter of
// all calls.
//   node tests/faults/soak.ts                200 seeds x 50 scans
//   … --seeds 5 --scans 20 --first 1000      fewer, other seeds    … --jobs 4   number of parallel seeds (10)
import { parseArgs } from 'node:util'
import { type FailureKind, failureKinds, failureOf } from './caseFailure.ts'
import { openSoakBed } from './soakBed.ts'
import { runSoakSeed, type SoakOutcome } from './soakSeed.ts'

const { values: options } = parseArgs({
  options: {
    seeds: { type: 'string', default: '200' },
    scans: { type: 'string', default: '50' },
    first: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '10' },
  },
})

const seedCount = Number(options.seeds)
const scans = Number(options.scans)
const waiting = Array.from({ length: seedCount }, (_, index) => Number(options.first) + index)
const outcomes: SoakOutcome[] = []
const failures: { kind: FailureKind; message: string }[] = []

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
const bed = await openSoakBed()
try {
  await Promise.all(Array.from({ length: Number(options.jobs) }, work))
} finally {
  await bed.close()
}
printSummary()
console.log(`${outcomes.length} passed, ${failures.length} failed`)
// Not by `exitCode`: after a whole run, Node was once seen to spin for ever in its own cleanup (`CleanupHandles`), when
// all was said and closed.
process.exit(outcomes.length === seedCount ? 0 : 1)

/** Takes seeds until none are left. */
async function work(): Promise<void> {
  for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) {
    const startedAt = Date.now()
    const seconds = () => `${((Date.now() - startedAt) / 1000).toFixed(1).padStart(5)} s`
    try {
      const outcome = await runSoakSeed(bed, seed, scans)
      outcomes.push(outcome)
      console.log(`ok   ${seconds()}  seed ${seed}: ${scans} scans, ${outcome.calls} calls, ${outcome.faults} faults`)
    } catch (error) {
      const failure = failureOf(error)
      failures.push(failure)
      console.log(`FAIL ${seconds()}  seed ${seed}: ${failure.kind}: ${failure.message}`)
    }
  }
}

function count(kind: FailureKind): number {
  return failures.filter((failure) => failure.kind === kind).length
}

function printSummary(): void {
  const sum = (key: 'calls' | 'faults') => outcomes.reduce((total, outcome) => total + outcome[key], 0)
  const slowest = Math.max(0, ...outcomes.map(({ drainMs }) => drainMs))
  console.log(
    `\n${(seedCount * scans).toLocaleString('en')} scans, ${failureKinds.map((kind) => `${count(kind)} ${kind}`).join(', ')}.`,
  )
  console.log(`${sum('calls')} calls, ${sum('faults')} of them spoilt. Slowest drain ${(slowest / 1000).toFixed(1)} s.`)
}
