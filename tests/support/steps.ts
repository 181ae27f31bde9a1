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
  /** How the command tells how many tests it ran; without it, the step counts as one test. */
  tells?: Report | 'last line'
}

/** A file that the command leaves. */
export interface Report {
  file: string
  read: (json: unknown) => Tally
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
async function runStep({ command, args, tells }: Step): Promise<Tally> {
  if (typeof tells === 'object') await rm(join(root, tells.file), { force: true })
  const { code, lastLine } = await run(command, args)
  if (tells === undefined) return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
  const tally = tells === 'last line' ? readLine(lastLine) : await readReport(tells)
  return code === 0 || tally.failed > 0 ? tally : { ...tally, failed: 1 }
}

async function readReport({ file, read }: Report): Promise<Tally> {
  try {
    return read(JSON.parse(await readFile(join(root, file), 'utf8')))
  } catch (error) {
    console.error(`No test report: ${String(error)}`)
    return { passed: 0, failed: 1 }
  }
}

/** `N passed, N failed`. */
function readLine(line: string): Tally {
  const told = /^(\d+) passed, (\d+) failed$/.exec(line)
  return told ? { passed: Number(told[1]), failed: Number(told[2]) } : { passed: 0, failed: 1 }
}

/** Runs a command of the packages, or the Node that runs this; what it prints goes through. */
async function run(command: string, args: readonly string[]): Promise<{ code: number; lastLine: string }> {
  const PATH = [join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter)
  const child = spawn(command === 'node' ? process.execPath : command, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PATH },
    shell: process.platform === 'win32',
  })
  let end = ''
  child.stdout.on('data', (chunk: Buffer) => {
    process.stdout.write(chunk)
    end = (end + chunk.toString()).slice(-4096)
  })
  const code = await new Promise<number>((resolve) => {
    child.on('error', (error) => {
      console.error(error.message)
      resolve(1)
    })
    child.on('close', (exit) => resolve(exit ?? 1))
  })
  return { code, lastLine: end.trimEnd().split('\n').at(-1) ?? '' }
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
