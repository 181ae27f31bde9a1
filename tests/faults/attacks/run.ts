// Attacks on a real server: what each may do to it, and to another member meanwhile, is bounded. Linux only.
//   node tests/faults/attacks/run.ts             all of them
//   node tests/faults/attacks/run.ts chunked     those with the word in their file's or their own name
import { loadavg } from 'node:os'
import { makeTemplates } from '#tests/support/templates.ts'
import { type Attack, runAttack } from './attack.ts'
import { connectionAttacks } from './connections.ts'
import { exportAttacks } from './exports.ts'
import { fairnessAttacks } from './fairness.ts'
import { uploadAttacks } from './uploads.ts'

/** By the name of their file. */
const attacks: Record<string, readonly Attack[]> = {
  connections: connectionAttacks,
  exports: exportAttacks,
  fairness: fairnessAttacks,
  uploads: uploadAttacks,
}

const word = process.argv[2] ?? ''
const chosen = Object.entries(attacks).flatMap(([file, ofFile]) =>
  ofFile.filter(({ name }) => `${file} ${name}`.includes(word)),
)
const removeTemplates = await makeTemplates()
let [passed, failed] = [0, 0]
try {
  for (const attack of chosen) {
    const counts = await runAttack(attack)
    passed += counts.passed
    failed += counts.failed
  }
} finally {
  await removeTemplates()
}
console.log(`The machine's load was ${loadavg()[0]?.toFixed(1)} in the last minute.`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1
