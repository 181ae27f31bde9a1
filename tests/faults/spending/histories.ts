// 200 random histories of earning and spending, each against its model: the property test of `npm test`, with more
// runs.
import { spawnSync } from 'node:child_process'

const runs = '200'
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--project', 'server', 'tests/server/spending/spending.test.ts'],
  { stdio: 'inherit', env: { ...process.env, SPENDING_RUNS: runs } },
)
console.log(status === 0 ? '1 passed, 0 failed' : '0 passed, 1 failed')
process.exitCode = status === 0 ? 0 : 1
