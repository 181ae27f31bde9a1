// The crash matrix: a real Chromium is killed with SIGKILL in the middle of a scan, and its profile is opened again.
//   node tests/faults/crashMatrix.ts            all 600 cases
//   node tests/faults/crashMatrix.ts --sample   the 30 cases of every test run
//   … --only 17,402   only these cases    … --jobs 3   number of parallel cases (2)
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { failureOf } from './caseFailure.ts'
import { allCases, type CrashCase, sampleCases } from './cases.ts'
import { runCrashCase } from './crashCase.ts'
import { type TestBed, openTestBed } from './testBed.ts'
import { nameOf } from './killPoints.ts'
import { type CaseResult, printSummary } from './summary.ts'
import { removeProfiles } from './killableBrowser.ts'

const { values: options } = parseArgs({
  options: {
    sample: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    jobs: { type: 'string', default: '2' },
  },
})

const results: CaseResult[] = []
const running = new Set<CrashCase>()
const chosen = chooseCases()
const waiting = [...chosen]
const folder = await mkdtemp(join(tmpdir(), 'club-bravo-crashes-'))
// Exits through the exit handlers, which end the browsers. What hangs is named.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    for (const crash of running) console.log(`STOPPED #${crash.number} ${titleOf(crash)}`)
    process.exit(1)
  })
try {
  await Promise.all(Array.from({ length: Number(options.jobs) }, (_, index) => work(join(folder, `bed-${index}`))))
} finally {
  await removeProfiles(folder)
}
const { passed, failed } = printSummary(results)
console.log(`${passed} passed, ${failed} failed`)
// At once: whatever a browser that was killed has left open would keep the process.
process.exit(failed === 0 && passed === chosen.length ? 0 : 1)

function chooseCases(): readonly CrashCase[] {
  if (options.only === '') return options.sample ? sampleCases : allCases
  const numbers = new Set(options.only.split(',').map(Number))
  return allCases.filter(({ number }) => numbers.has(number))
}

/** Takes cases until none is left. */
async function work(bedFolder: string): Promise<void> {
  const bed = await openTestBed(bedFolder)
  try {
    for (let next = waiting.shift(); next; next = waiting.shift()) report(await runOne(bed, next), bed)
  } finally {
    await bed.close()
  }
}

async function runOne(bed: TestBed, crash: CrashCase): Promise<CaseResult> {
  const startedAt = Date.now()
  running.add(crash)
  try {
    const outcome = await runCrashCase(bed, crash)
    return { crash, outcome, tookMs: Date.now() - startedAt }
  } catch (error) {
    return { crash, failure: failureOf(error), tookMs: Date.now() - startedAt }
  } finally {
    running.delete(crash)
  }
}

function titleOf({ killPoint, fault, window }: CrashCase): string {
  return [nameOf(killPoint), fault.name, window].join(' · ')
}

function report(result: CaseResult, bed: TestBed): void {
  results.push(result)
  const { crash, failure, tookMs } = result
  const place = `${String(results.length).padStart(String(chosen.length).length)}/${chosen.length}`
  const seconds = `${(tookMs / 1000).toFixed(1).padStart(5)} s`
  console.log(`${failure ? 'FAIL' : 'ok  '} ${place} ${seconds}  #${crash.number} ${titleOf(crash)}`)
  if (failure) console.log(`     ${failure.kind}: ${failure.message}\n${lastLines(bed.server.output())}`)
}

function lastLines(output: string): string {
  return output
    .trimEnd()
    .split('\n')
    .slice(-5)
    .map((line) => `     | ${line}`)
    .join('\n')
}
