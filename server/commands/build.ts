import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compressFiles } from '#server/http/compressFiles.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** What the built app is made of. */
const inputs = [
  'src',
  'contract',
  'sw',
  'public',
  'server/render',
  'index.html',
  'vite.config.ts',
  'lingui.config.ts',
  'tsconfig.json',
  'tsconfig.base.json',
  'package-lock.json',
]
/** Tests are no part of the app, and the route tree is written by the build itself. */
const isInput = (path: string) => !/\.test\.tsx?$|routeTree\.gen\.ts$/.test(path)

/** Kept in the built app: a hash of what it was made of. */
const stampFile = '.stamp'
/** Unfinished builds lie on the same disk as `dist`, so that a rename can finish them. */
const workshop = join(root, '.vite')
const abandonedAfter = 60 * 60 * 1000

async function filesBelow(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => null)
  if (!found) return []
  if (!found.isDirectory()) return [path]
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/** A hash of every file that the app is built from, by path and content. */
export async function hashInputs(): Promise<string> {
  const lists = await Promise.all(inputs.map((input) => filesBelow(join(root, input))))
  const paths = lists.flat().filter(isInput).toSorted()
  const hash = createHash('sha256')
  for (const path of paths) {
    const content = createHash('sha256')
      .update(await readFile(path))
      .digest('hex')
    hash.update(`${relative(root, path)} ${content}\n`)
  }
  return hash.digest('hex')
}

async function readStamp(folder: string): Promise<string | null> {
  return readFile(join(folder, stampFile), 'utf8').catch(() => null)
}

/** Puts a finished build in place. Of several at once the last one stays; every moment but an instant has a whole one. */
async function publish(built: string, target: string): Promise<void> {
  for (;;) {
    const old = join(workshop, randomUUID())
    const hadOld = await rename(target, old).then(
      () => true,
      () => false,
    )
    try {
      await rename(built, target)
      return
    } catch (error) {
      const taken = error instanceof Error && 'code' in error && (error.code === 'ENOTEMPTY' || error.code === 'EEXIST')
      if (!taken) throw error
    } finally {
      if (hadOld) await rm(old, { recursive: true, force: true })
    }
  }
}

async function removeAbandoned(now: number): Promise<void> {
  for (const name of await readdir(workshop)) {
    const path = join(workshop, name)
    const found = await stat(path).catch(() => null)
    if (found && now - found.mtimeMs > abandonedAfter) await rm(path, { recursive: true, force: true })
  }
}

/**
 * Bundles the app into a folder. Prints nothing.
 *
 * @throws where the sources have an error
 */
export async function bundle(folder: string): Promise<void> {
  const { build } = await import('vite')
  await build({ root, logLevel: 'error', build: { outDir: folder, emptyOutDir: true } })
}

/**
 * Builds the app into `dist`, with what can be compressed beforehand compressed, where what it is made of has changed since the last
 * build. Does nothing otherwise. Safe to run several times at once.
 *
 * @param say told what happens, for the person who waits
 * @returns whether it built
 */
export async function buildApp(
  say: (sentence: string) => void = (sentence) => console.log(sentence),
): Promise<boolean> {
  const target = join(root, 'dist')
  const stamp = await hashInputs()
  if ((await readStamp(target)) === stamp) return false
  say('Building the app…')
  const started = performance.now()
  await mkdir(workshop, { recursive: true })
  await removeAbandoned(Date.now())
  const folder = join(workshop, randomUUID())
  try {
    await bundle(folder)
    await compressFiles(folder)
    await writeFile(join(folder, stampFile), stamp)
    await publish(folder, target)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  say(`Built in ${Math.round((performance.now() - started) / 1000)} s.`)
  return true
}

if (import.meta.main) await buildApp((sentence) => console.log(sentence))
