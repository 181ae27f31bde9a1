import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { endpoints } from '#contract/index.ts'
import { freePort } from '#tests/support/ports.ts'
import { type LoadedServer, type Measured, openLoadedServer, signedInMember } from '../loadedServer.ts'
import { apiCall, call, type Call } from './calls.ts'

/** How much more memory the server may take during an attack, and how much more may be in use a minute later, in MB. */
const mostMemory = 150
const mostUsedLater = 75
const memoryBackMs = 60_000
const usualWait: Waits = { longest: 500, p99: 200 }
const warmUps = 400
/** What tests loosen is as operators run it. */
const asOperated = { SIGN_IN_LIMIT: '10', SCAN_LIMIT: '60', SPENDING_LIMIT: '30', CACHE_SECONDS: '1' }
const collecting = { NODE_OPTIONS: `--expose-gc --import=${new URL('collectGarbage.ts', import.meta.url).href}` }

/** How long another member waits at most, and in 99 of 100 calls, in milliseconds. */
interface Waits {
  longest: number
  p99: number
}

/** An attack on a real server in a process of its own. It is bounded in number and time, and ends what it starts. */
export interface Attack {
  /** Who attacks how, in a few words. */
  name: string
  /** Additional configuration of the server. */
  environment?: Record<string, string>
  /** How long another member may wait, where what happens takes by nature longer than in other attacks. */
  waits?: Waits
  /** Attacks, and checks its own findings. The server's memory and another member are watched meanwhile. */
  run: (target: Target) => Promise<void>
}

/** What is attacked. */
export interface Target extends LoadedServer {
  port: number
  /** Reports whether something holds, with what was seen of it. */
  check: (what: string, holds: boolean, seen: string) => void
}

/** The memory of a process now, and at its worst since `forgetPeak`, in MB. Linux knows both. */
async function memoryOf(pid: number): Promise<{ now: number; peak: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const read = (name: string) => Math.round(Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024)
  return { now: read('VmRSS'), peak: read('VmHWM') }
}

const forgetPeak = (pid: number) => writeFile(`/proc/${pid}/clear_refs`, '5')

async function startMember(port: number, calls: readonly Call[]) {
  const thread = new Worker(new URL('memberThread.ts', import.meta.url), { workerData: { port, calls } })
  await once(thread, 'message')
  return async (): Promise<{ measured: Measured[]; heldUpMs: number }> => {
    thread.postMessage('stop')
    const [result] = await once(thread, 'message')
    await thread.terminate()
    return result
  }
}

function timesOf({ measured }: { measured: readonly Measured[] }): { worst: number; p99: number } {
  const times = measured.map(({ ms }) => ms)
  return { worst: Math.max(...times), p99: percentile(times, 0.99) }
}

const percentile = (times: readonly number[], share: number) =>
  times.toSorted((one, other) => one - other)[Math.ceil(share * times.length) - 1] ?? 0

/** Memory that is in use, as the server says: V8's heap and what it has outside of it, in MB; and its open sockets. */
async function usedMemory(metricsPort: number): Promise<{ heap: number; external: number; sockets: number }> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  const read = (figure: string) => Number(new RegExp(`^${figure} (\\S+)$`, 'm').exec(text)?.[1] ?? 0)
  const megabytes = (name: string) => Math.round(read(`nodejs_${name}_bytes`) / 1024 / 1024)
  return {
    heap: megabytes('heap_size_used'),
    external: megabytes('external_memory'),
    sockets: read('nodejs_active_resources\\{type="TCPSocketWrap"\\}'),
  }
}

/** Has the server collect its garbage: V8 keeps it for as long as nobody needs its room. */
async function collectGarbage(pid: number): Promise<void> {
  process.kill(pid, 'SIGUSR2')
  await delay(1000)
}

/** The memory in use once it is back, or after a minute. */
async function usedLater(pid: number, metricsPort: number, most: number) {
  const deadline = Date.now() + memoryBackMs
  for (;;) {
    await collectGarbage(pid)
    const used = await usedMemory(metricsPort)
    if (used.heap + used.external <= most || Date.now() > deadline) return used
  }
}

/** Runs one attack, and prints a line for each thing that has to hold. */
export async function runAttack({
  name,
  environment = {},
  waits = usualWait,
  run,
}: Attack): Promise<{ passed: number; failed: number }> {
  const counts = { passed: 0, failed: 0 }
  const check = (what: string, holds: boolean, seen: string) => {
    counts[holds ? 'passed' : 'failed'] += 1
    console.log(`${holds ? 'ok  ' : 'FAIL'} ${name}: ${what}: ${seen}`)
  }
  const metricsPort = await freePort()
  const loaded = await openLoadedServer({
    ...asOperated,
    ...collecting,
    METRICS_PORT: String(metricsPort),
    ...environment,
  })
  const { pid, port } = loaded.server
  try {
    const { token } = await signedInMember(loaded)
    const calls = [apiCall(endpoints.me, { token }), apiCall(endpoints.listRedeemItems, { token })]
    // The first calls of a fresh server compile its code.
    for (let sent = 0; sent < warmUps; sent += calls.length) await Promise.all(calls.map((one) => call(port, one)))
    // The same member without an attack, in the same minute: what this machine's load does.
    const anchor = timesOf(await (await startMember(port, calls))())
    await collectGarbage(pid)
    const used = await usedMemory(metricsPort)
    await forgetPeak(pid)
    const before = (await memoryOf(pid)).now
    const stopMember = await startMember(port, calls)
    await run({ ...loaded, port, check })
    const stopped = await stopMember()
    const { measured, heldUpMs } = stopped
    const { peak } = await memoryOf(pid)
    const most = used.heap + used.external + mostUsedLater
    const later = await usedLater(pid, metricsPort, most)
    const { worst, p99 } = timesOf(stopped)
    const refused = measured.filter(({ status }) => status !== 200).length
    check('memory during it', peak <= before + mostMemory, `${before} MB before, ${peak} MB at most`)
    const { now } = await memoryOf(pid)
    check(
      'memory in use a minute later',
      later.heap + later.external <= most,
      `heap ${used.heap} MB before, ${later.heap} MB later; external ${used.external}, ${later.external} MB; ${later.sockets} sockets; ${now} MB with what the allocator keeps`,
    )
    check('another member is answered', refused === 0, `${refused} of ${measured.length} calls failed`)
    check(
      'another member does not wait',
      worst - heldUpMs < Math.max(waits.longest, 2 * anchor.worst) && p99 < Math.max(waits.p99, 2 * anchor.p99),
      `${worst.toFixed(0)} ms at most, of which up to ${heldUpMs.toFixed(0)} in the measuring thread; p99 ${p99.toFixed(0)} ms (without it ${anchor.worst.toFixed(0)}, ${anchor.p99.toFixed(0)})`,
    )
  } finally {
    await loaded.close()
  }
  return counts
}
