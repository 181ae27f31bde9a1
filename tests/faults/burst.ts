// 100 copies of every public call at once: none may fail, and whoever else calls meanwhile must be answered within 500 ms.
import { randomUUID } from 'node:crypto'
import { type Endpoint, pathOf } from '#contract/endpoint.ts'
import { type EndpointName, endpoints } from '#contract/index.ts'
import { newMember } from '#tests/support/members.ts'
import { type LoadedServer, measure, openLoadedServer, startProbe } from './loadedServer.ts'

const copies = 100
const warmUps = 3
const longestWait = 500
const product = 'club-bravo'

/** A token in the right form that no provider has signed. */
const idToken = `${Buffer.from('{"alg":"RS256","kid":"none"}').toString('base64url')}.e30.c2ln`
const stranger = () => `${randomUUID()}@club.example`

/** What a visitor sends to each public endpoint, and the status of the answer. */
const visits: Partial<Record<EndpointName, { request: (loaded: LoadedServer) => unknown; status: number }>> = {
  findProfile: { request: () => ({ username: stranger(), password: 'subject', id_token: idToken }), status: 401 },
  register: {
    request: () => ({ email: stranger(), password: 'subject', password_confirmation: 'subject', id_token: idToken }),
    status: 401,
  },
  login: { request: () => ({ login: stranger(), password: 'subject', id_token: idToken }), status: 401 },
  resendVerification: {
    request: async ({ db }) => ({ email: (await newMember(db, { verified: false })).email }),
    status: 200,
  },
  redeemedItemAvailable: { request: () => ({ item_id: 'nothing' }), status: 404 },
  staticContents: { request: () => ({}), status: 200 },
  instrumentList: { request: () => ({}), status: 200 },
  homepagePopup: { request: () => ({}), status: 200 },
  listRedeemItems: { request: () => ({}), status: 200 },
  getRedeemItem: { request: () => ({ alias: 'nothing' }), status: 200 },
  getEvent: { request: () => ({ alias: 'nothing' }), status: 200 },
}

const open = Object.entries<Endpoint>(endpoints).filter(
  ([, { access }]) => access === 'public' || access === 'optional',
)

function send(loaded: LoadedServer, endpoint: Endpoint, request: unknown): Promise<Response> {
  const address = new URL(pathOf(endpoint, product), loaded.server.origin)
  if (endpoint.method === 'GET') {
    for (const [name, value] of Object.entries(request ?? {})) address.searchParams.set(name, String(value))
    return fetch(address)
  }
  const headers = { 'content-type': 'application/json' }
  return fetch(address, { method: 'POST', headers, body: JSON.stringify(request) })
}

let passed = 0
let failed = 0
const loaded = await openLoadedServer()
try {
  for (const [name, endpoint] of open) {
    const visit = Object.entries(visits).find(([key]) => key === name)?.[1]
    if (!visit) throw new Error(`What does a visitor send to ${name}?`)
    const requests: unknown[] = []
    for (let copy = 0; copy < copies + warmUps; copy += 1) requests.push(await visit.request(loaded))
    // The first calls of a fresh server compile its code.
    for (const request of requests.splice(0, warmUps)) await (await send(loaded, endpoint, request)).arrayBuffer()
    const probes = ['/healthz', pathOf(endpoints.listRedeemItems, product)].map((path) =>
      startProbe(() => fetch(loaded.server.origin + path)),
    )
    const answers = await Promise.all(requests.map((request) => measure(() => send(loaded, endpoint, request))))
    const probed = (await Promise.all(probes.map((probe) => probe.stop()))).flat()
    const wrong = answers.filter(({ status }) => status !== visit.status).length
    const refused = probed.filter(({ status }) => status !== 200).length
    const longest = Math.max(...probed.map(({ ms }) => ms))
    const isMet = wrong === 0 && refused === 0 && longest < longestWait
    if (isMet) passed += 1
    else failed += 1
    const burst = `${wrong} of ${copies} failed in ${Math.max(...answers.map(({ ms }) => ms)).toFixed(0)} ms`
    console.log(
      `${isMet ? 'ok  ' : 'FAIL'} ${name}: ${burst}; beside it ${refused} of ${probed.length} failed, the longest took ${longest.toFixed(0)} ms`,
    )
  }
} finally {
  await loaded.close()
}
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
