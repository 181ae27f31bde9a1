import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from './ports.ts'
import { requireBuild } from './requireBuild.ts'
import { shareSealingKey } from './sealing.ts'
import { copyTemplate } from './templates.ts'
import { patient } from './patience.ts'

const ownRoot = fileURLToPath(new URL('../../', import.meta.url))

/** Node's compile cache for the product's programs, which makes each start a third faster. */
export const compileCache = join(ownRoot, 'node_modules/.cache/club-bravo/compiled')

/**
 * The limit for a server's first response, in milliseconds: it creates a database and its season first, perhaps on a
 * slow machine.
 */
const startTimeoutMs = patient(180_000)
const stopTimeoutMs = patient(20_000)

export interface ServerOptions {
  /** The address that browsers open, if it is that of a proxy. */
  origin?: string
  /** An existing data folder; by default a new one that is deleted at the end. */
  dataDir?: string
  /** Additional configuration. */
  environment?: Record<string, string>
  /** The folder of the product, if it is another version. */
  root?: string
}

/** The real server, in a separate process, with the demo season in a separate data folder. */
export interface RunningServer {
  origin: string
  port: number
  /** Of its process. */
  pid: number
  dataDir: string
  /** Its output. */
  output: () => string
  /** Stops it gracefully, and deletes the data folder if it was created for it. */
  stop: () => Promise<void>
  /** Kills it, like a power cut; the data folder stays. */
  kill: () => Promise<void>
}

/** Starts the server on a free port and waits until it responds. The app must have been built. */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const { origin, dataDir, environment = {}, root = ownRoot } = options
  requireBuild(root)
  const folder = dataDir ?? (await newSeasonFolder())
  const port = await freePort()
  const printed: string[] = []
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: {
      ...withoutConfiguration(process.env),
      NODE_COMPILE_CACHE: compileCache,
      HOST: '127.0.0.1',
      PORT: String(port),
      ORIGIN: origin ?? `http://localhost:${port}`,
      DATA_DIR: folder,
      LOG_LEVEL: 'warn',
      // Tests sign in and scan faster than people do; separate tests cover the limits.
      SIGN_IN_LIMIT: '100000',
      SCAN_LIMIT: '100000',
      SPENDING_LIMIT: '100000',
      SETTLE_MINUTES: '1440',
      // Tests see at once what they have changed.
      CACHE_SECONDS: '0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => printed.push(String(chunk)))
  const output = () => printed.join('')
  await waitUntilHealthy(child, port, output)
  return {
    origin: origin ?? `http://localhost:${port}`,
    port,
    pid: child.pid ?? 0,
    dataDir: folder,
    output,
    stop: async () => {
      await end(child, 'SIGTERM')
      if (dataDir === undefined) await rm(folder, { recursive: true, force: true })
    },
    kill: () => end(child, 'SIGKILL'),
  }
}

/** A data folder with the demo season, if the run has a template for it. */
async function newSeasonFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'club-bravo-test-'))
  copyTemplate('season', folder)
  await shareSealingKey(folder)
  return folder
}

/** The environment without the variables that would configure the product. */
function withoutConfiguration(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, TZ, LANG, SystemRoot } = environment
  return { PATH, HOME, TMPDIR, TZ, LANG, SystemRoot }
}

async function waitUntilHealthy(child: ChildProcess, port: number, output: () => string): Promise<void> {
  const deadline = Date.now() + startTimeoutMs
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The server stopped with code ${child.exitCode}:\n${output()}`)
    if (await isHealthy(port)) return
  }
  child.kill('SIGKILL')
  throw new Error(`The server did not answer within ${startTimeoutMs / 1000} s:\n${output()}`)
}

/** One check, including the delay before the next one. */
async function isHealthy(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(1000) })
    return response.ok
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 50))
    return false
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
  await ended
  clearTimeout(timer)
}
