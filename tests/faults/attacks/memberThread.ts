// Another member beside an attack, in a thread so that the attack's own work holds up no clock: calls one thing after
// the other, each on a connection of its own, until it is told to stop.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import * as v from 'valibot'
import type { Measured } from '../loadedServer.ts'
import { call } from './calls.ts'

const pauseMs = 20
/** Fewer calls than this say nothing about 99 of 100. */
const leastCalls = 200

const Headers = v.record(v.string(), v.string())
const Calls = v.object({
  port: v.number(),
  calls: v.array(v.object({ path: v.string(), method: v.string(), headers: Headers })),
})

const { port, calls } = v.parse(Calls, workerData)
const holdUps = monitorEventLoopDelay({ resolution: 5 })
const measured: Measured[] = []
const stopping = new AbortController()
parentPort?.once('message', () => stopping.abort())
parentPort?.postMessage('calling')
holdUps.enable()
while (!stopping.signal.aborted || measured.length < leastCalls) {
  for (const one of calls) {
    measured.push(await call(port, one))
    await delay(pauseMs)
  }
}
parentPort?.postMessage({ measured, heldUpMs: holdUps.max / 1e6 })
