// `npm run faults`: all fault tests, in their full size, or those named as arguments. All take more than an hour on two
// cores.
import { runSteps, type Step } from '#scripts/steps.ts'

const parts: Record<string, { about: string; file: string; args?: readonly string[] }> = {
  crashes: { about: 'crash matrix', file: 'crashMatrix.ts' },
  visitors: { about: 'visitors’ scans', file: 'visitorCrashes.ts' },
  soak: { about: 'soak', file: 'soak.ts' },
  nonsense: { about: 'lines that answer nonsense', file: 'nonsense.ts' },
  deployments: { about: '50 deployments while scanning', file: 'deployments.ts' },
  'signed-in': { about: 'signed-in states under storage faults', file: 'signedInStates.ts' },
  versions: { about: 'two app versions on one phone', file: 'twoVersions.ts' },
  settlement: { about: 'settlement under load', file: 'settlementLoad.ts' },
  bursts: { about: 'bursts of visitors', file: 'burst.ts' },
  servers: { about: 'four servers, one of them killed', file: 'fourServers.ts' },
  attacks: { about: 'attacks on the server', file: 'attacks/run.ts' },
  proxies: { about: 'nginx and Caddy in front of two servers', file: 'proxies.ts' },
  registrations: { about: '500 registrations with payments', file: 'registrations/run.ts' },
  backup: { about: 'a dump of a running club, restored elsewhere', file: 'backup.ts' },
  failover: { about: 'the primary of a Patroni cluster killed, and out of reach, under load', file: 'failover/run.ts' },
  pooler: { about: 'a PgBouncer in front of PostgreSQL, killed under load', file: 'failover/pooler.ts' },
  histories: { about: '200 histories of spending against their model', file: 'spending/histories.ts' },
  spending: { about: '1,000 operations of spending through two servers', file: 'spending/run.ts' },
  mistakes: { about: 'mistakes in spending', file: 'spending/mistakes.ts' },
  benches: { about: 'each benchmark in its smallest size', file: '../bench/run.ts', args: ['--small'] },
}

const chosen = process.argv.slice(2)
const mutants: Step = { name: 'mutants', command: 'stryker', args: ['run', 'tests/faults/stryker.json'] }

const unknown = chosen.find((name) => !(name in parts) && name !== mutants.name)
if (unknown !== undefined) {
  console.error(`There is no fault test "${unknown}": choose from ${Object.keys(parts).join(', ')}, ${mutants.name}.`)
  process.exit(2)
}

const steps = Object.entries(parts)
  .filter(([name]) => chosen.length === 0 || chosen.includes(name))
  .map(([, { about, file, args = [] }]): Step => ({
    name: about,
    command: 'node',
    args: [`tests/faults/${file}`, ...args],
    counts: 'last line',
  }))
if (chosen.length === 0 || chosen.includes(mutants.name)) steps.push(mutants)
console.log('SIGKILL ends the browser, not the machine: what a power cut does to a disk is not tested here.')
process.exitCode = (await runSteps(steps)) ? 0 : 1
