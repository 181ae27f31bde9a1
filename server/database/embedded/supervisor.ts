import type { ChildProcess } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { DatabaseStartError } from '#server/database/databaseStartError.ts'
import { reasonOf } from '#server/errorCode.ts'
import { type Folder, urlOf } from './folder.ts'
import { cleanUpAfterCrash } from './crashRecovery.ts'
import type { Owner } from './owner.ts'
import { chooseAddress, launch, stopChild } from './postmaster.ts'
import type { Programs } from './programs.ts'

export interface RunningPostgres {
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
 * Runs PostgreSQL on a folder that this process has locked, until `stop`. Restarts it at the same address when it dies, with a backoff
 * from 0.1 s to 5 s.
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
