// 100 visitors make the same public call at once: none may fail, and whoever else calls meanwhile must be answered
// within 500 ms. What the machine itself holds the measuring thread up is not counted, and printed.
import { randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { Worker } from 'node:worker_threads'
import { type Endpoint, pathOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { newMember } from '#tests/support/members.ts'
import { type LoadedServer, measure, type Measured, openLoadedServer } from './loadedServer.ts'

const copies = 100
const warmUps = 3
const longestWait = 500
const product = 'club-bravo'

/**
 * The endpoint's sample, with a value of its own for each call where everybody's calls about the same one are counted.
 */
async function requestOf({ rate, burst }: Endpoint, { db }: LoadedServer): Promise<unknown> {
  if (rate?.class === 'mail') {
    const { email } = await newMember(db, { verified: rate.mail.about !== 'verification' })
    return Object.assign({}, burst?.request, { [rate.mail.to]: email })
  }
  if (rate?.class === 'old-member')
    return Object.assign({}, burst?.request, {
      [rate.claim.memberNo]: `OB${randomInt(1e9)}`,
      [rate.claim.contact]: `${randomUUID()}@club.example`,
    })
  return burst?.request
}

let visitors = 0

/** Sends a request as another visitor: limits count by network address. */
function send(loaded: LoadedServer, endpoint: Endpoint, request: unknown): Promise<Response> {
  const address = new URL(pathOf(endpoint, product), loaded.server.origin)
  visitors += 1
  const visitor = { 'x-forwarded-for': `203.0.${Math.floor(visitors / 256)}.${visitors % 256}` }
  if (endpoint.method === 'GET') {
    for (const [name, value] of Object.entries(request ?? {})) address.searchParams.set(name, String(value))
    return fetch(address, { headers: visitor })
  }
  const isForm = endpoint.encoding === 'form'
  const headers = { ...visitor, 'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json' }
  const body = isForm ? new URLSearchParams(Object.entries(request ?? {})) : JSON.stringify(request)
  return fetch(address, { method: 'POST', headers, body })
}

/** Somebody else who calls again and again, in a thread of their own. */
async function startOthers(addresses: string[]) {
  const thread = new Worker(new URL('probeThread.ts', import.meta.url), { workerData: addresses })
  await once(thread, 'message')
  return async (): Promise<{ measured: Measured[]; heldUpMs: number }> => {
    thread.postMessage('stop')
    const [result] = await once(thread, 'message')
    await thread.terminate()
    return result
  }
}

let passed = 0
let failed = 0
const loaded = await openLoadedServer({ TRUST_PROXY: '1' })
try {
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const { burst } = endpoint
    if (!burst) continue
    const requests: unknown[] = []
    for (let copy = 0; copy < copies + warmUps; copy += 1) requests.push(await requestOf(endpoint, loaded))
    // The first calls of a fresh server compile its code.
    for (const request of requests.splice(0, warmUps)) await (await send(loaded, endpoint, request)).arrayBuffer()
    const paths = ['/readyz', pathOf(endpoints.listRedeemItems, product)]
    const stopOthers = await startOthers(paths.map((path) => loaded.server.origin + path))
    const answers = await Promise.all(requests.map((request) => measure(() => send(loaded, endpoint, request))))
    const { measured: probed, heldUpMs } = await stopOthers()
    const wrong = answers.filter(({ status }) => status !== burst.status)
    const refused = probed.filter(({ status }) => status !== 200).length
    const longest = Math.max(...probed.map(({ ms }) => ms))
    const isMet = wrong.length === 0 && refused === 0 && longest - heldUpMs < longestWait
    if (isMet) passed += 1
    else failed += 1
    const statuses = [...new Set(wrong.map(({ status }) => status))].join(', ')
    const sent = `${wrong.length} of ${copies} failed${statuses && ` (${statuses})`} in ${Math.max(...answers.map(({ ms }) => ms)).toFixed(0)} ms`
    console.log(
      `${isMet ? 'ok  ' : 'FAIL'} ${name}: ${sent}; beside it ${refused} of ${probed.length} failed, the longest took ${longest.toFixed(0)} ms, of which up to ${heldUpMs.toFixed(0)} ms in the measuring thread`,
    )
  }
} finally {
  await loaded.close()
}
console.log(`The machine's load was ${loadavg()[0]?.toFixed(1)} in the last minute.`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
