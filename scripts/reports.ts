import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import * as v from 'valibot'
import type { Failure } from './failures.ts'

export const vitestReport = 'test-results/vitest.json'
export const playwrightReport = 'test-results/playwright.json'

/** The results of the tests that a command ran. */
export interface TestOutcome {
  passed: number
  failures: readonly Failure[]
}

const root = fileURLToPath(new URL('../', import.meta.url))
const underRoot = (path: string) => relative(root, path)

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

/** Vitest's `json` reporter. A file that cannot be loaded, or whose setup fails, counts as one failure. */
export function readVitest(json: unknown): TestOutcome {
  const { numPassedTests, testResults } = v.parse(VitestReport, json)
  const failures = testResults.flatMap(({ name: path, status, message, assertionResults }): Failure[] => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [{ name: underRoot(path), why: message }] : []
    return failed.map(({ fullName, failureMessages }) => ({
      name: `${underRoot(path)} › ${fullName}`,
      why: failureMessages.join('\n'),
    }))
  })
  return { passed: numPassedTests, failures }
}

const PlaywrightError = v.object({ message: v.optional(v.string(), ''), snippet: v.optional(v.string(), '') })
const PlaywrightSpec = v.object({
  title: v.string(),
  file: v.string(),
  line: v.number(),
  tests: v.array(
    v.object({
      projectName: v.string(),
      status: v.string(),
      results: v.array(v.object({ errors: v.array(PlaywrightError) })),
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

const explain = ({ message, snippet }: v.InferOutput<typeof PlaywrightError>) => `${message}\n${snippet}`

function failuresIn({ specs, suites = [] }: Suite): Failure[] {
  const own = specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, status, results }) => ({
        name: `${file}:${line} › ${title} (${projectName}${status === 'flaky' ? ', passed when repeated' : ''})`,
        why: (results.find(({ errors }) => errors.length > 0)?.errors ?? []).map(explain).join('\n'),
      })),
  )
  return [...own, ...suites.flatMap(failuresIn)]
}

/** Playwright's `json` reporter. A flaky test, which passes only when retried, counts as failed. */
export function readPlaywright(json: unknown): TestOutcome {
  const { stats, errors, suites } = v.parse(PlaywrightReport, json)
  const outside = errors.map((error) => ({ name: 'outside of any test', why: explain(error) }))
  return { passed: stats.expected, failures: [...suites.flatMap(failuresIn), ...outside] }
}

/** A line that reports a failure, with the indented lines that follow it. */
const failureLine = /^(?:FAIL|NOT NOTICED) +(.*)((?:\n +.*)*)/gm

/** The output of one of our own programs: a line for each failure, and at the end `N passed, N failed`. */
export function readLines(output: string): TestOutcome {
  const text = stripVTControlCharacters(output).trimEnd()
  const total = [...text.matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1)
  if (!total) return { passed: 0, failures: [{ name: 'it did not come to its end', why: lastLines(text) }] }
  const named = [...text.matchAll(failureLine)].map(([, name = '', why = '']) => ({
    name,
    why: why.replaceAll(/^ +/gm, ''),
  }))
  const unnamed = Array.from({ length: Math.max(0, Number(total[2]) - named.length) }, () => ({
    name: 'a failure that it did not name',
    why: '',
  }))
  return { passed: Number(total[1]), failures: [...named, ...unnamed] }
}

/** The end of an output, where a command reports errors outside of its tests. */
export function lastLines(output: string): string {
  const text = stripVTControlCharacters(output).trimEnd()
  const outside = text.indexOf('Unhandled Errors')
  return outside === -1 ? text.split('\n').slice(-10).join('\n') : text.slice(outside)
}
