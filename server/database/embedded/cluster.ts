import { spawn } from 'node:child_process'
import { chown, chmod, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { platform } from 'node:os'
import { join } from 'node:path'
import { DatabaseStartError } from '#server/database/databaseStartError.ts'
import { reasonOf } from '#server/errorCode.ts'
import { type Folder, createPassword, readPassword } from './folder.ts'
import type { Owner } from './owner.ts'
import type { Programs } from './programs.ts'

/**
 * How PostgreSQL's programs get their data folder: by path, or as their working directory when they run as another user
 * on Linux. Root can start them in a folder whose parents that user cannot enter, such as one below /root.
 */
export function dataFolderArguments(folder: string, owner: Owner | null): { path: string; cwd: string } {
  return { path: owner && platform() === 'linux' ? '/proc/self/cwd' : folder, cwd: folder }
}

/** The environment of PostgreSQL's programs, without ours: they would obey a PGPORT or PGDATA. */
export const environment: NodeJS.ProcessEnv = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' }

function run(program: string, args: string[], options: { owner: Owner | null; cwd: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...options.owner,
      cwd: options.cwd,
      env: environment,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let output = ''
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(output.trim() || `exit code ${code}`))))
  })
}

async function initialise(folder: Folder, programs: Programs, owner: Owner | null): Promise<string> {
  const password = (await readPassword(folder)) ?? (await createPassword(folder))
  // Created beside its final place and renamed when complete, so that an interrupted start leaves no partial database.
  const fresh = join(folder.root, 'data.new')
  const secret = join(folder.root, 'initial-password')
  await rm(fresh, { recursive: true, force: true })
  await mkdir(fresh, { mode: 0o700 })
  await writeFile(secret, `${password}\n`, { mode: 0o600 })
  try {
    if (owner) {
      await chown(fresh, owner.uid, owner.gid)
      await chown(secret, owner.uid, owner.gid)
    }
    await chmod(fresh, 0o700)
    const { path, cwd } = dataFolderArguments(fresh, owner)
    const args = ['-D', path, '-U', 'club', '--pwfile=../initial-password', '--auth=scram-sha-256', '--encoding=UTF8']
    const collation = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--data-checksums']
    await run(programs.initdb, [...args, ...collation], { owner, cwd })
  } finally {
    await rm(secret, { force: true })
  }
  await rename(fresh, folder.data)
  return password
}

/** Whether the folder holds a database. An empty folder, such as a mounted volume, does not. */
async function isInitialised(folder: Folder): Promise<boolean> {
  const entries = await readdir(folder.data).catch(() => null)
  if (entries === null) {
    if (await stat(folder.data).catch(() => null))
      throw new DatabaseStartError(
        `DATA_DIR: ${folder.data} belongs to another user: start as that user, or choose another DATA_DIR.`,
      )
    return false
  }
  return entries.length > 0
}

/** Creates the database if there is none. Resolves to its password. */
export async function ensureCluster(folder: Folder, programs: Programs, owner: Owner | null): Promise<string> {
  if (await isInitialised(folder)) {
    const password = await readPassword(folder)
    if (password !== null) return password
    throw new DatabaseStartError(
      `DATA_DIR: ${folder.password} is missing, without which ${folder.data} cannot be opened: put it back from your copy of DATA_DIR.`,
    )
  }
  try {
    return await initialise(folder, programs, owner)
  } catch (error) {
    if (error instanceof DatabaseStartError) throw error
    if (/effective user ID/.test(reasonOf(error)))
      throw new DatabaseStartError(
        `This system does not know the user ${owner?.uid ?? process.getuid?.()} (it has no line in /etc/passwd), and PostgreSQL needs that: start as a user that has one, or set DATABASE_URL.`,
      )
    throw new DatabaseStartError(`The database could not be made in ${folder.root}: ${reasonOf(error)}`)
  }
}
