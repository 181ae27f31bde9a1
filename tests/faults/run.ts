// `npm run faults`: all fault tests of the outbox, in their full size. Takes about an hour on two cores.
import { runSteps, type Step } from '#scripts/steps.ts'

const fault = (name: string, file: string): Step => ({
  name,
  command: 'node',
  args: [`tests/faults/${file}`],
  report: 'lines',
})

const passed = await runSteps(
  [
    fault('crash matrix', 'crashMatrix.ts'),
    fault('soak', 'soak.ts'),
    fault('lines that answer nonsense', 'nonsense.ts'),
    fault('50 deployments while scanning', 'deployments.ts'),
    fault('signed-in states under storage faults', 'signedInStates.ts'),
    fault('two app versions on one phone', 'twoVersions.ts'),
    fault('settlement under load', 'settlementLoad.ts'),
    fault('bursts of visitors', 'burst.ts'),
    fault('two servers, one of them killed', 'twoServers.ts'),
    fault('500 registrations with payments', 'registrations/run.ts'),
    fault('200 histories of spending against their model', 'spending/histories.ts'),
    fault('1,000 operations of spending through two servers', 'spending/run.ts'),
    fault('mutants', 'mutants.ts'),
  ],
  { remarks: ['SIGKILL ends the browser, not the machine: what a power cut does to a disk is not tested here.'] },
)
process.exitCode = passed ? 0 : 1
