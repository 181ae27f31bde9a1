import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { DatabaseStartError } from './databaseStartError.ts'
import { reasonOf } from '#server/errorCode.ts'
import { ensureCluster } from './embedded/cluster.ts'
import { type Folder, openFolder, readPassword, readPostmaster, rootOf, urlOf } from './embedded/folder.ts'
import { type LockHolder, readLockHolder, tryLockFolder } from './embedded/folderLock.ts'
import { chooseOwner } from './embedded/owner.ts'
import { acceptsConnections } from './embedded/postmaster.ts'
import { findPrograms } from './embedded/programs.ts'
import { runPostgres } from './embedded/supervisor.ts'
import { checkDatabaseUrl } from './external.ts'

export interface DatabaseOptions {
  /** The product's data folder (`DATA_DIR`). */
  dataDir: string
  /** An external PostgreSQL (`DATABASE_URL`), or null for the built-in one. */
  databaseUrl: string | null
  /** The server, or an operator's command that works beside it. */
  role: LockHolder['role']
  /** Whether a command may make the built-in database where there is none. A server may. */
  creates?: boolean
  /** This server's address, for the error message of a second server. */
  address?: string
  log: (line: string) => void
}

/** An open database. `url` contains the password, so it must never be printed. */
export interface OpenedDatabase {
  url: string
  /** The data folder of the built-in PostgreSQL, whose roles are the product's own; null for another one. */
  dataDir: string | null
  /** Stops the built-in PostgreSQL if this process started it. */
  close: () => Promise<void>
}

/** How long to wait for another process that starts or stops. */
const lockTimeoutMs = 60_000
const retryDelayMs = 50

function refuseSecondServer({ pid, address }: LockHolder, dataDir: string): DatabaseStartError {
  const where = address === null ? '' : ` at ${address}`
  return new DatabaseStartError(
    `Another server (process ${pid})${where} already uses the data folder ${dataDir}: stop it, or give this one a DATA_DIR and PORT of its own.`,
  )
}

/** A command without its servers' settings finds no club, and makes none. */
function refuseMissing(dataDir: string): DatabaseStartError {
  return new DatabaseStartError(
    `There is no club in the data folder ${dataDir}: give the command its servers’ settings (DATABASE_URL, or DATA_DIR), such as with --env-file FILE, or start the club first.`,
  )
}

/** The URL of the PostgreSQL that a running server has started on this folder; null until it accepts connections. */
async function findRunning(folder: Folder): Promise<string | null> {
  const postmaster = await readPostmaster(folder)
  const password = await readPassword(folder)
  if (!postmaster || password === null) return null
  const url = urlOf(folder, password, postmaster)
  return (await acceptsConnections(url)) ? url : null
}

/**
 * The connection string of the PostgreSQL that a running server has started on this data folder, or null. It must never
 * be logged.
 */
export async function findRunningDatabase(dataDir: string): Promise<string | null> {
  return existsSync(rootOf(resolve(dataDir))) ? findRunning(await openFolder(resolve(dataDir))) : null
}

async function startLocked(folder: Folder, dataDir: string, options: DatabaseOptions, release: () => void) {
  try {
    const mayCreate = options.role === 'server' || options.creates === true
    if (!mayCreate && (await readPassword(folder)) === null) throw refuseMissing(dataDir)
    const owner = await chooseOwner(folder.data)
    const programs = await findPrograms(owner, dataDir)
    const password = await ensureCluster(folder, programs, owner)
    const { url, stop } = await runPostgres({ folder, programs, owner, password }, options.log)
    return { url, dataDir, close: () => stop().finally(release) }
  } catch (error) {
    release()
    if (error instanceof DatabaseStartError) throw error
    throw new DatabaseStartError(`The database in ${folder.root} cannot be opened: ${reasonOf(error)}`)
  }
}

/**
 * Opens the database: the one that `DATABASE_URL` names, else the built-in PostgreSQL under `<dataDir>/postgres`,
 * created at the first start, or by a command that may. One process at a time locks the built-in one: a command uses a
 * running server's, and waits for another command; a second server is refused.
 *
 * @throws DatabaseStartError with a sentence for the operator
 */
export async function openDatabase(options: DatabaseOptions): Promise<OpenedDatabase> {
  if (options.databaseUrl !== null) {
    await checkDatabaseUrl(options.databaseUrl)
    return { url: options.databaseUrl, dataDir: null, close: () => Promise.resolve() }
  }
  const dataDir = resolve(options.dataDir)
  if (options.role === 'command' && options.creates !== true && !existsSync(rootOf(dataDir)))
    throw refuseMissing(dataDir)
  const folder = await openFolder(dataDir)
  const self: LockHolder = { role: options.role, pid: process.pid, address: options.address ?? null }
  const deadline = Date.now() + lockTimeoutMs
  for (;;) {
    const lock = tryLockFolder(folder, self)
    if (lock) return startLocked(folder, dataDir, options, lock.release)
    const holder = readLockHolder(folder)
    if (holder?.role === 'server') {
      if (options.role === 'server') throw refuseSecondServer(holder, dataDir)
      const url = await findRunning(folder)
      if (url !== null) return { url, dataDir, close: () => Promise.resolve() }
    }
    if (Date.now() > deadline)
      throw new DatabaseStartError(
        `Process ${holder?.pid ?? '(unknown)'} has locked the data folder ${dataDir} for more than ${lockTimeoutMs / 1000} s.`,
      )
    await delay(retryDelayMs)
  }
}
