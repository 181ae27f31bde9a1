import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request as open, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Fault } from './faults.ts'
import { listenLocally } from './ports.ts'

/** The requests that a rule matches. */
export interface Matcher {
  /** The end of the path, or a pattern for it; the query is ignored. */
  path: string | RegExp
  method?: string
  /** The maximum number of matches; unlimited by default. */
  times?: number
}

export interface SeenRequest {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: string
}

/** A request that waits in the proxy until the test releases it. */
export interface Held {
  /** Resolves when the request has arrived. */
  arrived: Promise<SeenRequest>
  /** Releases it: to the server, or into a fault. */
  release: (fault?: Fault) => void
}

/**
 * How far a request has got: the proxy has all of it; the server has all of it; the server (or a fault instead of it)
 * has responded; half of the response is on its way to the browser; all of it is.
 */
export const stages = ['arrived', 'forwarded', 'answered', 'half', 'passed'] as const
export type Stage = (typeof stages)[number]

/** Called at each stage. The request continues when it has resolved. */
export type StageListener = (stage: Stage, request: SeenRequest) => Promise<void> | void

/**
 * A proxy between the browser and the server. It sees the requests of page and worker; Playwright routes do not in
 * every browser.
 */
export interface Proxy {
  /** The address that the browser opens; the server must have it as its ORIGIN. */
  origin: string
  /** All requests since the last `forget`, in order. */
  seen: readonly SeenRequest[]
  /** Forgets the requests of the test before, its clock, and lets go of those that it has held. */
  forget: () => void
  /** Forwards requests to this port of this machine. */
  forwardTo: (port: number) => void
  /**
   * Gives matching requests a fault, or lets a function decide on each. Earlier rules win. Returns a function that
   * removes the rule.
   */
  fault: (matcher: Matcher, fault: Fault | ((request: SeenRequest) => Fault | null)) => () => void
  /** Holds the first matching request. */
  hold: (matcher: Matcher) => Held
  /** Reports every stage of matching requests, as far as their faults let them get. Returns a function that ends it. */
  watch: (matcher: Pick<Matcher, 'path' | 'method'>, listener: StageListener) => () => void
  /** From now on the server's answers tell a time so many milliseconds ahead. */
  moveClock: (aheadMs: number) => void
  /** Removes all rules. Requests that are held stay held. */
  heal: () => void
  /** Refuses every connection, and cuts open ones. */
  goOffline: () => Promise<void>
  goOnline: () => Promise<void>
  close: () => Promise<void>
}

interface Rule {
  matcher: Matcher
  left: number
  act: (seen: SeenRequest) => Promise<Fault | null>
}

interface Watcher {
  matcher: Matcher
  listener: StageListener
}

/** Notifies the watchers of a request's stage, and waits for them. */
type Report = (stage: Stage) => Promise<void>

interface Answer {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
}

/** Starts a proxy on a free port of this machine. */
export async function startProxy(): Promise<Proxy> {
  const rules = new Set<Rule>()
  const watchers = new Set<Watcher>()
  const seen: SeenRequest[] = []
  const held: (() => void)[] = []
  // A new connection each time: the server may close a kept-alive one just when it is used again.
  const upstream = new Agent({ keepAlive: false })
  let target = 0
  let clockAheadMs = 0

  const server = createServer((incoming, outgoing) => {
    void serve(incoming, outgoing).catch(() => outgoing.destroy())
  })
  const sockets = trackSockets(server)
  const port = await listenLocally(server)

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming)
    const request = describe(incoming, body)
    seen.push(request)
    const report: Report = async (stage) => {
      const concerned = [...watchers].filter(({ matcher }) => matches(matcher, request))
      await Promise.all(concerned.map(async ({ listener }) => await listener(stage, request)))
    }
    await report('arrived')
    const rule = [...rules].find(({ matcher, left }) => left > 0 && matches(matcher, request))
    if (rule) rule.left -= 1
    const fault = rule ? await rule.act(request) : null
    const plain = fault?.kind === 'rewrite'
    const forward = async () => {
      const passed = await passOn({ incoming, body, port: target, agent: upstream, plain, report })
      if (clockAheadMs !== 0) passed.headers.date = new Date(Date.now() + clockAheadMs).toUTCString()
      return passed
    }
    if (fault) await applyFault({ fault, request, outgoing, forward, report })
    else await answer(outgoing, await forward(), report)
  }

  function addRule(matcher: Matcher, times: number, act: Rule['act']): () => void {
    const rule = { matcher, left: matcher.times ?? times, act }
    rules.add(rule)
    return () => rules.delete(rule)
  }

  return {
    origin: `http://localhost:${port}`,
    seen,
    forget: () => {
      seen.splice(0)
      clockAheadMs = 0
      for (const release of held.splice(0)) release()
    },
    forwardTo: (next) => {
      target = next
    },
    fault: (matcher, fault) =>
      addRule(matcher, Infinity, (request) => Promise.resolve(typeof fault === 'function' ? fault(request) : fault)),
    hold: (matcher) => {
      const arrived = Promise.withResolvers<SeenRequest>()
      const released = Promise.withResolvers<Fault | null>()
      held.push(() => released.resolve({ kind: 'reset' }))
      addRule(matcher, 1, async (request) => {
        arrived.resolve(request)
        return await released.promise
      })
      return { arrived: arrived.promise, release: (fault) => released.resolve(fault ?? null) }
    },
    watch: (matcher, listener) => {
      const watcher = { matcher, listener }
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    moveClock: (aheadMs) => {
      clockAheadMs = aheadMs
    },
    heal: () => rules.clear(),
    goOffline: async () => {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.resetAndDestroy()
      await closed
    },
    goOnline: async () => {
      if (!server.listening) await listenLocally(server, port)
    },
    close: async () => {
      rules.clear()
      upstream.destroy()
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

function trackSockets(server: Server): Set<Socket> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  })
  return sockets
}

