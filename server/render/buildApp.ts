import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compressFiles } from '#server/http/files/compressFiles.ts'
import { buildStaff } from './buildStaff.ts'
import { buildServerPages } from '#server/pages/buildServerPages.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The sources of the app. */
const inputs = [
  'src',
  'contract',
  'packages',
  'sw',
  'public',
  'server/pages',
  'server/mail/kinds',
  'server/render',
  'staff.html',
  'vite.config.ts',
  'staff.config.ts',
  'lingui.config.ts',
  'tsconfig.json',
  'tsconfig.base.json',
  'package.json',
  'package-lock.json',
]
/** Tests are not part of the app, and the build itself writes the route tree. */
const isInput = (path: string) => !/\.test\.tsx?$|routeTree\.gen\.ts$/.test(path)

/** A file of the build with the hash of its sources. */
const stampFile = '.stamp'
/** Unfinished builds are on the same disk as `dist`, so that a rename can publish them. */
const buildsFolder = join(root, '.vite')
const abandonedAfterMs = 60 * 60 * 1000

async function filesBelow(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => null)
  if (!found) return []
  if (!found.isDirectory()) return [path]
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/** A hash of the app's sources, by path and content. */
async function hashInputs(): Promise<string> {
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

/** Replaces the published build. Of concurrent builds the last one wins; `dist` is missing only between two renames. */
async function publish(built: string, target: string): Promise<void> {
  for (;;) {
    const old = join(buildsFolder, randomUUID())
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
  for (const name of await readdir(buildsFolder)) {
    const path = join(buildsFolder, name)
    const found = await stat(path).catch(() => null)
    if (found && now - found.mtimeMs > abandonedAfterMs) await rm(path, { recursive: true, force: true })
  }
}

/**
 * Bundles the app and the server's pages into a folder, without printing anything.
 *
 * @throws when the sources have an error
 */
export async function bundle(folder: string): Promise<void> {
  const { build } = await import('vite')
  await build({ root, logLevel: 'error', build: { outDir: folder, emptyOutDir: true } })
  await buildStaff(root, folder)
  await buildServerPages(root, folder)
}

/**
 * Builds the app into `dist` and compresses it, unless its sources are unchanged since the last build. Safe to run
 * concurrently.
 *
 * @param print receives progress messages
 * @returns whether it built
 */
export async function buildApp(
  print: (sentence: string) => void = (sentence) => console.log(sentence),
): Promise<boolean> {
  const target = join(root, 'dist')
  const stamp = await hashInputs()
  if ((await readStamp(target)) === stamp) return false
  print('Building the app…')
  const started = performance.now()
  await mkdir(buildsFolder, { recursive: true })
  await removeAbandoned(Date.now())
  const folder = join(buildsFolder, randomUUID())
  try {
    await bundle(folder)
    await compressFiles(folder)
    await writeFile(join(folder, stampFile), stamp)
    await publish(folder, target)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  print(`Built in ${Math.round((performance.now() - started) / 1000)} s.`)
  return true
}
