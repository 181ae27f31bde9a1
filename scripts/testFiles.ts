import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestFile } from './selection.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const patterns = ['contract', 'scripts', 'server', 'src', 'sw', 'tests'].map((folder) => `${folder}/**/*.test.{ts,tsx}`)

/** Every test file of the repository, sorted by path. */
export async function listTestFiles(): Promise<TestFile[]> {
  const paths = await Array.fromAsync(glob(patterns, { cwd: root }), (path) => path.replaceAll('\\', '/'))
  return Promise.all(paths.toSorted().map(async (path) => ({ path, text: await readFile(join(root, path), 'utf8') })))
}
