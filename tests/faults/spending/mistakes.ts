// Makes each mistake of spendingMutations.ts in a copy of the server, lets members spend through two such servers, and
// checks that the recomputation or the audit names it; nothing may be named without a mistake. `node …/mistakes.ts
// quota` makes only such mistakes.
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { applyEdit } from '../applyEdit.ts'
import { trySpending } from './spending.ts'
import { type SpendingMutation, spendingMutations } from './spendingMutations.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
/** Each is tried until the mistake is named: not everything happens in every trial. */
const seeds = [4711, 4712, 4713]

/** What the server is made of. */
const parts = ['package.json', 'contract', 'server']
/** What it only reads. */
const linked = ['node_modules', 'dist', 'src']

async function copyServer(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'club-bravo-mistake-'))
  for (const part of parts) await cp(join(root, part), join(copy, part), { recursive: true })
  for (const part of linked) await symlink(join(root, part), join(copy, part), 'junction')
  return copy
}

/** What is wrong after members have spent through a copy of the server with a mistake, or without one. */
async function tryWith({ edits, named }: Pick<SpendingMutation, 'edits' | 'named'>): Promise<string[]> {
  const copy = await copyServer()
  try {
    for (const edit of edits) await applyEdit(copy, edit)
    for (const seed of seeds) {
      const trial = { members: 20, operations: 400, acts: 60, seed, log: () => undefined, root: copy }
      const { differences } = await trySpending(trial)
      const found = differences.filter((difference) => named.test(difference))
      if (found.length > 0) return found
    }
    return []
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}

const [word = ''] = process.argv.slice(2)
const chosen = spendingMutations.filter(({ name }) => name.includes(word))
let failed = 0
const sound = await tryWith({ edits: [], named: /./ })
for (const difference of sound) console.log(`Without a mistake: ${difference}`)
if (sound.length > 0) failed = chosen.length
else
  for (const mutation of chosen) {
    const [difference] = await tryWith(mutation)
    if (difference === undefined) failed += 1
    console.log(
      difference === undefined ? `NOT NAMED  ${mutation.name}` : `named  ${mutation.name}\n       ${difference}`,
    )
  }
console.log(`${chosen.length - failed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
