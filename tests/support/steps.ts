import { spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'

const root = fileURLToPath(new URL('../../', import.meta.url))

export interface Tally {
  passed: number
  failed: number
}

/** One command of a test run. */
export interface Step {
  name: string
  command: string
  args: readonly string[]
  /** Where the command leaves how many tests it ran; without it, the step counts as one test. */
  report?: { file: string; read: (json: unknown) => Tally }
}

/** Runs the steps one after the other, each whatever became of the one before, and prints what came of all. */
export async function runSteps(steps: readonly Step[]): Promise<Tally> {
  const lines: string[] = []
  const total: Tally = { passed: 0, failed: 0 }
  for (const step of steps) {
    console.log(`\n=== ${step.name}`)
    const started = Date.now()
    const tally = await runStep(step)
    total.passed += tally.passed
    total.failed += tally.failed
    const seconds = ((Date.now() - started) / 1000).toFixed(1).padStart(6)
    lines.push(
      `${tally.failed === 0 ? 'ok  ' : 'FAIL'} ${seconds} s  ${step.name}: ${tally.passed} passed, ${tally.failed} failed`,
    )
  }
  console.log(`\n${lines.join('\n')}`)
  return total
}

/** A step whose command fails although all tests that it tells of have passed counts as one failure. */
async function runStep({ command, args, report }: Step): Promise<Tally> {
  if (report) await rm(join(root, report.file), { force: true })
  const code = await run(command, args)
  if (!report) return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
  const tally = await readReport(report)
  return code === 0 || tally.failed > 0 ? tally : { ...tally, failed: 1 }
}

async function readReport({ file, read }: NonNullable<Step['report']>): Promise<Tally> {
  try {
    return read(JSON.parse(await readFile(join(root, file), 'utf8')))
  } catch (error) {
    console.error(`No test report: ${String(error)}`)
    return { passed: 0, failed: 1 }
  }
}

/** Its exit code; what it prints goes through. Commands are those of the packages, and the Node that runs this. */
async function run(command: string, args: readonly string[]): Promise<number> {
  const PATH = [join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter)
  const child = spawn(command === 'node' ? process.execPath : command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH },
    shell: process.platform === 'win32',
  })
  return await new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(error.message)
      resolve(1)
    })
    child.on('exit', (code) => resolve(code ?? 1))
  })
}

const VitestReport = v.object({
  numPassedTests: v.number(),
  numFailedTests: v.number(),
  numFailedTestSuites: v.number(),
})

/** Vitest's `json` reporter. A file that cannot be loaded counts as one failure. */
export function readVitest(json: unknown): Tally {
  const { numPassedTests, numFailedTests, numFailedTestSuites } = v.parse(VitestReport, json)
  return { passed: numPassedTests, failed: numFailedTests || numFailedTestSuites }
}

const PlaywrightReport = v.object({
  stats: v.object({ expected: v.number(), unexpected: v.number(), flaky: v.number() }),
  errors: v.array(v.unknown()),
})

/** Playwright's `json` reporter. A test that passes only when repeated has failed. */
export function readPlaywright(json: unknown): Tally {
  const { stats, errors } = v.parse(PlaywrightReport, json)
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky || errors.length }
}

const CountReport = v.object({ passed: v.number(), failed: v.number() })

/** A report that only counts, such as that of the crash matrix. */
export function readCount(json: unknown): Tally {
  return v.parse(CountReport, json)
}
