import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { getRequestListener, type Http2Bindings, type HttpBindings, RequestError } from '@hono/node-server'
import type { Config } from '#server/config.ts'
import { endpointNames, methodName } from '#server/metrics/endpointNames.ts'
import { countRequest } from '#server/metrics/meters.ts'
import { type AnswerHealth, isHealthCheck } from './health.ts'
import { type Log, loggedPath } from './log.ts'
import type { Site } from './network/bindings.ts'

/** Whether a Host header is a host name or an address, with or without a port (RFC 9110, 7.2). */
function isValidHost(host: string): boolean {
  if (!/^[\w.-]+(?::\d*)?$|^\[[\da-f:.]+\](?::\d*)?$/i.test(host)) return false
  return URL.canParse(`http://${host}`)
}

/**
 * Whether a request names the one host it is meant for. Load balancers check health by HTTP/1.0, which knows no Host:
 * such a check is answered as if it had named the public one.
 */
function namesHost(request: IncomingMessage, origin: string): boolean {
  const { headers, httpVersion, rawHeaders, url = '/' } = request
  const given = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host')
  if (given.length > 1) return false
  if (headers.host === undefined && httpVersion === '1.0' && isHealthCheck(url)) headers.host = new URL(origin).host
  return headers.host !== undefined && isValidHost(headers.host)
}

/** What URL parsers resolve or take for a slash: a path with it would name something else than it says. */
const resolved = /\\|\/(?:\.|%2e){1,2}(?=\/|$)/i

/**
 * Whether a request's target is a path or an http address (RFC 9112, 3.2), and not `*` or anything else that is no
 * address here. Browsers resolve a path before they send it.
 */
function isAddress(target: string): boolean {
  if (resolved.test(target.split('?', 1)[0] ?? '')) return false
  return target.startsWith('/') || (/^https?:\/\//i.test(target) && URL.canParse(target))
}

/** Headers that are read as lists: whoever sends a long one does not make every answer dearer. */
const lists = ['accept', 'accept-encoding', 'accept-language', 'if-none-match'] as const
/** Browsers send a hundred characters. */
const longestList = 1024

/** Cuts what is longer, after its last whole item. */
function cutLists({ headers }: IncomingMessage): void {
  for (const name of lists) {
    const text = headers[name]
    if (text !== undefined && text.length > longestList)
      headers[name] = text.slice(0, Math.max(0, text.lastIndexOf(',', longestList)))
  }
}

const badRequest = { status: 400, headers: { 'Content-Type': 'text/plain', Connection: 'close' } }

/** Logs once when what proxies say about the client does not fit `TRUST_PROXY`. */
function createProxyCheck(trustProxy: number, log: Log): (request: IncomingMessage) => void {
  let isReported = false
  return ({ headers }) => {
    const isForwarded = headers['x-forwarded-for'] !== undefined
    if (isReported || isForwarded === trustProxy > 0) return
    isReported = true
    log.warn(
      isForwarded
        ? 'A request came through a proxy, but TRUST_PROXY is 0: set it to the number of proxies, or all their clients share the limits of one network address.'
        : `TRUST_PROXY is ${trustProxy}, but a request came without X-Forwarded-For: its client counts as the address that is connected.`,
    )
  }
}

/** Where to redirect a navigation that used another host name than the public one; null otherwise. */
function redirectTarget(request: IncomingMessage, config: Pick<Config, 'origin' | 'trustProxy'>): string | null {
  const { headers, method, url = '/' } = request
  // Behind a proxy the host may be an internal one: only the proxy knows the public address.
  const proxied =
    config.trustProxy > 0 || headers['x-forwarded-host'] !== undefined || headers['x-forwarded-for'] !== undefined
  if (proxied || (method !== 'GET' && method !== 'HEAD')) return null
  if (headers.host === undefined || headers.host === new URL(config.origin).host) return null
  const accept = headers.accept ?? ''
  const navigates = headers['sec-fetch-mode'] ? headers['sec-fetch-mode'] === 'navigate' : accept.includes('text/html')
  return navigates ? config.origin + (url.startsWith('/') ? url : '/') : null
}

function writeRequestLine(log: Log, method: string, url: string, response: ServerResponse, took: number): void {
  const [status, ms] = [response.statusCode, Math.round(took)]
  const path = loggedPath(url, status)
  const isCutOff = !response.writableFinished
  const line = `${method} ${path} ${status} ${ms} ms${isCutOff ? ', cut off' : ''}`
  log.info(line, { method, path, status, ms, ...(isCutOff && { cut: 1 }) })
}

/**
 * The server's entry: sets the fixed headers on every response, answers health checks, redirects navigations to the
 * public origin (sign-in only works there), logs one line per request, and passes any other to the site.
 */
export function createListener(options: {
  site: Site
  answerHealth: AnswerHealth
  config: Pick<Config, 'origin' | 'trustProxy' | 'product'>
  headers: Record<string, string>
  log: Log
}): RequestListener {
  const { site, answerHealth, config, log } = options
  const fixed = Object.entries(options.headers)
  const fetchAnswer = async (request: Request, environment: HttpBindings | Http2Bindings): Promise<Response> => {
    const answered = await site.fetch(request, environment)
    // What is left of a body is not read, and would be taken for the next request: the connection ends with the answer.
    const { incoming, outgoing } = environment
    if (!incoming.complete && !outgoing.headersSent) answered.headers.set('Connection', 'close')
    return answered
  }
  const answer = getRequestListener(fetchAnswer, {
    errorHandler(error) {
      if (error instanceof RequestError) return new Response('Bad Request', badRequest)
      log.error('A request could not be answered', error)
      return new Response('Something went wrong', { status: 500 })
    },
  })
  const checkProxy = createProxyCheck(config.trustProxy, log)
  const nameOf = endpointNames(config.product)
  return (request, response) => {
    const started = performance.now()
    const { method = 'GET', url = '/' } = request
    for (const [name, value] of fixed) response.setHeader(name, value)
    response.once('close', () => {
      const took = performance.now() - started
      writeRequestLine(log, method, url, response, took)
      const { statusCode: status } = response
      countRequest({ endpoint: nameOf(url), method: methodName(method), status, seconds: took / 1000 })
    })
    if (!isAddress(url) || !namesHost(request, config.origin)) {
      response.writeHead(badRequest.status, badRequest.headers).end('Bad Request')
      return
    }
    // They come from the proxy itself, under any host name.
    if (isHealthCheck(url) && (method === 'GET' || method === 'HEAD')) {
      void answerHealth(url, response)
      return
    }
    cutLists(request)
    checkProxy(request)
    const target = redirectTarget(request, config)
    if (target !== null) {
      response.writeHead(308, { Location: target, 'Cache-Control': 'no-store' }).end()
      return
    }
    void answer(request, response)
  }
}
