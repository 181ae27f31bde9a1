import { spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describeFailures, type Failure } from './failures.ts'
import { lastLines, type TestOutcome, readLines } from './reports.ts'

const root = fileURLToPath(new URL('../', import.meta.url))

/** One command of a test run. */
export interface Step {
  name: string
  command: string
  args: readonly string[]
  /** The format of the command's test report; without one, the step counts as one test. */
  report?: Report | 'lines'
  /** Whether the step may run at the same time as parallel steps beside it. Its output is printed when it has ended. */
  parallel?: boolean
}

/** A report file that the command writes. */
export interface Report {
  file: string
  read: (json: unknown) => TestOutcome
}

export interface RunOptions {
  /** Lines to print before the last one. */
  remarks?: readonly string[]
  /** The message of the single failure that is reported when no test ran. */
  ifNothingRan?: string
}

/** How many parallel steps run at the same time. */
const maxParallel = 2

/**
 * Runs the steps in their order, even after a failure; parallel ones that are neighbours run at the same time. At the end it prints a line for each step, then the failures, and as the last
 * line `N passed, N failed`, so that the end of the output is enough to see what to fix.
 *
 * @returns whether nothing failed
 */
export async function runSteps(
  steps: readonly Step[],
  { remarks = [], ifNothingRan }: RunOptions = {},
): Promise<boolean> {
  const lines: string[] = []
  const failures: Failure[] = []
  let passed = 0
  let tests = 0
  const run = async (step: Step) => {
    const started = Date.now()
    if (!step.parallel) console.log(`\n=== ${step.name}`)
    const outcome = await runStep(step)
    passed += outcome.passed
    if (step.report !== undefined) tests += outcome.passed
    failures.push(...outcome.failures)
    const seconds = ((Date.now() - started) / 1000).toFixed(1).padStart(6)
    const verdict = outcome.failures.length === 0 ? 'ok  ' : 'FAIL'
    lines.push(`${verdict} ${seconds} s  ${step.name}: ${outcome.passed} passed, ${outcome.failures.length} failed`)
  }
  for (const batch of batchesOf(steps)) {
    const waiting = [...batch]
    const runNext = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await run(next)
    }
    await Promise.all(Array.from({ length: maxParallel }, runNext))
  }
  if (tests === 0 && failures.length === 0 && ifNothingRan !== undefined) failures.push({ name: ifNothingRan, why: '' })
  console.log(`\n${lines.join('\n')}\n`)
  for (const line of [...describeFailures(failures), ...remarks]) console.log(line)
  console.log(`${passed} passed, ${failures.length} failed`)
  return failures.length === 0
}

/** Steps that run at the same time: neighbours that are parallel; each other step alone. */
function batchesOf(steps: readonly Step[]): Step[][] {
  const batches: Step[][] = []
  for (const step of steps) {
    const last = batches.at(-1)
    if (step.parallel && last?.[0]?.parallel) last.push(step)
    else batches.push([step])
  }
  return batches
}

/** A step whose command fails although all of its reported tests passed counts as one failure. */
async function runStep({ name, command, args, report, parallel = false }: Step): Promise<TestOutcome> {
  if (typeof report === 'object') await rm(join(root, report.file), { force: true })
  const { code, output } = await runCommand(command, args, { live: !parallel })
  if (parallel) console.log(`\n=== ${name}\n${output.trimEnd()}`)
  if (report === undefined)
    return code === 0 ? { passed: 1, failures: [] } : { passed: 0, failures: [{ name, why: output }] }
  const outcome = report === 'lines' ? readLines(output) : await readReport(report, output)
  const failures = outcome.failures.map((failure) => ({ ...failure, name: `${name}: ${failure.name}` }))
  if (code !== 0 && failures.length === 0) failures.push({ name, why: lastLines(output) })
  return { passed: outcome.passed, failures }
}

async function readReport({ file, read }: Report, output: string): Promise<TestOutcome> {
  try {
    return read(JSON.parse(await readFile(join(root, file), 'utf8')))
  } catch (error) {
    return { passed: 0, failures: [{ name: 'no test report', why: `${String(error)}\n${lastLines(output)}` }] }
  }
}

/**
 * Runs a command of an installed package, or the Node that runs this script.
 *
 * @param live whether its output is printed while it runs
 * @returns its exit code and its output
 */
async function runCommand(
  command: string,
  args: readonly string[],
  { live }: { live: boolean },
): Promise<{ code: number; output: string }> {
  const PATH = [join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter)
  const child = spawn(command === 'node' ? process.execPath : command, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PATH },
    shell: process.platform === 'win32',
  })
  let output = ''
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      if (live) process[name].write(text)
      output += text
    })
  }
  const code = await new Promise<number>((resolve) => {
    child.on('error', (error) => {
      output += error.message
      if (live) console.error(error.message)
      resolve(1)
    })
    child.on('close', (exit) => resolve(exit ?? 1))
  })
  return { code, output }
}
