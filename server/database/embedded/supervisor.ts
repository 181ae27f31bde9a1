import type { ChildProcess } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { DatabaseStartError, reasonOf } from '#server/database/databaseStartError.ts'
import { type Folder, urlOf } from './folder.ts'
import { clearLeftovers } from './crashRecovery.ts'
import type { Owner } from './owner.ts'
import { chooseAddress, launch, stopChild } from './postmaster.ts'
import type { Programs } from './programs.ts'

export interface RunningPostgres {
  url: string
  stop: () => Promise<void>
}

/** Servers of a PostgreSQL that was killed take a moment to notice it, and hold its shared memory until then. */
async function startPatiently(start: () => Promise<void>): Promise<void> {
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
 * Runs PostgreSQL on a folder that this process holds, until `stop`. One that dies meanwhile (out of memory, killed) is started
 * again at the same address, with pauses from 0.1 s to 5 s.
 */
export async function runPostgres(
  place: { folder: Folder; programs: Programs; owner: Owner | null; password: string },
  log: (line: string) => void,
): Promise<RunningPostgres> {
  const address = await chooseAddress(place.folder)
  const url = urlOf(place.folder, place.password, address)
  let child: ChildProcess | null = null
  let stopping = false
  let reviving: Promise<void> = Promise.resolve()

  const start = async () => {
    await clearLeftovers(place.folder, log)
    const launched = await launch({ ...place, address, url })
    child = launched.child
    void watch(launched.ended)
  }
  const watch = async (ended: Promise<unknown>) => {
    await ended
    if (!stopping) reviving = revive()
  }
  const revive = async () => {
    log('PostgreSQL has stopped unexpectedly; starting it again')
    let pause = 100
    for (;;) {
      try {
        if (stopping) return
        await start()
        log('PostgreSQL is back')
        return
      } catch (error) {
        log(`PostgreSQL could not be started again: ${reasonOf(error)}`)
        await delay(pause)
        pause = Math.min(pause * 2, 5000)
      }
    }
  }
  const onExit = () => child?.kill('SIGINT')

  try {
    await startPatiently(start)
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
      await reviving
      if (child) await stopChild(child)
    },
  }
}
