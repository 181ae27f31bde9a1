import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { freePort } from '#tests/support/ports.ts'

/** PgBouncer refuses to run as root. */
const owner = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}

/** The version of the PgBouncer that is installed, such as [1, 18]; null when none is. */
export async function findPgBouncer(): Promise<[major: number, minor: number] | null> {
  const said = await promisify(execFile)('pgbouncer', ['--version']).catch(() => null)
  const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(said?.stdout ?? '') ?? []
  return major === undefined ? null : [Number(major), Number(minor)]
}

/** A PgBouncer in front of a PostgreSQL. */
export interface Pooler {
  /** Its own address. */
  url: string
  /** Ends it like a power cut, and starts it again. */
  restart: () => Promise<void>
  close: () => Promise<void>
}

async function waitUntilItAnswers(url: string): Promise<void> {
  const deadline = Date.now() + 30_000
  for (;;) {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 2000 })
    client.on('error', () => undefined)
    const answers = await client
      .connect()
      .then(() => client.query('select 1'))
      .catch((error: unknown) => error)
    await client.end().catch(() => undefined)
    if (!(answers instanceof Error)) return
    if (Date.now() > deadline) throw new Error('The pooler does not answer', { cause: answers })
    await delay(100)
  }
}

/** Starts it on a free port of this machine, with the settings that `docs/operating.md` names. */
export async function startPgBouncer(databaseUrl: string, settings: Record<string, string>): Promise<Pooler> {
  const root = await mkdtemp(join(tmpdir(), 'club-bravo-pooler-'))
  const [port, target] = [await freePort(), new URL(databaseUrl)]
  // The built-in PostgreSQL's is a folder.
  const host = target.searchParams.get('host') ?? target.hostname
  const user = decodeURIComponent(target.username)
  const file = join(root, 'pgbouncer.ini')
  const own = {
    listen_addr: '127.0.0.1',
    listen_port: String(port),
    unix_socket_dir: '',
    auth_type: 'any',
    default_pool_size: '10',
    ignore_startup_parameters: 'statement_timeout,lock_timeout,idle_in_transaction_session_timeout',
    ...settings,
  }
  const name = target.pathname.slice(1)
  const lines = [
    '[databases]',
    `club = host=${host} port=${target.port} dbname=${name} user=${user} password=${decodeURIComponent(target.password)}`,
    '[pgbouncer]',
    ...Object.entries(own).map(([setting, value]) => `${setting} = ${value}`),
  ]
  await writeFile(file, `${lines.join('\n')}\n`)
  await chmod(root, 0o755)
  if (owner.uid !== undefined) await chown(file, owner.uid, owner.gid)
  const url = `postgresql://${user}@127.0.0.1:${port}/club`
  const start = async () => {
    const started = spawn('pgbouncer', ['-q', file], { ...owner, cwd: root, stdio: 'ignore' })
    try {
      await waitUntilItAnswers(url)
    } catch (error) {
      started.kill('SIGKILL')
      throw error
    }
    return started
  }
  let child = await start()
  const kill = async () => {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  return {
    url,
    restart: async () => {
      await kill()
      child = await start()
    },
    close: async () => {
      await kill()
      await rm(root, { recursive: true, force: true })
    },
  }
}
