import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { describeFailures } from './failures.ts'
import { readLines, readPlaywright, readVitest } from './reports.ts'
import { runSteps, type Step } from './steps.ts'

const root = new URL('../', import.meta.url).pathname
let folder: string
let printed: string[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'club-bravo-steps-'))
  printed = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(...line.split('\n')))
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(folder, { recursive: true, force: true })
})

function program(name: string, code: string, report?: Step['report']): Step {
  return { name, command: 'node', args: ['-e', code], ...(report && { report }) }
}

/** A command that leaves this report. */
async function reporting(name: string, report: unknown, read: (json: unknown) => ReturnType<typeof readVitest>) {
  const source = join(folder, 'source.json')
  const file = relative(root, join(folder, 'report.json'))
  await writeFile(source, JSON.stringify(report))
  const code = `require('node:fs').copyFileSync(${JSON.stringify(source)}, ${JSON.stringify(file)}); process.exitCode = 1`
  return program(name, code, { file, read })
}

const vitestReport = {
  numPassedTests: 7,
  testResults: [
    {
      name: join(root, 'tests/server/scan.test.ts'),
      status: 'failed',
      message: '',
      assertionResults: [
        { fullName: 'A ticket is credited once', status: 'passed', failureMessages: [] },
        {
          fullName: 'A ticket of yesterday is refused',
          status: 'failed',
          failureMessages: [
            'AssertionError: expected 200 to be 403\n    at /club/scan.test.ts:2:64\n    at file:///club/node_modules/vitest/dist/run.js:1632:35',
          ],
        },
      ],
    },
    { name: join(root, 'src/broken.test.ts'), status: 'failed', message: 'Cannot find module', assertionResults: [] },
  ],
}

test('The last lines of a run name every failed test with its error, and end with the counts', async () => {
  const well = await runSteps([
    program('types', "console.log('\\u001b[31msrc/a.ts(1,1): error TS2304\\u001b[0m'); process.exitCode = 2"),
    program('lint', ''),
    await reporting('unit tests', vitestReport, readVitest),
  ])
  expect(well).toBe(false)
  expect(printed.slice(printed.indexOf('FAIL  types'))).toEqual([
    'FAIL  types',
    '      src/a.ts(1,1): error TS2304',
    'FAIL  unit tests: tests/server/scan.test.ts › A ticket of yesterday is refused',
    '      AssertionError: expected 200 to be 403',
    '          at /club/scan.test.ts:2:64',
    'FAIL  unit tests: src/broken.test.ts',
    '      Cannot find module',
    '8 passed, 3 failed',
  ])
})

test('A run without failures ends with only the counts', async () => {
  expect(await runSteps([program('types', ''), program('matrix', "console.log('3 passed, 0 failed')", 'lines')])).toBe(
    true,
  )
  expect(printed.slice(-2)).toEqual(['', '4 passed, 0 failed'])
})

test('Parallel neighbours run at the same time, and what follows waits for them', async () => {
  const meeting = (own: string, other: string) =>
    `const { existsSync, writeFileSync } = require('node:fs'); writeFileSync('${join(folder, own)}', '');
     setInterval(() => existsSync('${join(folder, other)}') && process.exit(), 10)`
  await runSteps([
    { ...program('first', meeting('a', 'b')), parallel: true },
    { ...program('second', meeting('b', 'a')), parallel: true },
    program('third', `process.exitCode = require('node:fs').existsSync('${join(folder, 'b')}') ? 0 : 1`),
  ])
  expect(printed.at(-1)).toBe('3 passed, 0 failed')
})

test('A run in which no test ran fails with a sentence, even though the app was built', async () => {
  const nothing = 'No test file and no test title contains "trombone".'
  expect(await runSteps([program('build', '')], { ifNothingRan: nothing })).toBe(false)
  expect(printed.slice(-2)).toEqual([`FAIL  ${nothing}`, '1 passed, 1 failed'])
  expect(
    await runSteps([program('matrix', "console.log('3 passed, 0 failed')", 'lines')], { ifNothingRan: nothing }),
  ).toBe(true)
})

test('A command that fails although its tests passed, or that leaves no report, shows its last lines', async () => {
  const stray = "console.log('4 passed'); console.error('Unhandled Errors\\nError: stray'); process.exitCode = 1"
  await runSteps([
    program('stray', `${stray};require('node:fs').writeFileSync('${relative(root, join(folder, 'r.json'))}', '4')`, {
      file: relative(root, join(folder, 'r.json')),
      read: () => ({ passed: 4, failures: [] }),
    }),
    program('killed', "console.log('Out of memory'); process.exitCode = 9", {
      file: relative(root, join(folder, 'none.json')),
      read: readVitest,
    }),
  ])
  const end = printed.slice(printed.indexOf('FAIL  stray')).join('\n')
  expect(end).toContain('Error: stray')
  expect(end).toMatch(/FAIL {2}killed: no test report\n.*ENOENT.*\n {6}Out of memory\n4 passed, 2 failed$/)
})

function specOf(title: string, run: object) {
  return { title, file: 'scan.test.ts', line: 4, tests: [{ projectName: 'chromium', ...run }] }
}

test('A Playwright report gives the titles of failed and retried tests, with place and error', () => {
  const failed = { results: [{ errors: [{ message: 'expected 2', snippet: '> 4 | expect' }] }], status: 'unexpected' }
  const flaky = { results: [{ errors: [{ message: 'too late' }] }, { errors: [] }], status: 'flaky' }
  const inner = { specs: [specOf('Points show', failed)] }
  const outer = {
    specs: [specOf('It scans', flaky), specOf('It waits', { results: [], status: 'expected' })],
    suites: [inner],
  }
  expect(readPlaywright({ stats: { expected: 1 }, errors: [{ message: 'no load' }], suites: [outer] })).toEqual({
    passed: 1,
    failures: [
      { name: 'scan.test.ts:4 › It scans (chromium, passed when repeated)', why: 'too late\n' },
      { name: 'scan.test.ts:4 › Points show (chromium)', why: 'expected 2\n> 4 | expect' },
      { name: 'outside of any test', why: 'no load\n' },
    ],
  })
})

test('Our own programs report their failures line by line; a program that is cut off has failed', () => {
  const output = 'ok    1/3\nFAIL  2/3  #17 killed\n     lost: no points\n     | 500\nok    3/3\n2 passed, 2 failed\n'
  expect(readLines(output)).toEqual({
    passed: 2,
    failures: [
      { name: '2/3  #17 killed', why: '\nlost: no points\n| 500' },
      { name: 'a failure that it did not name', why: '' },
    ],
  })
  expect(readLines('ok    1/3\nSegmentation fault').failures).toHaveLength(1)
})

test('The report of many failures is limited to about sixty lines', () => {
  const failures = Array.from({ length: 80 }, (_, index) => ({ name: `test ${index}`, why: 'a\nb\nc\nd' }))
  const lines = describeFailures(failures)
  expect(lines).toHaveLength(61)
  expect(lines.at(-1)).toBe('… and 50 more')
  expect(describeFailures(failures.slice(0, 1))).toHaveLength(5)
})
