// `npm test`: every check and every test. Needs nothing but Node.
// `npm test -- WORD`: only the tests whose file or title contains the word.
// The last lines list the failures; the very last line gives the counts.
import { describeChromium } from '#tests/support/chromium.ts'
import { makeTemplates } from '#tests/support/templates.ts'
import { checks } from './checks.ts'
import { buildStep, playwrightStep, readPhrase, select, stepsFor, vitestStep } from './selection.ts'
import { runSteps, type Step } from './steps.ts'
import { listTestFiles } from './testFiles.ts'

const everything: readonly Step[] = [
  buildStep,
  ...checks,
  vitestStep('unit, server and browser tests', []),
  playwrightStep([]),
  {
    name: 'crash matrix, a sample',
    command: 'node',
    args: ['tests/faults/crashMatrix.ts', '--sample', '--jobs', '4'],
    report: 'lines',
  },
]

console.log(`Browser of the tests: ${await describeChromium()}`)

const phrase = readPhrase(process.argv.slice(2))
const steps = phrase === null ? everything : stepsFor(phrase, select(phrase, await listTestFiles()))
const ifNothingRan = `No test file and no test title contains "${phrase ?? ''}".`
// Once for all steps of a whole run. If that fails, the steps make their own, and report why they cannot.
const nothingMade = () => Promise.resolve()
const removeTemplates = phrase === null ? await makeTemplates().catch(() => nothingMade) : nothingMade
try {
  process.exitCode = (await runSteps(steps, { ifNothingRan })) ? 0 : 1
} finally {
  await removeTemplates()
}
