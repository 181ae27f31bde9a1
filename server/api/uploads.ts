import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Endpoint } from '#contract/endpoint.ts'
import { maxRequestBytes } from '#contract/errors.ts'
import { HttpError } from '#server/handlers/httpError.ts'
import { createWorkQueue } from '#server/queues/workQueue.ts'
import { errorResponse } from './responses.ts'

/**
 * The size of a body as its sender declares it, to which the HTTP parser holds the sender; null for a body of unknown
 * size.
 */
function declaredBytes(c: Context): number | null {
  const length = c.req.header('content-length')
  return length === undefined || c.req.header('transfer-encoding') !== undefined ? null : Number(length)
}

/**
 * Whether a request carries a file: its body is larger than the endpoint takes otherwise, and has a declared size, so
 * that nothing of it is read before its sender is known and has a place.
 */
export function isUpload({ maxBytes = maxRequestBytes, maxUploadBytes = maxBytes }: Endpoint, c: Context): boolean {
  const bytes = declaredBytes(c)
  return bytes !== null && bytes > maxBytes && bytes <= maxUploadBytes
}

/** Refuses bodies that are larger than the endpoint takes. */
export function limitBody(endpoint: Endpoint): MiddlewareHandler {
  const { maxBytes = maxRequestBytes } = endpoint
  const limit = bodyLimit({
    maxSize: maxBytes,
    onError: () => errorResponse(413, { message: `The body is larger than ${maxBytes} bytes` }),
  })
  return (c, next) => (isUpload(endpoint, c) ? next() : limit(c, next))
}

const busy = () => new HttpError(503, { message: 'Club Bravo is busy. Please try again in a minute.' }, 10)

/**
 * So many files of up to 12 MB are received at once: whoever sends slowly keeps a place until the time for a request is
 * over.
 */
const inPlace = createWorkQueue({ running: 8, waiting: 0 }, busy)

/**
 * Of those that were received, three are handled at once: the largest takes up to 90 MB, from its base64 to the
 * encrypted bytes.
 */
const inTurn = createWorkQueue({ running: 3, waiting: 8 }, busy)

/** The members whose file is being received or handled. */
const senders = new Set<string>()

const base64Text = /^(?:data:[\w.+/\\-]{1,100};base64,)?[A-Za-z\d+/=\\]*$/

/**
 * The length of the longest text in JSON if that is a file as base64, perhaps as a data URL; 0 if it is anything else.
 */
function fileLengthIn(sent: string): number {
  let [start, end] = [0, 0]
  let last = sent.indexOf('"')
  for (let next = sent.indexOf('"', last + 1); next !== -1; next = sent.indexOf('"', last + 1)) {
    if (next - last > end - start) [start, end] = [last + 1, next]
    last = next
  }
  return base64Text.test(sent.slice(start, end)) ? end - start : 0
}

/**
 * A body may be large for its file alone: whatever else it has is as small as in a body without one, because to parse
 * as many values as a file has bytes would hold everybody up.
 *
 * @throws HttpError 413 for any other body
 */
function limitBesideFile({ maxBytes = maxRequestBytes }: Endpoint, body: Buffer): void {
  // Each byte as one character.
  if (body.length - fileLengthIn(body.toString('latin1')) > maxBytes)
    throw new HttpError(413, { message: `The body is larger than ${maxBytes} bytes without its file` })
}

/**
 * Receives the body of a request, which is then read from memory.
 *
 * @throws HttpError 413 when more than its file is large
 */
async function receive(endpoint: Endpoint, c: Context): Promise<void> {
  const received = Buffer.from(await c.req.raw.arrayBuffer())
  limitBesideFile(endpoint, received)
  const { url, method } = c.req
  // Not made of the old one, which is no real Request on a network.
  c.req.raw = new Request(url, { method, headers: c.req.raw.headers, body: received })
}

/**
 * Receives and handles a request with a file. A member has one place.
 *
 * @throws HttpError 409 while another one of the same member is in progress, 413 when more than its file is large, 503
 *   when no place is free
 */
export async function inUpload<T>(
  endpoint: Endpoint,
  memberId: string,
  c: Context,
  work: () => Promise<T>,
): Promise<T> {
  if (senders.has(memberId)) throw new HttpError(409, { message: 'This request is in progress' }, 1)
  senders.add(memberId)
  try {
    return await inPlace(async () => {
      await receive(endpoint, c)
      return inTurn(work)
    })
  } finally {
    senders.delete(memberId)
  }
}
