import { randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import type { Context } from 'hono'
import { referenceOf } from '#contract/endpoint.ts'
import { clubSentences, type ErrorBody, faultSentence } from '#contract/errors.ts'
import { errorCodeOf, isDiskFull } from '#server/errorCode.ts'
import { Overloaded } from '#server/gate/limiter.ts'
import type { AnswerBytes, AnswerFile, AnswerLines } from '#server/handlers/handler.ts'
import { HttpError, staffError } from '#server/handlers/httpError.ts'
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
import { IdentityProviderUnavailable } from '#server/identity/idToken.ts'
import { OwnMemberAct } from '#server/services/acts.ts'
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

const pieceBytes = 64 * 1024

/** A response from a file, which is deleted once it is sent, or nobody reads it any more. No cache may store it. */
export async function fileResponse({ path }: AnswerFile, c: Context): Promise<Response> {
  const file = await open(path)
  const { size } = await file.stat()
  const end = async () => {
    await file.close()
    await rm(path, { force: true })
  }
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      try {
        const { bytesRead, buffer } = await file.read(Buffer.alloc(pieceBytes))
        if (bytesRead > 0) return controller.enqueue(buffer.subarray(0, bytesRead))
      } catch (error) {
        await end()
        throw error
      }
      await end()
      controller.close()
    },
    cancel: end,
  })
  const headers = { 'Content-Type': json, 'Cache-Control': 'no-store', 'Content-Length': String(size) }
  // Nobody reads the body of a HEAD.
  if (c.req.method === 'HEAD') await end()
  return new Response(c.req.method === 'HEAD' ? null : body, { headers })
}

/** A file that nothing keeps, and that does nothing where it is opened. */
export function bytesResponse({ type, bytes }: AnswerBytes): Response {
  return new Response(new Uint8Array(bytes), {
    headers: {
      'Content-Type': type,
      'Content-Disposition': 'inline',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': "default-src 'none'; sandbox",
    },
  })
}

/** Sends each line as it is known. Whoever reads no more stops nothing; where the work fails, no last line comes. */
export function linesResponse(
  { work }: AnswerLines<unknown>,
  toSent: (line: unknown) => unknown,
  onError: (error: unknown) => void,
): Response {
  const encoder = new TextEncoder()
  let isRead = true
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (line: unknown) => {
        if (isRead) controller.enqueue(encoder.encode(`${JSON.stringify(toSent(line))}\n`))
      }
      const sendAll = async () => {
        try {
          send(await work(send))
        } catch (error) {
          onError(error)
        }
        if (isRead) controller.close()
      }
      void sendAll()
    },
    cancel() {
      isRead = false
    },
  })
  return new Response(body, {
    headers: {
      'Content-Type': 'application/x-ndjson; charset=utf-8',
      'Cache-Control': 'no-store',
      // nginx sends each line at once.
      'X-Accel-Buffering': 'no',
    },
  })
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
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': json, 'Cache-Control': 'no-store', ...headers },
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
  if (error instanceof OwnMemberAct) return responseToError(staffError('own_member'), c, log)
  if (isBrokenConnection(error, c.env?.incoming)) return errorResponse(400, { message: 'The request was cut off' })
  if (error instanceof IdentityProviderUnavailable)
    return unavailable(c, log, 'identity provider', clubSentences.unavailable, 5)
  if (error instanceof Overloaded) {
    return unavailable(c, log, 'overloaded', clubSentences.busy, error.retryAfterSeconds)
  }
  if (isDatabaseUnavailable(error)) {
    return unavailable(c, log, `database ${errorCodeOf(error)}`, clubSentences.unavailable, 2)
  }
  if (isDiskFull(error)) {
    return unavailable(c, log, `disk ${errorCodeOf(error)}`, clubSentences.no_room, 60)
  }
  if (isInvalidValue(error)) return errorResponse(422, { message: 'Validation Error' })
  const id = randomUUID()
  log.error(failureLine(c, { status: 500, request: id }), error)
  return errorResponse(500, { message: faultSentence(id) }, { 'X-Request-Id': id })
}
