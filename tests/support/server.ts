import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from './ports.ts'
import { copyTemplate } from './templates.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Node keeps here what it has compiled of the server, which takes a third off each start. */
const compileCache = join(root, 'node_modules/.cache/club-bravo/compiled')

/** How long a server may take to answer, in milliseconds: it makes a database and its season first, on a machine with little to spare. */
const startTimeoutMs = 90_000
const stopTimeoutMs = 20_000

export interface ServerOptions {
  /** What browsers open, where that is a proxy's address. */
  origin?: string
  /** A data folder to go on with; without one, a new one that is deleted at the end. */
  dataDir?: string
  /** More configuration. */
  environment?: Record<string, string>
}

/** The real server, in a process of its own, with the demo season in a data folder of its own. */
export interface RunningServer {
  origin: string
  port: number
  dataDir: string
  /** What it has printed. */
  output: () => string
  /** Ends it gracefully, and deletes the data folder where it was made for it. */
  stop: () => Promise<void>
  /** Ends it on the spot, as a power cut would; the data folder stays. */
  kill: () => Promise<void>
}

/** Starts the server on a free port and waits until it answers. The app has to be built. */
export async function startServer({ origin, dataDir, environment = {} }: ServerOptions = {}): Promise<RunningServer> {
  if (!existsSync(join(root, 'dist/index.html'))) throw new Error('The app is not built: run `npm run build` first.')
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
      // Tests sign in and scan faster than people do; the limits have tests of their own.
      SIGN_IN_LIMIT: '100000',
      SCAN_LIMIT: '100000',
      SETTLE_MINUTES: '1440',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => printed.push(String(chunk)))
  const output = () => printed.join('')
  await untilHealthy(child, port, output)
  return {
    origin: origin ?? `http://localhost:${port}`,
    port,
    dataDir: folder,
    output,
    stop: async () => {
      await end(child, 'SIGTERM')
      if (dataDir === undefined) await rm(folder, { recursive: true, force: true })
    },
    kill: () => end(child, 'SIGKILL'),
  }
}

/** A data folder with the demo season in it, where the run has a template of it. */
async function newSeasonFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'club-bravo-test-'))
  await copyTemplate('season', folder)
  return folder
}

/** The environment without the variables that would configure the product. */
function withoutConfiguration(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, TZ, LANG, SystemRoot } = environment
  return { PATH, HOME, TMPDIR, TZ, LANG, SystemRoot }
}

async function untilHealthy(child: ChildProcess, port: number, output: () => string): Promise<void> {
  const deadline = Date.now() + startTimeoutMs
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The server stopped with code ${child.exitCode}:\n${output()}`)
    if (await isHealthy(port)) return
  }
  child.kill('SIGKILL')
  throw new Error(`The server did not answer within ${startTimeoutMs / 1000} s:\n${output()}`)
}

/** One look, which also takes the time until the next one makes sense. */
async function isHealthy(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(1000) })
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
