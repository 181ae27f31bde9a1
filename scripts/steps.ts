import { spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { delimiter, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import * as v from 'valibot'
import { patient } from '#tests/support/patience.ts'
import { costAnnotation } from '#tests/support/processorTime.ts'

/** The repository's folder. */
export const root = fileURLToPath(new URL('../', import.meta.url))

/**
 * One command of a run: a tool of the packages, or Node. `counts` says where its tests are counted: in a report of
 * Vitest's or Playwright's own JSON reporters, or in its last line. Without it the step counts as one test.
 */
export interface Step {
  name: string
  command: string
  args: readonly string[]
  counts?: 'vitest' | 'playwright' | 'last line'
  /** After so many milliseconds it hangs, and is ended: a run without an end tells nobody what has failed. */
  limitMs?: number
}

/** A step that is printed while it runs, or several that run two at a time, each printed when it has ended. */
export type Stage = Step | readonly Step[]

/** A failed test or step, and the beginning of what it says. */
interface Failure {
  name: string
  why: string
  /** The file in which Playwright has written down what it saw. */
  context?: string | undefined
}

interface Outcome {
  passed: number
  failures: Failure[]
  /** What tests have cost, in seconds of processor time, where they tell. */
  costs?: { name: string; seconds: number }[]
}

const reports = { vitest: 'test-results/vitest.json', playwright: 'test-results/playwright.json' }

/** A step's limit in milliseconds: about twice what it takes a machine of two cores that has other work. */
export const minutes = (count: number): number => patient(count * 60_000)

/** Vitest's files, as a step. */
export function vitestStep(name: string, args: readonly string[]): Step {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reports.vitest}`]
  return { name, command: 'vitest', args: ['run', ...reporters, ...args], counts: 'vitest', limitMs: minutes(30) }
}

/** Playwright's tests, as a step; its configuration names the report. */
export function playwrightStep(args: readonly string[]): Step {
  return {
    name: 'end to end',
    command: 'playwright',
    args: ['test', ...args],
    counts: 'playwright',
    limitMs: minutes(50),
  }
}

/**
 * Runs every stage in turn, even after a failure. It ends with a line for each step, the failures, and as the last
 * line `N passed, N failed`.
 *
 * @returns whether nothing failed
 */
export async function runSteps(stages: readonly Stage[]): Promise<boolean> {
  const [lines, failures]: [string[], Failure[]] = [[], []]
  const costs: NonNullable<Outcome['costs']> = []
  let [passed, tests] = [0, 0]
  const run = async (step: Step, isAlone: boolean) => {
    const started = Date.now()
    console.log(isAlone ? `\n=== ${step.name}` : `started: ${step.name}`)
    const outcome = await runStep(step, isAlone)
    passed += outcome.passed
    if (step.counts !== undefined) tests += outcome.passed
    failures.push(...outcome.failures)
    costs.push(...(outcome.costs ?? []))
    const seconds = ((Date.now() - started) / 1000).toFixed(1).padStart(6)
    const verdict = outcome.failures.length === 0 ? 'ok  ' : 'FAIL'
    lines.push(`${verdict} ${seconds} s  ${step.name}: ${outcome.passed} passed, ${outcome.failures.length} failed`)
  }
  for (const stage of stages) {
    if (!isSeveral(stage)) {
      await run(stage, true)
      continue
    }
    const waiting = [...stage]
    const runNext = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await run(next, false)
    }
    await Promise.all([runNext(), runNext()])
  }
  const steps = stages.flatMap((stage) => stage)
  const isChecking = steps.length > 0 && steps.every(({ counts }) => counts === undefined)
  if (!isChecking && tests === 0 && failures.length === 0) failures.push({ name: 'No test has this name.', why: '' })
  // Who has only the end of a long log has every failure in it: what was seen, which is long, stands before.
  for (const { name, context } of failures.slice(0, mostSeen)) {
    const seen = await whatWasSeen(context)
    if (seen !== '') console.log(`SEEN  ${name}${seen}`)
  }
  printDearest(costs)
  console.log(`\n${lines.join('\n')}\n`)
  for (const { name, why } of failures) console.log(`FAIL  ${name}${firstLines(why)}`)
  console.log(`${passed} passed, ${failures.length} failed`)
  return failures.length === 0
}

/** How many of the dearest tests are named. */
const dearestCount = 10

/** Each change of the product is paid in these. */
function printDearest(costs: NonNullable<Outcome['costs']>): void {
  if (costs.length <= dearestCount) return
  const whole = costs.reduce((sum, { seconds }) => sum + seconds, 0)
  const dearest = costs.toSorted((one, other) => other.seconds - one.seconds).slice(0, dearestCount)
  const rows = dearest.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(6)} s  ${name}`)
  console.log(`Processor time of ${costs.length} tests: ${whole.toFixed(0)} s. The dearest:\n${rows.join('\n')}\n`)
}

