// The crash matrix: a real Chromium is killed with SIGKILL in the middle of a scan, and its profile opened again.
//   node tests/faults/crashMatrix.ts            all 600 cases
//   node tests/faults/crashMatrix.ts --sample   the 60 that every test run makes
//   … --only 17,402   these cases alone    … --jobs 3   so many at a time (2)
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { failureOf } from './caseFailure.ts'
import { allCases, type CrashCase, sampleCases } from './cases.ts'
import { runCrashCase } from './crashCase.ts'
import { type Hall, openHall } from './hall.ts'
import { nameOf } from './killPoints.ts'
import { type CaseResult, printSummary } from './summary.ts'

const { values: wishes } = parseArgs({
  options: {
    sample: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    jobs: { type: 'string', default: '2' },
  },
})

const results: CaseResult[] = []
const chosen = chooseCases()
const waiting = [...chosen]
const folder = await mkdtemp(join(tmpdir(), 'club-bravo-crashes-'))
// Leaves through the exit handlers, which end the browsers.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
try {
  await Promise.all(Array.from({ length: Number(wishes.jobs) }, (_, index) => work(join(folder, `hall-${index}`))))
} finally {
  await rm(folder, { recursive: true, force: true })
}
const { passed, failed } = printSummary(results)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 && passed === chosen.length ? 0 : 1

function chooseCases(): readonly CrashCase[] {
  if (wishes.only === '') return wishes.sample ? sampleCases : allCases
  const numbers = new Set(wishes.only.split(',').map(Number))
  return allCases.filter(({ number }) => numbers.has(number))
}

/** Takes cases until none is left. */
async function work(hallFolder: string): Promise<void> {
  const hall = await openHall(hallFolder)
  try {
    for (let next = waiting.shift(); next; next = waiting.shift()) report(await runOne(hall, next), hall)
  } finally {
    await hall.close()
  }
}

async function runOne(hall: Hall, crash: CrashCase): Promise<CaseResult> {
  const startedAt = Date.now()
  try {
    const outcome = await runCrashCase(hall, crash)
    return { crash, outcome, tookMs: Date.now() - startedAt }
  } catch (error) {
    return { crash, failure: failureOf(error), tookMs: Date.now() - startedAt }
  }
}

function report(result: CaseResult, hall: Hall): void {
  results.push(result)
  const { crash, failure, tookMs } = result
  const place = `${String(results.length).padStart(String(chosen.length).length)}/${chosen.length}`
  const seconds = `${(tookMs / 1000).toFixed(1).padStart(5)} s`
  const what = [nameOf(crash.killPoint), crash.fault.name, crash.window].join(' · ')
  console.log(`${failure ? 'FAIL' : 'ok  '} ${place} ${seconds}  #${crash.number} ${what}`)
  if (failure) console.log(`     ${failure.kind}: ${failure.message}\n${lastLines(hall.server.output())}`)
}

function lastLines(output: string): string {
  return output
    .trimEnd()
    .split('\n')
    .slice(-5)
    .map((line) => `     | ${line}`)
    .join('\n')
}
