// `npm test`: every check and every test, on a machine that has nothing but Node. The last line says how many passed.
import { checks } from './checks.ts'
import { readPlaywright, readVitest, runSteps, type Step } from './steps.ts'

const vitestReport = 'test-results/vitest.json'

const steps: readonly Step[] = [
  ...checks,
  { name: 'build', command: 'node', args: ['server/build.ts'] },
  {
    name: 'unit, server and browser tests',
    command: 'vitest',
    args: ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`],
    tells: { file: vitestReport, read: readVitest },
  },
  {
    name: 'end to end',
    command: 'playwright',
    args: ['test'],
    tells: { file: 'test-results/playwright.json', read: readPlaywright },
  },
  {
    name: 'crash matrix, a sample',
    command: 'node',
    args: ['tests/faults/crashMatrix.ts', '--sample'],
    tells: 'last line',
  },
]

const { passed, failed } = await runSteps(steps)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
