import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import * as v from 'valibot'

const run = promisify(execFile)
const root = new URL('../..', import.meta.url)

/** This version, such as `1.0.0+29f9506f`: with its commit where the product runs from a checkout. */
export async function readVersion(): Promise<string> {
  const text = await readFile(new URL('package.json', root), 'utf8')
  const { version } = v.parse(v.pipe(v.string(), v.parseJson(), v.object({ version: v.string() })), text)
  // The checkout may be another user's.
  const asked = ['-c', 'safe.directory=*', 'rev-parse', '--short', 'HEAD']
  const commit = await run('git', asked, { cwd: root }).then(
    ({ stdout }) => stdout.trim(),
    () => '',
  )
  return commit === '' ? version : `${version}+${commit}`
}
