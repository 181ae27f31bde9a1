// The server's tests on a PostgreSQL that behaves like a distributed one (YugabyteDB, CockroachDB): simulated, one difference at a time, with
// no advisory locks and each transaction refused once in all of them. `node …/distributed.ts scan redeeming` runs only such files.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hostilities, hostilityVariable } from '#tests/support/hostileDatabase.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = 'tests/server'

/** The files whose API works on a database that `testApi` has made hostile. */
async function findFiles(words: readonly string[]): Promise<string[]> {
  const names = (await readdir(join(root, folder))).filter((name) => name.endsWith('.test.ts'))
  const chosen = names.filter((name) => words.length === 0 || words.some((word) => name.includes(word)))
  const texts = await Promise.all(
    chosen.map(async (name) => ({ name, text: await readFile(join(root, folder, name), 'utf8') })),
  )
  return texts.filter(({ text }) => text.includes('await testApi(')).map(({ name }) => `${folder}/${name}`)
}

const files = await findFiles(process.argv.slice(2))
let failed = 0
for (const hostility of hostilities) {
  console.log(`${hostility}: ${files.length} files`)
  const child = spawn('npx', ['vitest', 'run', '--project', 'server', '--reporter', 'dot', ...files], {
    cwd: root,
    env: { ...process.env, [hostilityVariable]: hostility },
    stdio: 'inherit',
  })
  const [code]: unknown[] = await once(child, 'exit')
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${hostility}`)
  if (code !== 0) failed += 1
}
console.log(`${hostilities.length - failed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
