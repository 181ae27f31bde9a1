import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { DatabaseStartError, reasonOf } from './databaseStartError.ts'
import { ensureCluster } from '#server/database/embedded/cluster.ts'
import { type Folder, openFolder, readPassword, readPostmaster, urlOf } from '#server/database/embedded/folder.ts'
import { type Holder, readHolder, tryHold } from '#server/database/embedded/folderLock.ts'
import { chooseOwner } from '#server/database/embedded/owner.ts'
import { answers } from '#server/database/embedded/postmaster.ts'
import { findPrograms } from '#server/database/embedded/programs.ts'
import { runPostgres } from '#server/database/embedded/supervisor.ts'
import { checkDatabaseUrl } from './external.ts'

export interface DatabaseOptions {
  /** The product's data folder (`DATA_DIR`). */
  dataDir: string
  /** Another PostgreSQL (`DATABASE_URL`), or null for the built-in one. */
  databaseUrl: string | null
  /** The server, or an operator's command that works beside it. */
  role: Holder['role']
  /** Where this server will answer: told to whoever tries to start a second one. */
  address?: string
  log: (line: string) => void
}

/** An open database. `url` holds the password: never to be shown. */
export interface OpenedDatabase {
  url: string
  /** Stops the built-in PostgreSQL where this process started it. */
  close: () => Promise<void>
}

/** How long to wait for another process that starts or ends, in milliseconds. */
const patience = 60_000
const pause = 50

function refuseSecondServer({ pid, address }: Holder, dataDir: string): DatabaseStartError {
  const where = address === null ? '' : ` at ${address}`
  return new DatabaseStartError(
    `Another server (process ${pid})${where} already uses the data folder ${dataDir}: stop it, or give this one a DATA_DIR and PORT of its own.`,
  )
}

/** The PostgreSQL that a running server has started on this folder, once it answers; null while it does not. */
async function findRunning(folder: Folder): Promise<string | null> {
  const postmaster = await readPostmaster(folder)
  const password = await readPassword(folder)
  if (!postmaster || password === null) return null
  const url = urlOf(folder, password, postmaster)
  return (await answers(url)) ? url : null
}

async function startHeld(folder: Folder, dataDir: string, options: DatabaseOptions, release: () => void) {
  try {
    const owner = await chooseOwner(folder.data)
    const programs = await findPrograms(owner, dataDir)
    const password = await ensureCluster(folder, programs, owner)
    const { url, stop } = await runPostgres({ folder, programs, owner, password }, options.log)
    return { url, close: () => stop().finally(release) }
  } catch (error) {
    release()
    if (error instanceof DatabaseStartError) throw error
    throw new DatabaseStartError(`The database in ${folder.root} cannot be opened: ${reasonOf(error)}`)
  }
}

/**
 * Opens the database: the one that `DATABASE_URL` names, else the built-in PostgreSQL under `<dataDir>/postgres`, made at the first
 * start. One process at a time holds the built-in one: a command joins the server that does, and waits for another command; a second
 * server is refused.
 *
 * @throws DatabaseStartError with a sentence for the person who started it
 */
export async function openDatabase(options: DatabaseOptions): Promise<OpenedDatabase> {
  if (options.databaseUrl !== null) {
    await checkDatabaseUrl(options.databaseUrl)
    return { url: options.databaseUrl, close: () => Promise.resolve() }
  }
  const dataDir = resolve(options.dataDir)
  const folder = await openFolder(dataDir)
  const self: Holder = { role: options.role, pid: process.pid, address: options.address ?? null }
  const deadline = Date.now() + patience
  for (;;) {
    const hold = tryHold(folder, self)
    if (hold) return startHeld(folder, dataDir, options, hold.release)
    const holder = readHolder(folder)
    if (holder?.role === 'server') {
      if (options.role === 'server') throw refuseSecondServer(holder, dataDir)
      const url = await findRunning(folder)
      if (url !== null) return { url, close: () => Promise.resolve() }
    }
    if (Date.now() > deadline)
      throw new DatabaseStartError(
        `Process ${holder?.pid ?? '(unknown)'} holds the data folder ${dataDir} and has not let go of it for ${patience / 1000} s.`,
      )
    await delay(pause)
  }
}
