import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { referenceOf } from '#contract/endpoint.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { errorCodeOf } from '#server/errorCode.ts'
import { HttpError } from '#server/handlers/httpError.ts'
import type { Bindings } from '#server/http/network/bindings.ts'
import { isBrokenConnection } from '#server/http/network/brokenConnection.ts'
import type { Log } from '#server/http/log.ts'
import { compress } from '#server/http/files/encodings.ts'
import {
  encodedFor,
  encodingOf,
  publicSource,
  type PublicSource,
  respondWithPublicBody,
} from '#server/http/files/publicBody.ts'
import { TooManyPasswords } from '#server/identity/passwords/hashingQueue.ts'
import { IdentityProviderUnavailable } from '#server/identity/idToken.ts'
import { isDatabaseUnavailable, isInvalidValue } from '#server/store/connection/databaseErrors.ts'
import { findIdempotencyKey } from './requests.ts'

const json = 'application/json; charset=utf-8'

/**
 * A response that no cache may store, compressed. What compressing tells of a secret by its length is of no use to
 * another site: it cannot make a browser send the member's token.
 */
export async function privateResponse(answer: unknown, c: Context): Promise<Response> {
  const text = Buffer.from(JSON.stringify(answer))
  const encoding = encodingOf(c.req.raw.headers, text)
  const headers = new Headers({ 'Content-Type': json, 'Cache-Control': 'no-store' })
  if (encoding !== 'identity') headers.set('Content-Encoding', encoding)
  return new Response(await compress(text, encoding, 'answer'), { headers })
}

/** A response of plain text that no cache may store. */
export function textResponse(answer: unknown): Response {
  return new Response(String(answer), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  })
}

/**
 * A response that is the same for everyone, compressed. Browsers revalidate it each time, and caches in front do so
 * after `sharedSeconds`. Texts come in all languages, so that it never depends on that of the client.
 *
 * @param options.vary the request header on which the answer depends
 */
export async function publicResponse(
  source: PublicSource,
  c: Context,
  { vary, sharedSeconds = 0 }: { vary: 'Authorization' | null; sharedSeconds?: number },
): Promise<Response> {
  const request = c.req.raw.headers
  const shared = sharedSeconds > 0 ? `s-maxage=${sharedSeconds}, ` : ''
  const headers = { 'Content-Type': json, 'Cache-Control': `public, max-age=0, ${shared}must-revalidate` }
  const body = await encodedFor(request, source)
  return respondWithPublicBody(request, body, vary === null ? headers : { ...headers, Vary: vary })
}

/** A public response to an answer that was made for this call. */
export function freshPublicResponse(answer: unknown, c: Context, vary: 'Authorization' | null): Promise<Response> {
  return publicResponse(publicSource(JSON.stringify(answer)), c, { vary })
}

/** A response in the contract’s shape of errors, which no cache may store. */
export function errorResponse(status: number, body: ErrorBody, headers: Record<string, string> = {}): Response {
  // What is left of a body that is too large is not read: the connection ends with the answer.
  const connection = status === 413 ? { Connection: 'close' } : {}
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': json, 'Cache-Control': 'no-store', ...connection, ...headers },
  })
}

/**
 * What the log says about a failed call. Its reference is what the app shows to the member whose scan meets it; the
 * whole key stays secret.
 */
function failureLine(c: Context, facts: Record<string, string | number>): string {
  const key = findIdempotencyKey(c)
  const named = key === null ? facts : { ...facts, reference: referenceOf(key) }
  const pairs = Object.entries(named).map(([name, value]) => `${name}=${value}`)
  return `${c.req.method} ${c.req.path} failed ${pairs.join(' ')}`
}

/** A call that can succeed later: what it needs is away. */
function unavailable(c: Context, log: Pick<Log, 'error'>, cause: string, message: string, retryAfter: number) {
  log.error(`${failureLine(c, { status: 503 })}: ${cause}`)
  return errorResponse(503, { message }, { 'Retry-After': String(retryAfter) })
}

/**
 * Turns whatever was thrown into a response. Each 5xx is logged, an unexpected error with its stack and under an id
 * that the response names.
 */
export function responseToError(error: unknown, c: Context<Bindings>, log: Pick<Log, 'error'>): Response {
  if (error instanceof HttpError) {
    const wait = error.retryAfterSeconds
    return errorResponse(error.status, error.body, wait === null ? {} : { 'Retry-After': String(wait) })
  }
  if (isBrokenConnection(error, c.env?.incoming)) return errorResponse(400, { message: 'The request was cut off' })
  if (error instanceof IdentityProviderUnavailable)
    return unavailable(c, log, 'identity provider', 'The identity provider cannot be reached', 5)
  if (error instanceof TooManyPasswords) {
    return unavailable(c, log, 'passwords', 'Club Bravo is busy. Please try again in a minute.', 5)
  }
  if (isDatabaseUnavailable(error)) {
    const message = 'Club Bravo is temporarily unavailable. Please try again.'
    return unavailable(c, log, `database ${errorCodeOf(error)}`, message, 2)
  }
  if (isInvalidValue(error)) return errorResponse(422, { message: 'Validation Error' })
  const id = randomUUID()
  log.error(failureLine(c, { status: 500, request: id }), error)
  return errorResponse(
    500,
    { message: `Something went wrong on our side. If it keeps happening, contact us and quote the number ${id}.` },
    { 'X-Request-Id': id },
  )
}
