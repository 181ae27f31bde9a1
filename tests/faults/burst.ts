// 100 visitors make the same public call at once: none may fail, and whoever else calls meanwhile must be answered within 500 ms. What the
// machine itself holds the measuring thread up is not counted, and printed.
import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { Worker } from 'node:worker_threads'
import { type Endpoint, pathOf } from '#contract/endpoint.ts'
import { type EndpointName, type Endpoints, endpoints } from '#contract/index.ts'
import { datafeed, gatewayKey } from '#tests/support/datafeed.ts'
import { newMember } from '#tests/support/members.ts'
import { type LoadedServer, measure, type Measured, openLoadedServer } from './loadedServer.ts'

const copies = 100
const warmUps = 3
const longestWait = 500
const product = 'club-bravo'

/** A token in the right form that no provider has signed. */
const idToken = `${Buffer.from('{"alg":"RS256","kid":"none"}').toString('base64url')}.e30.c2ln`
const stranger = () => `${randomUUID()}@club.example`

/** The endpoints that answer without a token. */
type OpenEndpoint = {
  [Name in EndpointName]: Endpoints[Name]['access'] extends 'public' | 'optional' ? Name : never
}[EndpointName]

interface Visit {
  /** The request, or a text as it is sent. */
  request: (loaded: LoadedServer) => unknown
  /** The status of the answer. */
  status: number
}

const password = 'Stradivari-1715'
const token = () => randomBytes(32).toString('base64url')

/** What a visitor sends to each of them. One that is missing does not compile. */
const visits: Record<OpenEndpoint, Visit> = {
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
  accountActivation: { request: () => ({ token: token(), password }), status: 422 },
  forgotPassword: { request: async ({ db }) => ({ email: (await newMember(db)).email }), status: 200 },
  resetPassword: { request: () => ({ token: token(), password, password_confirmation: password }), status: 422 },
  confirmEmail: { request: () => ({ token: token() }), status: 422 },
  reopenAccount: { request: () => ({ token: token() }), status: 422 },
  googleLogin: { request: () => ({ id_token: idToken }), status: 422 },
  facebookLogin: { request: () => ({ id_token: idToken }), status: 422 },
  verifyEmailOrMobile: { request: () => ({ email_or_mobile: stranger() }), status: 200 },
  existingProfile: {
    // Guesses about one number are limited, whoever makes them.
    request: () => ({ cb_member_no: `OB${randomInt(1e9)}`, last_name: 'Nobody', email_or_mobile: stranger() }),
    status: 422,
  },
  getScTier: { request: () => ({ sc_token: token() }), status: 422 },
  getFreeUpgradeTier: { request: () => ({ free_tier_upgrade_token: token() }), status: 422 },
  assignScTier: { request: () => ({ sc_token: token(), user_email: stranger() }), status: 422 },
  assignFreeUpgradeTier: { request: () => ({ free_tier_upgrade_token: token(), user_email: stranger() }), status: 422 },
  paymentDatafeed: { request: () => datafeed({ Ref: 'nothing' }, { ...gatewayKey, secret: 'guessed' }), status: 403 },
  listRedeemedItems: { request: () => ({}), status: 200 },
  redeemedItemAvailable: { request: () => ({ item_id: 'nothing' }), status: 404 },
  staticContents: { request: () => ({}), status: 200 },
  instrumentList: { request: () => ({}), status: 200 },
  homepagePopup: { request: () => ({}), status: 200 },
  listRedeemItems: { request: () => ({}), status: 200 },
  getRedeemItem: { request: () => ({ alias: 'nothing' }), status: 200 },
  getEvent: { request: () => ({ alias: 'nothing' }), status: 200 },
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
  const isForm = typeof request === 'string'
  const headers = { ...visitor, 'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json' }
  return fetch(address, { method: 'POST', headers, body: isForm ? request : JSON.stringify(request) })
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
    const visit = Object.entries(visits).find(([key]) => key === name)?.[1]
    if (!visit) continue
    const requests: unknown[] = []
    for (let copy = 0; copy < copies + warmUps; copy += 1) requests.push(await visit.request(loaded))
    // The first calls of a fresh server compile its code.
    for (const request of requests.splice(0, warmUps)) await (await send(loaded, endpoint, request)).arrayBuffer()
    const paths = ['/healthz', pathOf(endpoints.listRedeemItems, product)]
    const stopOthers = await startOthers(paths.map((path) => loaded.server.origin + path))
    const answers = await Promise.all(requests.map((request) => measure(() => send(loaded, endpoint, request))))
    const { measured: probed, heldUpMs } = await stopOthers()
    const wrong = answers.filter(({ status }) => status !== visit.status)
    const refused = probed.filter(({ status }) => status !== 200).length
    const longest = Math.max(...probed.map(({ ms }) => ms))
    const isMet = wrong.length === 0 && refused === 0 && longest - heldUpMs < longestWait
    if (isMet) passed += 1
    else failed += 1
    const statuses = [...new Set(wrong.map(({ status }) => status))].join(', ')
    const burst = `${wrong.length} of ${copies} failed${statuses && ` (${statuses})`} in ${Math.max(...answers.map(({ ms }) => ms)).toFixed(0)} ms`
    console.log(
      `${isMet ? 'ok  ' : 'FAIL'} ${name}: ${burst}; beside it ${refused} of ${probed.length} failed, the longest took ${longest.toFixed(0)} ms, of which up to ${heldUpMs.toFixed(0)} ms in the measuring thread`,
    )
  }
} finally {
  await loaded.close()
}
console.log(`The machine's load was ${loadavg()[0]?.toFixed(1)} in the last minute.`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
