import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chown, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { freePort } from '#tests/support/ports.ts'

/** PostgreSQL refuses to run as root. */
export const owner = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
const debianFolder = '/usr/lib/postgresql'

/** The programs of the newest PostgreSQL that Debian's packages have installed; null when there is none. */
export async function findDebianPrograms(): Promise<string | null> {
  const versions = (await readdir(debianFolder).catch(() => [])).filter((name) => /^\d+$/.test(name))
  const newest = versions.toSorted((one, other) => Number(other) - Number(one))[0]
  return newest === undefined ? null : join(debianFolder, newest, 'bin')
}

/** Makes a folder that PostgreSQL's user owns. */
export async function newOwnedFolder(name: string): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), `club-bravo-${name}-`))
  if (owner.uid !== undefined) await chown(root, owner.uid, owner.gid)
  return root
}

/** Waits until something holds, for two minutes at the most. */
export async function waitFor(what: string, isReached: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 120_000
  while (!(await isReached().catch(() => false))) {
    if (Date.now() > deadline) throw new Error(`It took more than two minutes: ${what}`)
    await delay(100)
  }
}

/** Whether the database at this address answers, and takes writes. */
export async function takesWrites(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000, query_timeout: 5000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
    return rows[0]?.standby === false
  } finally {
    client.end().catch(() => undefined)
  }
}

/** Starts an empty PostgreSQL of Debian's on a free port of this machine. */
export async function startDebianPostgres(programs: string): Promise<{ url: string; close: () => Promise<void> }> {
  const root = await newOwnedFolder('postgres')
  const [port, password] = [await freePort(), randomBytes(12).toString('hex')]
  const passwordFile = join(root, 'password')
  await writeFile(passwordFile, password, { mode: 0o644 })
  const data = join(root, 'data')
  const folder = ['-D', data, '-U', 'club', `--pwfile=${passwordFile}`]
  const collation = ['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '--no-sync']
  await promisify(execFile)(join(programs, 'initdb'), [...folder, ...collation], { ...owner, cwd: root })
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=80']
  const child = spawn(join(programs, 'postgres'), ['-D', data, ...settings.flatMap((one) => ['-c', one])], {
    ...owner,
    cwd: root,
    stdio: 'ignore',
  })
  const url = `postgresql://club:${password}@127.0.0.1:${port}/postgres`
  await waitFor('PostgreSQL starts', () => takesWrites(url))
  return {
    url,
    async close() {
      const ended = once(child, 'exit')
      child.kill('SIGINT')
      await ended
      await rm(root, { recursive: true, force: true })
    },
  }
}
