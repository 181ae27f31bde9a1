import { type AnswerOf, type Endpoint, pathOf, type RequestOf } from '#contract/endpoint.ts'
import { readAnswer } from './answer.ts'
import { type Deadline, startDeadline } from './deadline.ts'
import type { ApiError, Result } from './errors.ts'

export interface CallOptions {
  /** Aborts the call. */
  signal?: AbortSignal
  /** A UUID: the server answers a repeated key with the same answer, which names it. */
  idempotencyKey?: string
  /** Neither aborts an earlier call to the same endpoint nor is aborted by a later one. */
  concurrent?: boolean
  /** Milliseconds until the complete answer must have arrived. */
  timeoutMs?: number
  /** Accepts only the server's answer, never the worker's cached copy. */
  fresh?: boolean
  /** The club token to use instead of `readToken`'s; null for none. */
  token?: string | null
}

/** Calls the API. Never throws and never rejects: an error is a value. */
export interface Client {
  call: <E extends Endpoint>(target: E, request: RequestOf<E>, options?: CallOptions) => Promise<Result<AnswerOf<E>>>
}

export interface ClientSettings {
  /** Scheme, host and port of the API. */
  origin: string
  /** The product slug in the API's addresses. */
  product: string
  /** The signed-in member's club token at the time of a call, or null. */
  readToken: () => Promise<string | null>
  /** Whether the API names the `Idempotency-Key` of a call in each answer to it. By default true. */
  namesKeys?: boolean
  /** Called with every answer that was read, and when its call was sent, in milliseconds since 1970. */
  onAnswer?: (response: Response, sentAt: number) => void
  fetch?: typeof fetch
  timeoutMs?: number
}

/** How long an answer may take by default, in milliseconds. */
const defaultTimeoutMs = 15_000

/**
 * Creates a client of the API for the page or the worker.
 *
 * A call aborts the earlier one to the same endpoint that is still in flight (specification section 7). Public calls
 * never carry the bearer token; the others carry it in the header. Redirects are errors, so that a token never reaches
 * another address.
 */
export function createClient(settings: ClientSettings): Client {
  const send: typeof fetch = settings.fetch ?? ((input, init) => fetch(input, init))
  const inFlight = new Map<string, Deadline>()

  return {
    async call(target, request, options = {}) {
      const deadline = startDeadline(options.timeoutMs ?? settings.timeoutMs ?? defaultTimeoutMs, options.signal)
      if (!options.concurrent) {
        inFlight.get(target.path)?.abort('aborted')
        inFlight.set(target.path, deadline)
      }
      let response: Response | null = null
      try {
        const token = target.access === 'public' ? null : await tokenFor(options, settings)
        const { url, init } = requestOf(target, request, { settings, options, token })
        const sentAt = Date.now()
        response = await send(url, { ...init, signal: deadline.signal })
        if (isForeign(response, options)) return { ok: false, error: foreign(response) }
        const answer = await readAnswer(target, response)
        if (isAnonymous(response, settings, options)) return ofNobody(answer, response)
        if (answer.ok) settings.onAnswer?.(response, sentAt)
        return answer
      } catch {
        return { ok: false, error: failureOf(response, deadline) }
      } finally {
        deadline.clear()
        if (inFlight.get(target.path) === deadline) inFlight.delete(target.path)
      }
    },
  }
}

/** Whether a response names another call than this one: a proxy or a cache has mixed answers up. */
function isForeign({ headers }: Response, { idempotencyKey }: CallOptions): boolean {
  const named = headers.get('idempotency-key')
  return named !== null && named !== idempotencyKey
}

/** Whether a response names no call, and should: a proxy has answered, or has dropped what names it. */
function isAnonymous({ headers }: Response, { namesKeys = true }: ClientSettings, { idempotencyKey }: CallOptions) {
  return namesKeys && idempotencyKey !== undefined && !headers.has('idempotency-key')
}

/** What is left of an answer that may be to another call: a status says something whoever sends it. */
function ofNobody<T>(answer: Result<T>, response: Response): Result<T> {
  if (answer.ok) return { ok: false, error: foreign(response) }
  return answer.error.kind === 'http' ? { ok: false, error: { ...answer.error, inShape: false } } : answer
}

function foreign({ status }: Response): ApiError {
  return { kind: 'unreadable', status, field: null, detail: 'the answer to another call' }
}

/** Why a call threw, with the response if there was one. */
function failureOf(response: Response | null, deadline: Deadline): ApiError {
  const reason = deadline.abortReason()
  if (reason !== null) return { kind: reason }
  return response === null ? { kind: 'network' } : { kind: 'cut_off', status: response.status }
}

async function tokenFor({ token }: CallOptions, { readToken }: ClientSettings): Promise<string | null> {
  return token === undefined ? readToken().catch(() => null) : token
}

interface RequestContext {
  settings: ClientSettings
  options: CallOptions
  token: string | null
}

function requestOf(target: Endpoint, request: unknown, { settings, options, token }: RequestContext) {
  const url = new URL(pathOf(target, settings.product), settings.origin)
  const headers = new Headers({ accept: 'application/json' })
  if (token !== null) headers.set('authorization', `Bearer ${token}`)
  if (options.idempotencyKey !== undefined) headers.set('idempotency-key', options.idempotencyKey)
  const init: RequestInit = { method: target.method, headers, credentials: 'omit', redirect: 'error' }
  if (options.fresh === true) init.cache = 'no-cache'
  if (token !== null) init.cache = 'no-store'
  if (target.method === 'GET') {
    url.search = queryOf(request).toString()
  } else {
    headers.set('content-type', 'application/json')
    init.body = JSON.stringify(request)
  }
  return { url, init }
}

/** A flat request as query parameters: absent values are omitted, a list repeats its name. */
export function queryOf(request: unknown): URLSearchParams {
  if (typeof request !== 'object' || request === null) return new URLSearchParams()
  const pairs = Object.entries(request).flatMap(([name, value]: [string, unknown]) =>
    (Array.isArray(value) ? value : [value])
      .filter((item: unknown) => item !== undefined && item !== null)
      .map((item: unknown): [string, string] => [name, typeof item === 'string' ? item : JSON.stringify(item)]),
  )
  return new URLSearchParams(pairs)
}
