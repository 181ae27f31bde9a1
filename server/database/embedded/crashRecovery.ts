import { execFile } from 'node:child_process'
import { readlink, realpath, rm } from 'node:fs/promises'
import { platform } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { DatabaseStartError } from '#server/database/databaseStartError.ts'
import { type Folder, readPostmaster } from './folder.ts'

const run = promisify(execFile)

/** How long an orphaned PostgreSQL may take to shut down before it is killed. */
const shutdownTimeoutMs = 20_000

/** Whether a process is a PostgreSQL of this data folder, rather than another process that reuses its number. */
async function isPostgresOf(pid: number, folder: Folder): Promise<boolean> {
  if (platform() === 'linux') {
    // PostgreSQL's working directory is its data folder. A zombie process has none.
    return (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === (await realpath(folder.data))
  }
  if (platform() === 'win32') return false
  const { stdout } = await run('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }))
  return stdout.includes('postgres') && stdout.includes(folder.data)
}

async function endsWithin(pid: number, folder: Folder, limit: number): Promise<boolean> {
  const deadline = Date.now() + limit
  while (await isPostgresOf(pid, folder)) {
    if (Date.now() > deadline) return false
    await delay(50)
  }
  return true
}

/**
 * Cleans up after a process that was killed: stops an orphaned PostgreSQL on this folder (committed data is on the disk), and removes the
 * pid and socket files of one that has ended. The caller holds the folder's lock.
 */
export async function cleanUpAfterCrash(folder: Folder, log: (line: string) => void): Promise<void> {
  const orphan = await readPostmaster(folder)
  if (orphan && (await isPostgresOf(orphan.pid, folder))) {
    log(`Stopping the PostgreSQL (process ${orphan.pid}) that an earlier run left behind`)
    process.kill(orphan.pid, 'SIGINT')
    if (!(await endsWithin(orphan.pid, folder, shutdownTimeoutMs))) {
      process.kill(orphan.pid, 'SIGQUIT')
      if (!(await endsWithin(orphan.pid, folder, shutdownTimeoutMs)))
        throw new DatabaseStartError(
          `The PostgreSQL of an earlier run (process ${orphan.pid}) does not stop: end it manually.`,
        )
    }
  }
  for (const file of ['postmaster.pid', '.s.PGSQL.5432', '.s.PGSQL.5432.lock'])
    await rm(join(folder.data, file), { force: true })
}