const isSeveral = (stage: Stage): stage is readonly Step[] => Array.isArray(stage)

/** A step whose command fails although each of its tests passed counts as one failure. */
async function runStep(step: Step, isAlone: boolean): Promise<Outcome> {
  const { name, counts } = step
  const report = counts === 'vitest' || counts === 'playwright' ? join(root, reports[counts]) : null
  if (report !== null) await rm(report, { force: true })
  const { code, output } = await runCommand(step, isAlone)
  if (!isAlone) console.log(`\n=== ${name}\n${output.trimEnd()}`)
  const end: Failure = { name, why: output.trimEnd().split('\n').slice(-10).join('\n') }
  if (counts === undefined)
    return code === 0 ? { passed: 1, failures: [] } : { passed: 0, failures: [{ name, why: output }] }
  try {
    const { passed, failures } = readers[counts](report === null ? output : await readFile(report, 'utf8'))
    return { passed, failures: code !== 0 && failures.length === 0 ? [end] : failures }
  } catch {
    return { passed: 0, failures: [end] }
  }
}

/** How long a command that is told to end may take to tell what it knows. */
const endingMs = 30_000

async function runCommand({ command, args, limitMs = Infinity }: Step, isLive: boolean) {
  const PATH = [join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter)
  const child = spawn(command === 'node' ? process.execPath : command, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PATH },
    shell: process.platform === 'win32',
  })
  let output = ''
  const hear = (text: string) => {
    if (isLive) process.stdout.write(text)
    output += text
  }
  child.stdout.setEncoding('utf8').on('data', hear)
  child.stderr.setEncoding('utf8').on('data', hear)
  const giveUp = () => {
    child.kill('SIGKILL')
    // What it has started may hold them open.
    for (const stream of [child.stdout, child.stderr]) stream.destroy()
  }
  const end = () => {
    hear(`\nIt did not end within ${limitMs / 60_000} minutes.\n`)
    child.kill('SIGTERM')
    limit = setTimeout(giveUp, endingMs)
  }
  let limit = Number.isFinite(limitMs) ? setTimeout(end, limitMs) : undefined
  const code = await new Promise<number>((resolve) => {
    child.on('error', (error) => {
      hear(error.message)
      resolve(1)
    })
    child.on('close', (exit) => resolve(exit ?? 1))
  })
  clearTimeout(limit)
  return { code, output: stripVTControlCharacters(output) }
}

const VitestReport = v.object({
  numPassedTests: v.number(),
  testResults: v.array(
    v.object({
      name: v.string(),
      status: v.string(),
      message: v.string(),
      assertionResults: v.array(
        v.object({ fullName: v.string(), status: v.string(), failureMessages: v.nullish(v.array(v.string()), []) }),
      ),
    }),
  ),
})

const PlaywrightError = v.object({ message: v.optional(v.string(), '') })
const PlaywrightSpec = v.object({
  title: v.string(),
  file: v.string(),
  ok: v.boolean(),
  tests: v.array(
    v.object({
      annotations: v.array(v.object({ type: v.string(), description: v.optional(v.string(), '') })),
      results: v.array(
        v.object({
          errors: v.array(PlaywrightError),
          attachments: v.optional(v.array(v.object({ name: v.string(), path: v.optional(v.string()) })), []),
        }),
      ),
    }),
  ),
})
interface Suite {
  specs: v.InferOutput<typeof PlaywrightSpec>[]
  suites?: Suite[] | undefined
}
const PlaywrightSuite: v.GenericSchema<unknown, Suite> = v.object({
  specs: v.array(PlaywrightSpec),
  suites: v.optional(v.array(v.lazy(() => PlaywrightSuite))),
})
const PlaywrightReport = v.object({
  stats: v.object({ expected: v.number() }),
  errors: v.array(PlaywrightError),
  suites: v.array(PlaywrightSuite),
})
const specsOf = ({ specs, suites = [] }: Suite): Suite['specs'] => [...specs, ...suites.flatMap(specsOf)]

