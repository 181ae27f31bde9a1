import { type AnswerOf, type Endpoint, pathOf, type RequestOf } from '#contract/endpoint.ts'
import { readAnswer } from './answer.ts'
import { type Deadline, openDeadline } from './deadline.ts'
import type { Result } from './errors.ts'

export interface CallOptions {
  /** Gives the call up. */
  signal?: AbortSignal
  /** A UUID: the server answers the same key the same again. */
  idempotencyKey?: string
  /** Neither aborts an earlier call to the same endpoint nor is aborted by a later one (the scan queue). */
  ownLane?: boolean
  /** Milliseconds until a complete answer must have come. */
  timeoutMs?: number
  /** Only an answer of the club itself will do: none that the worker kept earlier. */
  fresh?: boolean
  /** The club token to call with, instead of the one that `readToken` knows; null for none. */
  token?: string | null
}

/** Calls the API. Never throws and never rejects: what went wrong is a value. */
export interface Client {
  call: <E extends Endpoint>(target: E, request: RequestOf<E>, options?: CallOptions) => Promise<Result<AnswerOf<E>>>
}

export interface ClientSettings {
  /** Scheme, host and port of the API. */
  origin: string
  /** The product slug in the API's addresses. */
  product: string
  /** The club token of whoever is signed in at the moment of a call, null where nobody is. */
  readToken: () => Promise<string | null>
  fetch?: typeof fetch
  timeoutMs?: number
}

/** How long an answer may take where a call says nothing else, in milliseconds. */
const usualTimeout = 15_000

/**
 * A client of the API for the page or the worker (it needs fetch, AbortController and TextDecoder alone).
 *
 * A call to an endpoint aborts the earlier one that is still in flight there (specification section 7). Public calls
 * never carry the bearer token; the others do, always in the header. Redirects are refused, so that a token never travels further than asked.
 */
export function createClient(settings: ClientSettings): Client {
  const send: typeof fetch = settings.fetch ?? ((input, init) => fetch(input, init))
  const lanes = new Map<string, Deadline>()

  return {
    async call(target, request, options = {}) {
      const deadline = openDeadline(options.timeoutMs ?? settings.timeoutMs ?? usualTimeout, options.signal)
      if (!options.ownLane) {
        lanes.get(target.path)?.end('aborted')
        lanes.set(target.path, deadline)
      }
      try {
        const token = target.access === 'public' ? null : await tokenFor(options, settings)
        const { url, init } = requestOf(target, request, { settings, options, token })
        return await readAnswer(target, await send(url, { ...init, signal: deadline.signal }))
      } catch {
        return { ok: false, error: { kind: deadline.ending() ?? 'network' } }
      } finally {
        deadline.close()
        if (lanes.get(target.path) === deadline) lanes.delete(target.path)
      }
    },
  }
}

/** The token that a call brings itself, else that of whoever is signed in. */
async function tokenFor({ token }: CallOptions, { readToken }: ClientSettings): Promise<string | null> {
  return token === undefined ? readToken().catch(() => null) : token
}

interface Sending {
  settings: ClientSettings
  options: CallOptions
  token: string | null
}

function requestOf(target: Endpoint, request: unknown, { settings, options, token }: Sending) {
  const url = new URL(pathOf(target, settings.product), settings.origin)
  const headers = new Headers({ accept: 'application/json' })
  if (token !== null) headers.set('authorization', `Bearer ${token}`)
  if (options.idempotencyKey !== undefined) headers.set('idempotency-key', options.idempotencyKey)
  const init: RequestInit = { method: target.method, headers, credentials: 'omit', redirect: 'error' }
  if (options.fresh === true) init.cache = 'no-cache'
  if (token !== null) init.cache = 'no-store'
  if (target.method === 'GET') {
    for (const [name, value] of queryOf(request)) url.searchParams.append(name, value)
  } else {
    headers.set('content-type', 'application/json')
    init.body = JSON.stringify(request)
  }
  return { url, init }
}

/** A flat request as query parameters: absent values are left out, a list is repeated. */
function queryOf(request: unknown): [string, string][] {
  if (typeof request !== 'object' || request === null) return []
  return Object.entries(request).flatMap(([name, value]: [string, unknown]) =>
    (Array.isArray(value) ? value : [value])
      .filter((item: unknown) => item !== undefined && item !== null)
      .map((item: unknown): [string, string] => [name, typeof item === 'string' ? item : JSON.stringify(item)]),
  )
}
