// 50 members earn, redeem, convert, register and cancel 1,000 times, and four members of staff act 300 times (points,
// vouchers, places, names), through two servers on one database, of which one is killed and started again halfway,
// while a fifth of the calls and answers are spoilt: balances, stocks, quotas and places are recomputed, and compared
// with what the members and the staff were told; each adjustment has one act. `node …/run.ts SEED` repeats a run.
import { trySpending } from './spending.ts'

const seed = Number(process.argv[2] ?? Date.now() % 1_000_000)

console.log(`Seed ${seed}.`)
const started = Date.now()
const { differences, counted } = await trySpending({
  members: 50,
  operations: 1000,
  acts: 300,
  seed,
  log: (line) => console.log(line),
})
for (const [name, number] of Object.entries(counted)) console.log(`  ${name}: ${number}`)
for (const difference of differences.slice(0, 40)) console.log(`  ${difference}`)
console.log(`${differences.length} differences, in ${((Date.now() - started) / 1000).toFixed(0)} s.`)
console.log(differences.length === 0 ? '1 passed, 0 failed' : '0 passed, 1 failed')
process.exitCode = differences.length === 0 ? 0 : 1
