import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request as open, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { Fault } from './faults.ts'
import { listenLocally } from './ports.ts'

/** Which requests a rule is for. */
export interface Matcher {
  /** The end of the path, or a pattern for it; the query is not looked at. */
  path: string | RegExp
  method?: string
  /** Only the first so many that match; without it, all. */
  times?: number
}

export interface SeenRequest {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: string
}

/** A request that waits in the proxy until the test lets it go on. */
export interface Held {
  /** Resolves when the request has come. */
  arrived: Promise<SeenRequest>
  /** Lets it go on: to the server, or into a fault. */
  release: (fault?: Fault) => void
}

/** A proxy between the browser and the server: it sees what page and worker send, which page routes do not everywhere. */
export interface Proxy {
  /** What the browser opens; the server has to be told that this is its ORIGIN. */
  origin: string
  /** Everything that came, in order. */
  seen: readonly SeenRequest[]
  /** Passes requests on to this port of this machine. */
  forwardTo: (port: number) => void
  /** Gives matching requests a fault. Earlier rules win. Returns a function that takes the rule away. */
  fault: (matcher: Matcher, fault: Fault) => () => void
  /** Keeps the first matching request waiting. */
  hold: (matcher: Matcher) => Held
  /** Takes all rules away. Requests that are held stay held. */
  heal: () => void
  /** Refuses every connection, and cuts those that are open. */
  goOffline: () => Promise<void>
  goOnline: () => Promise<void>
  close: () => Promise<void>
}

interface Rule {
  matcher: Matcher
  left: number
  act: (seen: SeenRequest) => Promise<Fault | null>
}

interface Answer {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
}

/** Starts a proxy on a free port of this machine. */
export async function startProxy(): Promise<Proxy> {
  const rules = new Set<Rule>()
  const seen: SeenRequest[] = []
  const upstream = new Agent({ keepAlive: true })
  let target = 0

  const server = createServer((incoming, outgoing) => {
    void serve(incoming, outgoing).catch(() => outgoing.destroy())
  })
  const sockets = trackSockets(server)
  const port = await listenLocally(server)

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming)
    const request = describe(incoming, body)
    seen.push(request)
    const rule = [...rules].find(({ matcher, left }) => left > 0 && matches(matcher, request))
    if (rule) rule.left -= 1
    const fault = rule ? await rule.act(request) : null
    const forward = () => passOn({ incoming, body, port: target, agent: upstream, plain: fault?.kind === 'rewrite' })
    if (fault) await inflict(fault, outgoing, forward)
    else answer(outgoing, await forward())
  }

  function addRule(matcher: Matcher, times: number, act: Rule['act']): () => void {
    const rule = { matcher, left: matcher.times ?? times, act }
    rules.add(rule)
    return () => rules.delete(rule)
  }

  return {
    origin: `http://localhost:${port}`,
    seen,
    forwardTo: (next) => {
      target = next
    },
    fault: (matcher, fault) => addRule(matcher, Infinity, () => Promise.resolve(fault)),
    hold: (matcher) => {
      const arrived = Promise.withResolvers<SeenRequest>()
      const released = Promise.withResolvers<Fault | null>()
      addRule(matcher, 1, async (request) => {
        arrived.resolve(request)
        return await released.promise
      })
      return { arrived: arrived.promise, release: (fault) => released.resolve(fault ?? null) }
    },
    heal: () => rules.clear(),
    goOffline: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.resetAndDestroy()
      await closed
    },
    goOnline: async () => {
      await listenLocally(server, port)
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
  /** Asks for an answer that is not compressed. */
  plain: boolean
}

async function passOn({ incoming, body, port, agent, plain }: Passage): Promise<Answer> {
  const { method, url: path, headers: sent } = incoming
  const headers = { ...sent, connection: 'keep-alive', ...(plain && { 'accept-encoding': 'identity' }) }
  const outgoing = open({ host: '127.0.0.1', port, method, path, headers, agent })
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.on('response', resolve).on('error', reject).end(body)
  })
  return { status: response.statusCode ?? 502, headers: response.headers, body: await buffer(response) }
}

/**
 * Writes an answer and closes the connection: Chromium silently repeats a request when a connection that was used before is
 * reset, which would hide faults.
 */
function answer(outgoing: ServerResponse, { status, headers, body }: Answer): void {
  outgoing.writeHead(status, { ...framed(headers, status === 304 ? null : body.length), connection: 'close' })
  outgoing.end(body)
}

function framed(headers: IncomingMessage['headers'], length: number | null): IncomingMessage['headers'] {
  const rest = { ...headers }
  delete rest['transfer-encoding']
  delete rest['content-length']
  return length === null ? rest : { ...rest, 'content-length': String(length) }
}

async function inflict(fault: Fault, outgoing: ServerResponse, forward: () => Promise<Answer>): Promise<void> {
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
      cut(outgoing, await forward())
      return
    case 'answer':
      answer(outgoing, { status: fault.status, headers: fault.headers ?? {}, body: Buffer.from(fault.body) })
      return
    case 'rewrite': {
      const { status, headers, body } = await forward()
      delete headers.etag
      answer(outgoing, {
        status,
        headers,
        body: Buffer.from(fault.change(body.toString())),
      })
    }
  }
}

function cut(outgoing: ServerResponse, { status, headers, body }: Answer): void {
  outgoing.writeHead(status, { ...framed(headers, body.length), connection: 'close' })
  outgoing.write(body.subarray(0, Math.floor(body.length / 2)), () => outgoing.socket?.destroy())
}
