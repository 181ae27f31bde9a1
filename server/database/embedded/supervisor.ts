import { type ChildProcess, execFile } from 'node:child_process'
import { readlink, realpath, rm } from 'node:fs/promises'
import { platform } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { DatabaseStartError } from '#server/database/databaseStartError.ts'
import { reasonOf } from '#server/errorCode.ts'
import { type Folder, readPostmaster, urlOf } from './folder.ts'
import type { Owner } from './owner.ts'
import { chooseAddress, launch, stopChild } from './postmaster.ts'
import type { Programs } from './programs.ts'

interface RunningPostgres {
  url: string
  stop: () => Promise<void>
}

/** Retries a start: the backends of a killed PostgreSQL keep its shared memory until they notice. */
async function startWithRetries(start: () => Promise<void>): Promise<void> {
  const deadline = Date.now() + 20_000
  for (;;) {
    try {
      return await start()
    } catch (error) {
      if (!/shared memory|could not bind/.test(reasonOf(error)) || Date.now() > deadline) throw error
      await delay(200)
    }
  }
}

/**
 * Runs PostgreSQL on a folder that this process has locked, until `stop`. Restarts it at the same address when it dies,
 * with a backoff from 0.1 s to 5 s.
 */
export async function runPostgres(
  place: { folder: Folder; programs: Programs; owner: Owner | null; password: string },
  log: (line: string) => void,
): Promise<RunningPostgres> {
  const address = await chooseAddress(place.folder)
  const url = urlOf(place.folder, place.password, address)
  let child: ChildProcess | null = null
  let stopping = false
  let restarting: Promise<void> = Promise.resolve()

  const start = async () => {
    await cleanUpAfterCrash(place.folder, log)
    const launched = await launch({ ...place, address, url })
    child = launched.child
    void watch(launched.ended)
  }
  const watch = async (ended: Promise<unknown>) => {
    await ended
    if (!stopping) restarting = restart()
  }
  const restart = async () => {
    log('PostgreSQL stopped unexpectedly; restarting it')
    let backoffMs = 100
    for (;;) {
      try {
        if (stopping) return
        await start()
        log('PostgreSQL is running again')
        return
      } catch (error) {
        log(`PostgreSQL could not be restarted: ${reasonOf(error)}`)
        await delay(backoffMs)
        backoffMs = Math.min(backoffMs * 2, 5000)
      }
    }
  }
  const onExit = () => child?.kill('SIGINT')

  try {
    await startWithRetries(start)
  } catch (error) {
    throw new DatabaseStartError(
      `The database in ${place.folder.data} did not start: ${reasonOf(error)} (its log: ${place.folder.log})`,
    )
  }
  process.once('exit', onExit)
  return {
    url,
    stop: async () => {
      stopping = true
      process.removeListener('exit', onExit)
      await restarting
      if (child) await stopChild(child)
    },
  }
}

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
 * Cleans up after a process that was killed: stops an orphaned PostgreSQL on this folder (committed data is on the
 * disk), and removes the pid and socket files of one that has ended. The caller holds the folder's lock.
 */
async function cleanUpAfterCrash(folder: Folder, log: (line: string) => void): Promise<void> {
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
