import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chown, mkdir, mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { freePort } from '#tests/support/ports.ts'

/** PostgreSQL refuses to run as root. */
const owner = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
const debianFolder = '/usr/lib/postgresql'

/** The programs of the newest PostgreSQL that Debian's packages have installed; null when there is none. */
export async function findDebianPrograms(): Promise<string | null> {
  const versions = (await readdir(debianFolder).catch(() => [])).filter((name) => /^\d+$/.test(name))
  const newest = versions.toSorted((one, other) => Number(other) - Number(one))[0]
  return newest === undefined ? null : join(debianFolder, newest, 'bin')
}

/** A primary and its synchronous standby: a commit is answered when both have it on their disks. */
export interface ReplicatedPostgres {
  /** Names both hosts. */
  url: string
  /** The primary's own address. */
  primaryUrl: string
  /** Ends the primary like a power cut. */
  killPrimary: () => Promise<void>
  /** Makes the standby the primary. */
  promoteStandby: () => Promise<void>
  close: () => Promise<void>
}

async function waitFor(what: string, isReached: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 120_000
  while (!(await isReached().catch(() => false))) {
    if (Date.now() > deadline) throw new Error(`It took more than two minutes: ${what}`)
    await delay(100)
  }
}

async function ask(url: string, statement: string): Promise<unknown> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ answer: unknown }>(statement)
    return rows[0]?.answer
  } finally {
    await client.end().catch(() => undefined)
  }
}

const common = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', '-c', 'max_connections=80']

async function startPostgres(programs: string, root: string, name: string, settings: readonly string[]) {
  const log = await open(join(root, `${name}.log`), 'a')
  const args = ['-D', join(root, name), ...common, ...settings.flatMap((setting) => ['-c', setting])]
  const child = spawn(join(programs, 'postgres'), args, {
    ...owner,
    cwd: root,
    // A group of its own, so that all of its processes can be killed at once.
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  })
  await log.close()
  return child
}

async function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGINT'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const ended = once(child, 'exit')
  if (signal === 'SIGKILL') process.kill(-child.pid, signal)
  else child.kill(signal)
  await ended
}

/** Starts both on free ports of this machine. */
export async function startReplicatedPostgres(programs: string): Promise<ReplicatedPostgres> {
  const root = await mkdtemp(join(tmpdir(), 'club-bravo-failover-'))
  if (owner.uid !== undefined) await chown(root, owner.uid, owner.gid)
  const run = (program: string, ...args: string[]) =>
    promisify(execFile)(join(programs, program), args, { ...owner, cwd: root })
  const password = randomBytes(12).toString('hex')
  const passwordFile = join(root, 'password')
  await writeFile(passwordFile, password, { mode: 0o644 })
  await mkdir(join(root, 'standby'), { mode: 0o700 })
  if (owner.uid !== undefined) await chown(join(root, 'standby'), owner.uid, owner.gid)
  const [first, second] = [await freePort(), await freePort()]
  const addressOf = (hosts: string) => `postgresql://club:${password}@${hosts}/postgres`
  const [primaryUrl, standbyUrl] = [first, second].map((port) => addressOf(`127.0.0.1:${port}`))
  if (primaryUrl === undefined || standbyUrl === undefined) throw new Error('No addresses')

  const folder = ['-D', join(root, 'primary'), '-U', 'club', `--pwfile=${passwordFile}`]
  await run('initdb', ...folder, '--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '--no-sync')
  const synchronous = ['synchronous_standby_names=standby', 'synchronous_commit=on']
  const primary = await startPostgres(programs, root, 'primary', [`port=${first}`, ...synchronous])
  await waitFor('the primary starts', async () => (await ask(primaryUrl, 'select 1 as answer')) === 1)
  await run('pg_basebackup', '-D', join(root, 'standby'), '-d', primaryUrl, '-X', 'stream', '-c', 'fast', '-R')
  const standby = await startPostgres(programs, root, 'standby', [`port=${second}`, 'cluster_name=standby'])
  const state = "select sync_state as answer from pg_stat_replication where application_name = 'standby'"
  await waitFor('the standby follows', async () => (await ask(primaryUrl, state)) === 'sync')

  return {
    url: addressOf(`127.0.0.1:${first},127.0.0.1:${second}`),
    primaryUrl,
    killPrimary: () => end(primary, 'SIGKILL'),
    promoteStandby: async () => void (await run('pg_ctl', 'promote', '-D', join(root, 'standby'), '-w')),
    async close() {
      await end(primary, 'SIGKILL')
      await end(standby, 'SIGINT')
      await rm(root, { recursive: true, force: true })
    },
  }
}
