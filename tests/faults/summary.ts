import { type FailureKind, failureKinds } from './caseFailure.ts'
import { type CrashCase, windows } from './cases.ts'
import type { CaseOutcome } from './crashCase.ts'
import { killPoints, nameOf } from './killPoints.ts'
import { networkFaults } from './networkFaults.ts'

export interface CaseResult {
  crash: CrashCase
  /** The cases that passed. */
  outcome?: CaseOutcome
  /** The cases that failed. */
  failure?: { kind: FailureKind; message: string }
  /** The whole case, in milliseconds. */
  tookMs: number
}

/** Prints and counts the results of a crash matrix. */
export function printSummary(results: readonly CaseResult[]): { passed: number; failed: number } {
  const failures = results.flatMap(({ failure }) => failure ?? [])
  const outcomes = results.flatMap(({ outcome }) => outcome ?? [])
  const group = (title: string, names: readonly string[], nameIn: (crash: CrashCase) => string) => {
    console.log(`\n${title}`)
    for (const name of names) {
      const own = results.filter(({ crash }) => nameIn(crash) === name)
      const bad = own.filter(({ failure }) => failure).length
      if (own.length > 0) console.log(`  ${name.padEnd(28)} ${own.length - bad} of ${own.length}`)
    }
  }
  group('By kill point', killPoints.map(nameOf), ({ killPoint }) => nameOf(killPoint))
  group(
    'By fault',
    networkFaults.map(({ name }) => name),
    ({ fault }) => fault.name,
  )
  group('By the calls that met it', windows, ({ window }) => window)

  const count = (kind: FailureKind) => failures.filter((failure) => failure.kind === kind).length
  const drains = outcomes.map(({ tookMs }) => tookMs).toSorted((one, other) => one - other)
  const at = (share: number) => ((drains[Math.floor(share * (drains.length - 1))] ?? 0) / 1000).toFixed(1)
  const saved = outcomes.filter((outcome) => outcome.saved).length
  console.log(`\n${failureKinds.map((kind) => `${count(kind)} ${kind}`).join(', ')}.`)
  console.log(
    `Drained after healing in ${at(0.5)} s (median), ${at(0.95)} s (p95), ${at(1)} s (slowest); the bar is 30 s.`,
  )
  console.log(
    `Killed after the scan was on the phone: ${saved} of ${outcomes.length}; before: none of them gave points.`,
  )
  console.log('SIGKILL ends the browser, not the machine: what a power cut does to a disk is not tested here.')
  return { passed: outcomes.length, failed: failures.length }
}
