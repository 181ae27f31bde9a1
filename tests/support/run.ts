// `npm test`: every check and every test, on a machine that has nothing but Node. The last lines say what
// failed, and the very last how many passed.
import { checks } from './checks.ts'
import { readPlaywright, readVitest } from './reports.ts'
import { runSteps, type Step } from './steps.ts'

const vitestReport = 'test-results/vitest.json'

const steps: readonly Step[] = [
  ...checks,
  { name: 'build', command: 'node', args: ['server/commands/build.ts'] },
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
    tells: 'lines',
  },
]

process.exitCode = (await runSteps(steps)) ? 0 : 1
