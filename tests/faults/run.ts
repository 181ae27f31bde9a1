// `npm run faults`: everything that proves the outbox against faults, in its full size. Takes about an hour on two cores.
import { runSteps, type Step } from '#tests/support/steps.ts'

const fault = (name: string, file: string): Step => ({
  name,
  command: 'node',
  args: [`tests/faults/${file}`],
  tells: 'last line',
})

const { passed, failed } = await runSteps([
  fault('crash matrix', 'crashMatrix.ts'),
  fault('soak', 'soak.ts'),
  fault('mutants', 'mutants.ts'),
])
console.log('SIGKILL ends the browser, not the machine: what a power cut does to a disk is not tested here.')
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