const readers = {
  vitest: (json: string): Outcome => {
    const { numPassedTests, testResults } = v.parse(VitestReport, JSON.parse(json))
    const failures = testResults.flatMap(({ name: path, status, message, assertionResults }): Failure[] => {
      const name = relative(root, path)
      const failed = assertionResults.filter((test) => test.status === 'failed')
      // A file that cannot be loaded, or whose setup fails, is one failure.
      if (failed.length === 0) return status === 'failed' ? [{ name, why: message }] : []
      return failed.map((test) => ({ name: `${name} › ${test.fullName}`, why: test.failureMessages.join('\n') }))
    })
    return { passed: numPassedTests, failures }
  },
  playwright: (json: string): Outcome => {
    const { stats, errors, suites } = v.parse(PlaywrightReport, JSON.parse(json))
    const failed = suites.flatMap(specsOf).filter(({ ok }) => !ok)
    const failures = failed.map(({ file, title, tests }) => {
      const result = tests.flatMap(({ results }) => results).find(({ errors: own }) => own.length > 0)
      const context = result?.attachments.find((one) => one.name === 'error-context')?.path
      // A test that ran out of time says in its second error where it waited.
      const why = (result?.errors ?? []).map(({ message }) => message).join('\n')
      return { name: `${file} › ${title}`, why, context }
    })
    const costs = suites.flatMap(specsOf).flatMap(({ file, title, tests }) =>
      tests
        .flatMap(({ annotations }) => annotations)
        .filter(({ type }) => type === costAnnotation)
        .map(({ description }) => ({ name: `${file} › ${title}`, seconds: Number(description) })),
    )
    return {
      passed: stats.expected,
      costs,
      failures: [...failures, ...errors.map(({ message }) => ({ name: 'outside of any test', why: message }))],
    }
  },
  /** Our own programs print a line for each failure, and at the end `N passed, N failed`. */
  'last line': (output: string): Outcome => {
    const [, passed, failed] = /^(\d+) passed, (\d+) failed$/.exec(output.trimEnd().split('\n').at(-1) ?? '') ?? []
    if (passed === undefined) throw new Error('It did not come to its end.')
    const named = [...output.matchAll(/^(?:FAIL|NOT NAMED) +(.*)$/gm)].map(([, name]) => name)
    const failures = Array.from({ length: Number(failed) }, (_, index) => ({
      name: named[index] ?? 'a failure that it did not name',
      why: '',
    }))
    return { passed: Number(passed), failures }
  },
}

/** Of so many failures the log says what was seen: after those, it would be about nothing else. */
const mostSeen = 5

/**
 * What Playwright saw when a test failed: the whole page, or the element that was not as expected. Who reads a log has
 * no other picture. A dialog is at the end of a page, so that the middle is what goes.
 */
async function whatWasSeen(context: string | undefined): Promise<string> {
  const text = context === undefined ? '' : await readFile(context, 'utf8').catch(() => '')
  const [, seen] = /# Page snapshot\s+```yaml\n([\s\S]*?)```/.exec(text) ?? /```yaml\n([\s\S]*?)```/.exec(text) ?? []
  if (seen === undefined) return ''
  const lines = seen.trimEnd().split('\n')
  const shown =
    lines.length <= 60 ? lines : [...lines.slice(0, 20), `… ${lines.length - 60} more lines`, ...lines.slice(-40)]
  return `\n      Playwright saw:${shown.map((line) => `\n      ${line.slice(0, 160)}`).join('')}`
}

function firstLines(why: string): string {
  const lines = stripVTControlCharacters(why).split('\n')
  const told = lines.filter((line) => line.trim() !== '' && !/^\s*at .*(?:node_modules|node:)/.test(line))
  return told
    .slice(0, 8)
    .map((line) => `\n      ${line.slice(0, 240)}`)
    .join('')
}
