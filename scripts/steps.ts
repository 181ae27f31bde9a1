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

/**
 * Runs the steps one after the other, even after a failure. At the end it prints a line for each step, then the failures, and as the last
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
  for (const step of steps) {
    console.log(`\n=== ${step.name}`)
    const started = Date.now()
    const outcome = await runStep(step)
    passed += outcome.passed
    if (step.report !== undefined) tests += outcome.passed
    failures.push(...outcome.failures)
    const seconds = ((Date.now() - started) / 1000).toFixed(1).padStart(6)
    const verdict = outcome.failures.length === 0 ? 'ok  ' : 'FAIL'
    lines.push(`${verdict} ${seconds} s  ${step.name}: ${outcome.passed} passed, ${outcome.failures.length} failed`)
  }
  if (tests === 0 && failures.length === 0 && ifNothingRan !== undefined) failures.push({ name: ifNothingRan, why: '' })
  console.log(`\n${lines.join('\n')}\n`)
  for (const line of [...describeFailures(failures), ...remarks]) console.log(line)
  console.log(`${passed} passed, ${failures.length} failed`)
  return failures.length === 0
}

/** A step whose command fails although all of its reported tests passed counts as one failure. */
async function runStep({ name, command, args, report }: Step): Promise<TestOutcome> {
  if (typeof report === 'object') await rm(join(root, report.file), { force: true })
  const { code, output } = await run(command, args)
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

/** Runs a command of an installed package, or the Node that runs this script. Its output is printed and returned. */
async function run(command: string, args: readonly string[]): Promise<{ code: number; output: string }> {
  const PATH = [join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter)
  const child = spawn(command === 'node' ? process.execPath : command, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PATH },
    shell: process.platform === 'win32',
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    process.stdout.write(text)
    output += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    process.stderr.write(text)
    output += text
  })
  const code = await new Promise<number>((resolve) => {
    child.on('error', (error) => {
      output += error.message
      console.error(error.message)
      resolve(1)
    })
    child.on('close', (exit) => resolve(exit ?? 1))
  })
  return { code, output }
}
