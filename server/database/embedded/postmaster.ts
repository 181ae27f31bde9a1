import { type ChildProcess, spawn } from 'node:child_process'
import { open, readFile, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { platform } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { errorCodeOf, reasonOf } from '#server/errorCode.ts'
import { dataFolderArguments, environment } from './cluster.ts'
import type { Folder, Postmaster } from './folder.ts'
import type { Owner } from './owner.ts'
import type { Programs } from './programs.ts'

/** The longest Unix socket path that every system supports, in bytes. */
const socketPathLimit = 100
/** How long a start may take, including crash recovery. */
const startTimeoutMs = 120_000
/** A larger log is truncated at start, in bytes. */
const maxLogSize = 5 * 1024 * 1024

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => {
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', resolve)
  })
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no port on 127.0.0.1 is free')
  return address.port
}

/** A Unix socket in the data folder, which other users cannot enter, or a loopback port when that is not possible. */
export async function chooseAddress(folder: Folder): Promise<Pick<Postmaster, 'port' | 'tcp'>> {
  const path = join(folder.data, '.s.PGSQL.5432')
  if (platform() !== 'win32' && Buffer.byteLength(path) <= socketPathLimit) return { port: 5432, tcp: false }
  return { port: await freePort(), tcp: true }
}

function settings({ port, tcp }: Pick<Postmaster, 'port' | 'tcp'>): string[] {
  const values = {
    port,
    listen_addresses: tcp ? '127.0.0.1' : '',
    // Relative to the data folder, so that the limit on a socket's path only affects clients.
    unix_socket_directories: tcp ? '' : '.',
    unix_socket_permissions: '0700',
    // Four servers with 21 each, and commands beside them.
    max_connections: 100,
    fsync: 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // What a statement was refused for can name a member: "Key (email)=(…) already exists". The caller has the error.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_parameter_max_length: 0,
    log_parameter_max_length_on_error: 0,
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** Whether PostgreSQL accepts connections, which it does not during start-up and recovery. */
export async function acceptsConnections(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch (error) {
    // 28xxx: the password was refused, so waiting does not help.
    if (errorCodeOf(error).startsWith('28')) throw error
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

interface Launch {
  folder: Folder
  programs: Programs
  owner: Owner | null
  address: Pick<Postmaster, 'port' | 'tcp'>
  url: string
}

interface Launched {
  child: ChildProcess
  /** Resolves to how the process ended. */
  ended: Promise<string>
}

function spawnPostgres({ folder, programs, owner, address }: Launch, logFile: number): Launched {
  const { path, cwd } = dataFolderArguments(folder.data, owner)
  const child = spawn(programs.postgres, ['-D', path, ...settings(address)], {
    ...owner,
    cwd,
    env: environment,
    // Its own session: Ctrl+C in the terminal only reaches our process, which stops PostgreSQL when its work is done.
    detached: true,
    // A file rather than a pipe, so that PostgreSQL can still log after our process was killed.
    stdio: ['ignore', logFile, logFile],
  })
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(reasonOf(error)))
    child.once('exit', (code, signal) => resolve(`PostgreSQL ended with ${signal ?? `code ${code}`}`))
  })
  return { child, ended }
}

async function waitForConnections(url: string, signal: AbortSignal): Promise<null> {
  const deadline = Date.now() + startTimeoutMs
  while (!signal.aborted) {
    if (await acceptsConnections(url)) return null
    if (Date.now() > deadline)
      throw new Error(`PostgreSQL did not accept connections within ${startTimeoutMs / 1000} s`)
    await delay(25)
  }
  return null
}

/** Starts PostgreSQL and waits until it accepts connections. Rejects with its log when it ends instead. */
export async function launch(options: Launch): Promise<Launched> {
  const { folder, url } = options
  const oldLog = (await stat(folder.log).catch(() => null))?.size ?? 0
  if (oldLog > maxLogSize) await rm(folder.log)
  const logFile = await open(folder.log, 'a', 0o600)
  const launched = spawnPostgres(options, logFile.fd)
  await logFile.close()

  const over = new AbortController()
  try {
    const why = await Promise.race([launched.ended, waitForConnections(url, over.signal)])
    if (why === null) return launched
    const logged = (await readFile(folder.log)).subarray(oldLog > maxLogSize ? 0 : oldLog).toString()
    const fatal = logged.split('\n').filter((line) => /FATAL|PANIC|HINT|DETAIL/.test(line))
    throw new Error([why, ...fatal.slice(-3)].join('; '))
  } catch (error) {
    await stopChild(launched.child)
    throw error
  } finally {
    over.abort()
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

/** Stops PostgreSQL cleanly, or by force after 20 s. Resolves when it has ended. */
export async function stopChild(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return
  const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  // SIGINT is a fast, clean shutdown. SIGQUIT ends it at once, and the next start recovers.
  child.kill('SIGINT')
  const lastResort = setTimeout(() => child.kill('SIGQUIT'), 20_000)
  await exit
  clearTimeout(lastResort)
}
