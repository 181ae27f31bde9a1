import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, chown, open, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '#tests/support/ports.ts'
import { findDebianPrograms, newOwnedFolder, owner, takesWrites, waitFor } from '../debianPostgres.ts'

const run = promisify(execFile)

/** Debian's packages that a cluster needs, by a program of each. */
const packages = { patroni: 'patroni', etcd: 'etcd-server', haproxy: 'haproxy' }

/** Debian's packages that are missing here. */
export async function missingPackages(): Promise<string[]> {
  const missing = (await findDebianPrograms()) === null ? ['postgresql'] : []
  for (const [program, name] of Object.entries(packages))
    if (!(await run('sh', ['-c', `command -v ${program}`]).catch(() => null))) missing.push(name)
  return missing
}

/** Patroni with its PostgreSQL. */
interface Node {
  name: string
  port: number
  /** Of Patroni's REST interface. */
  restPort: number
  patroni: ChildProcess
  data: string
}

/** A Patroni cluster of two behind a HAProxy: a commit is answered when both have it on their disks. */
export interface Cluster {
  /** The proxy's address. */
  url: string
  /** The node that takes writes now. */
  leader: () => Promise<Node>
  /** Ends a node like a power cut: Patroni and its PostgreSQL. */
  kill: (node: Node) => Promise<void>
  /** Stops all of a node's processes, as when nobody reaches its machine any more; resolves to what lets it go on. */
  freeze: (node: Node) => Promise<() => void>
  /** Resolves once the proxy has a node that takes writes. */
  answers: () => Promise<void>
  /** Resolves once a node follows the other one. */
  follows: (node: Node) => Promise<void>
  close: () => Promise<void>
}

async function asksOk(port: number, path: string): Promise<boolean> {
  return (await fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(2000) })).ok
}

/** The processes of a node: Patroni's, PostgreSQL's first one, and those that this one has started. */
async function processesOf({ patroni, data }: Node): Promise<number[]> {
  const postmaster = Number((await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')[0])
  const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', String(postmaster)])
  return [patroni.pid ?? 0, postmaster, ...stdout.trim().split(/\s+/).map(Number)]
}

/** Signals processes that may have ended meanwhile. */
function signal(processes: readonly number[], name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void {
  for (const id of processes) {
    try {
      process.kill(id, name)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
    }
  }
}

const local = (port: number) => `127.0.0.1:${port}`

/** What Patroni reads: the settings of docs/operating.md, and what keeps several clusters of one machine apart. */
function patroniSettings(
  { name, port, restPort, data }: Omit<Node, 'patroni'>,
  { root, programs, password, etcdPort }: { root: string; programs: string; password: string; etcdPort: number },
) {
  return {
    scope: 'club',
    name,
    restapi: { listen: local(restPort), connect_address: local(restPort) },
    etcd3: { hosts: local(etcdPort) },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 3,
        retry_timeout: 5,
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 80 } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
      pg_hba: ['host all all 127.0.0.1/32 scram-sha-256', 'host replication all 127.0.0.1/32 scram-sha-256'],
    },
    postgresql: {
      listen: local(port),
      connect_address: local(port),
      data_dir: data,
      bin_dir: programs,
      pgpass: join(root, `${name}.pgpass`),
      parameters: { unix_socket_directories: '' },
      authentication: {
        superuser: { username: 'club', password },
        replication: { username: 'replicator', password },
        rewind: { username: 'rewinder', password },
      },
    },
  }
}

/** What HAProxy reads: the settings of docs/operating.md. */
function proxySettings(port: number, nodes: readonly Node[]): string {
  return `global
  maxconn 200
defaults
  mode tcp
  timeout connect 2s
  timeout check 2s
  timeout client 30m
  timeout server 30m
listen club
  bind ${local(port)}
  option httpchk GET /primary
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map((node) => `  server ${node.name} ${local(node.port)} check port ${node.restPort}\n`).join('')}`
}

/** Starts everything on free ports of this machine, in a folder of its own. */
export async function startCluster(): Promise<Cluster> {
  const programs = (await findDebianPrograms()) ?? ''
  const root = await newOwnedFolder('failover')
  const password = randomBytes(12).toString('hex')
  const children: ChildProcess[] = []
  const start = async (name: string, program: string, args: readonly string[]): Promise<ChildProcess> => {
    const log = await open(join(root, `${name}.log`), 'a')
    const child = spawn(program, args, {
      ...owner,
      cwd: root,
      env: { PATH: process.env['PATH'], HOME: root, LC_ALL: 'C.UTF-8' },
      stdio: ['ignore', log.fd, log.fd],
    })
    await log.close()
    children.push(child)
    return child
  }

  const [etcdPort, peerPort] = [await freePort(), await freePort()]
  const [client, peer] = [`http://${local(etcdPort)}`, `http://${local(peerPort)}`]
  const etcd = {
    name: 'etcd',
    'data-dir': join(root, 'etcd'),
    'initial-cluster': `etcd=${peer}`,
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
  }
  await start(
    'etcd',
    'etcd',
    Object.entries(etcd).map(([name, value]) => `--${name}=${value}`),
  )
  await waitFor('etcd starts', () => asksOk(etcdPort, '/health'))

  const startNode = async (name: string): Promise<Node> => {
    const node = { name, port: await freePort(), restPort: await freePort(), data: join(root, name) }
    const file = join(root, `${name}.yml`)
    // JSON is YAML, too.
    await writeFile(file, JSON.stringify(patroniSettings(node, { root, programs, password, etcdPort })))
    await mkdir(node.data, { mode: 0o700 })
    if (owner.uid !== undefined) for (const path of [file, node.data]) await chown(path, owner.uid, owner.gid)
    return { ...node, patroni: await start(name, 'patroni', [file]) }
  }
  const first = await startNode('first')
  await waitFor('the first node leads', () => asksOk(first.restPort, '/primary'))
  const second = await startNode('second')
  await waitFor('the second node follows', () => asksOk(second.restPort, '/sync'))

  const proxyPort = await freePort()
  await writeFile(join(root, 'haproxy.cfg'), proxySettings(proxyPort, [first, second]))
  await start('haproxy', 'haproxy', ['-db', '-f', join(root, 'haproxy.cfg')])
  const url = `postgresql://club:${password}@${local(proxyPort)}/postgres`
  // It takes every node for one that is up until it has asked.
  const proxyLog = () => readFile(join(root, 'haproxy.log'), 'utf8')
  await waitFor('the proxy knows the standby', async () => (await proxyLog()).includes('club/second is DOWN'))
  const proxyAnswers = () => waitFor('the proxy answers', () => takesWrites(url))
  await proxyAnswers()
  const frozen: number[] = []

  return {
    url,
    leader: async () => ((await asksOk(first.restPort, '/primary').catch(() => false)) ? first : second),
    kill: async (node) => signal(await processesOf(node), 'SIGKILL'),
    freeze: async (node) => {
      const processes = await processesOf(node)
      frozen.push(...processes)
      signal(processes, 'SIGSTOP')
      return () => signal(frozen.splice(0), 'SIGCONT')
    },
    answers: proxyAnswers,
    follows: (node) => waitFor(`${node.name} follows`, () => asksOk(node.restPort, '/replica')),
    async close() {
      signal(frozen.splice(0), 'SIGCONT')
      // Patroni ends its PostgreSQL itself, while etcd is there.
      for (const child of children.toReversed()) {
        if (child.exitCode !== null || child.signalCode !== null) continue
        const ended = once(child, 'exit')
        child.kill('SIGTERM')
        await ended
      }
      await rm(root, { recursive: true, force: true })
    },
  }
}
