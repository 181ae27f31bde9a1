// A thread that calls some addresses again and again, until it is told to stop: what it measures is not held up by the
// burst's own work.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { parentPort, workerData } from 'node:worker_threads'
import * as v from 'valibot'
import { startProbe } from './loadedServer.ts'

const addresses = v.parse(v.array(v.string()), workerData)
const holdUps = monitorEventLoopDelay({ resolution: 5 })
holdUps.enable()
const probes = addresses.map((address) => startProbe(() => fetch(address)))
const report = async () => {
  const measured = await Promise.all(probes.map((probe) => probe.stop()))
  parentPort?.postMessage({ measured: measured.flat(), heldUpMs: holdUps.max / 1e6 })
}
parentPort?.once('message', () => void report())
parentPort?.postMessage('probing')