function describe({ method = 'GET', url = '/', headers }: IncomingMessage, body: Buffer): SeenRequest {
  return { method, path: url.split('?')[0] ?? url, headers, body: body.toString('utf8') }
}

function matches({ path, method }: Matcher, request: SeenRequest): boolean {
  if (method !== undefined && method !== request.method) return false
  return typeof path === 'string' ? request.path.endsWith(path) : path.test(request.path)
}

interface Passage {
  incoming: IncomingMessage
  body: Buffer
  port: number
  agent: Agent
  /** Requests a whole and uncompressed response. */
  plain: boolean
  report: Report
}

async function passOn({ incoming, body, port, agent, plain, report }: Passage): Promise<Answer> {
  const { method, url: path, headers: sent } = incoming
  const headers = { ...sent, connection: 'close', ...(plain && { 'accept-encoding': 'identity' }) }
  if (plain) delete headers['if-none-match']
  const outgoing = open({ host: '127.0.0.1', port, method, path, headers, agent })
  const handedOver = Promise.withResolvers<void>()
  const answered = new Promise<Answer>((resolve, reject) => {
    outgoing.on('error', reject).end(body, () => handedOver.resolve())
    outgoing.on('response', (response) => {
      const { statusCode: status = 502, headers: received } = response
      buffer(response).then((content) => resolve({ status, headers: received, body: content }), reject)
    })
  })
  await Promise.race([handedOver.promise, answered])
  await report('forwarded')
  const whole = await answered
  await report('answered')
  return whole
}

/**
 * Writes a response and closes the connection: Chromium silently repeats a request when a connection that was used
 * before is reset, which would hide faults.
 */
async function answer(outgoing: ServerResponse, { status, headers, body }: Answer, report: Report): Promise<void> {
  const half = await begin(outgoing, { status, headers, body })
  await report('half')
  await settled(outgoing, (done) => outgoing.end(body.subarray(half), done))
  await report('passed')
}

/** Writes the head and half of the body; returns the number of bytes. */
async function begin(outgoing: ServerResponse, { status, headers, body }: Answer): Promise<number> {
  outgoing.writeHead(status, { ...framed(headers, status === 304 ? null : body.length), connection: 'close' })
  const half = Math.floor(body.length / 2)
  if (half > 0) await settled(outgoing, (done) => outgoing.write(body.subarray(0, half), done))
  return half
}

/** Waits until something has been written, or the browser has disconnected. */
async function settled(outgoing: ServerResponse, write: (done: () => void) => void): Promise<void> {
  await new Promise<void>((resolve) => {
    outgoing.once('close', resolve)
    if (outgoing.destroyed) resolve()
    write(() => {
      outgoing.off('close', resolve)
      resolve()
    })
  })
}

function framed(headers: IncomingMessage['headers'], length: number | null): IncomingMessage['headers'] {
  const rest = { ...headers }
  delete rest['transfer-encoding']
  delete rest['content-length']
  return length === null ? rest : { ...rest, 'content-length': String(length) }
}

interface FaultCall {
  fault: Fault
  request: SeenRequest
  outgoing: ServerResponse
  forward: () => Promise<Answer>
  report: Report
}

function headersOf({ headers = {}, anonymous = false }: Fault & { kind: 'answer' }, request: SeenRequest) {
  const key = request.headers['idempotency-key']
  const isNamed = key !== undefined && !anonymous && headers['content-type']?.startsWith('application/json') === true
  return isNamed ? { 'idempotency-key': key, ...headers } : headers
}

async function applyFault({ fault, request, outgoing, forward, report }: FaultCall): Promise<void> {
  switch (fault.kind) {
    case 'reset':
      outgoing.socket?.resetAndDestroy()
      return
    case 'silence':
      return
    case 'swallow':
      await forward()
      return
    case 'swallow-reset':
      await forward()
      outgoing.socket?.resetAndDestroy()
      return
    case 'cut':
      await begin(outgoing, await forward())
      await report('half')
      outgoing.socket?.destroy()
      return
    case 'answer':
      await report('answered')
      await answer(
        outgoing,
        { status: fault.status, headers: headersOf(fault, request), body: Buffer.from(fault.body) },
        report,
      )
      return
    case 'rewrite': {
      const { status, headers, body } = await forward()
      delete headers.etag
      // A refusal, as of a busy server, stays what it is.
      const changed = status === 200 ? Buffer.from(fault.change(body.toString())) : body
      await answer(outgoing, { status, headers, body: changed }, report)
    }
  }
}
