/**
 * Completes package-lock.json after `npm install` (`npm run make -- lock`).
 *
 * npm omits optional packages of other platforms from the lock file that it writes, and `npm ci` then rejects that file
 * ("Missing: … from lock file", npm/cli#9846). This script adds each of them as the registry describes it, and removes
 * those that the registry lacks from their parent's list.
 */
import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import * as v from 'valibot'

const run = promisify(execFile)

const LockedPackage = v.looseObject({ optionalDependencies: v.optional(v.record(v.string(), v.string())) })
type LockedPackage = v.InferOutput<typeof LockedPackage>
const Lock = v.looseObject({ packages: v.record(v.string(), LockedPackage) })
const Manifest = v.looseObject({ version: v.string(), dist: v.looseObject({ integrity: v.string() }) })
type Manifest = v.InferOutput<typeof Manifest>
/** What npm prints when no version matches. */
const NotFound = v.object({ stdout: v.pipe(v.string(), v.includes('E404')) })

const copiedFields = ['license', 'os', 'cpu', 'libc', 'engines', 'bin', 'dependencies'] as const

const lock: unknown = JSON.parse(await readFile('package-lock.json', 'utf8'))
// Checked, not parsed: parsing would change the order of the fields, and so the file.
v.assert(Lock, lock)
const missing: { parent: LockedPackage; name: string; range: string }[] = []
for (const [path, locked] of Object.entries(lock.packages)) {
  for (const [name, range] of Object.entries(locked.optionalDependencies ?? {})) {
    if (lock.packages[`node_modules/${name}`] || lock.packages[`${path}/node_modules/${name}`]) continue
    missing.push({ parent: locked, name, range })
  }
}

/** The registry's description of one package, or undefined when no version matches. */
async function lookUp(name: string, range: string): Promise<Manifest | undefined> {
  try {
    const { stdout } = await run('npm', ['view', `${name}@${range}`, '--json'])
    const answer = v.parse(v.union([Manifest, v.array(Manifest)]), JSON.parse(stdout))
    return Array.isArray(answer) ? answer.at(-1) : answer
  } catch (error) {
    if (v.is(NotFound, error)) return undefined
    throw error
  }
}

for (const { parent, name, range } of missing) {
  const manifest = await lookUp(name, range)
  if (!manifest) {
    delete parent.optionalDependencies?.[name]
    continue
  }
  const entry: LockedPackage = { version: manifest.version, integrity: manifest.dist.integrity }
  for (const field of copiedFields) if (manifest[field] !== undefined) entry[field] = manifest[field]
  if (parent['dev'] === true) entry['dev'] = true
  entry['optional'] = true
  lock.packages[`node_modules/${name}`] = entry
}

lock.packages = Object.fromEntries(Object.entries(lock.packages).toSorted(([a], [b]) => (a < b ? -1 : 1)))
await writeFile('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`)
console.log(`${missing.length} packages of other platforms completed in package-lock.json`)
