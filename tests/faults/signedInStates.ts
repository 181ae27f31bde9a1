// What a phone holds of a sign-in, under storage faults, in a real Chromium: each change of the sign-in meets each
// fault.
//   node tests/faults/signedInStates.ts             all 24
//   … --only renewal                                only the cases with this word
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { failureOf } from './caseFailure.ts'
import { runSignInCase } from './signInCase.ts'
import { signInChanges } from './signInChanges.ts'
import { signInFaults } from './signInFaults.ts'
import { openTestBed } from './testBed.ts'

const { values: options } = parseArgs({ options: { only: { type: 'string', default: '' } } })

// Exits through the exit handlers, which end the browsers.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
const cases = signInChanges.flatMap((change) => signInFaults.map((fault) => ({ change, fault })))
const folder = await mkdtemp(join(tmpdir(), 'club-bravo-sign-ins-'))
const bed = await openTestBed(join(folder, 'bed'))
let passed = 0
let failed = 0
try {
  for (const { change, fault } of cases) {
    const name = `${change.name}: ${fault}`
    if (!name.includes(options.only)) continue
    const started = Date.now()
    try {
      await runSignInCase(bed, change, fault)
      passed += 1
      console.log(`ok    ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
    } catch (error) {
      failed += 1
      const { kind, message } = failureOf(error)
      console.log(`FAIL  ${name}: ${kind}: ${message}`)
    }
  }
} finally {
  await bed.close()
  await rm(folder, { recursive: true, force: true })
}
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
