import { execFile } from 'node:child_process'
import { readlink, realpath, rm } from 'node:fs/promises'
import { platform } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { DatabaseStartError } from '#server/database/databaseStartError.ts'
import { type Folder, readPostmaster } from './folder.ts'

const run = promisify(execFile)

/** How long a PostgreSQL that was left running may take to stop by itself, in milliseconds; then it is made to. */
const patience = 20_000

/** Whether a process is a PostgreSQL that works in this data folder, and not another one that got its old number. */
async function isPostgresOf(pid: number, folder: Folder): Promise<boolean> {
  if (platform() === 'linux') {
    // PostgreSQL stays in its data folder. A process that has ended but was not yet collected has none.
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
 * Cleans up after a process that was killed: stops a PostgreSQL that it left running on this folder (it loses nothing: what was
 * acknowledged is on the disk), and removes the marks of one that is gone, whose number another process may have by now.
 * To be called only while holding the folder.
 */
export async function clearLeftovers(folder: Folder, log: (line: string) => void): Promise<void> {
  const left = await readPostmaster(folder)
  if (left && (await isPostgresOf(left.pid, folder))) {
    log(`Stopping the PostgreSQL (process ${left.pid}) that an earlier run left behind`)
    process.kill(left.pid, 'SIGINT')
    if (!(await endsWithin(left.pid, folder, patience))) {
      process.kill(left.pid, 'SIGQUIT')
      if (!(await endsWithin(left.pid, folder, patience)))
        throw new DatabaseStartError(
          `The PostgreSQL of an earlier run (process ${left.pid}) does not stop: end it by hand.`,
        )
    }
  }
  for (const mark of ['postmaster.pid', '.s.PGSQL.5432', '.s.PGSQL.5432.lock'])
    await rm(join(folder.data, mark), { force: true })
}
