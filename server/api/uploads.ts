import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Endpoint } from '#contract/endpoint.ts'
import { maxRequestBytes } from '#contract/errors.ts'
import { HttpError } from '#server/handlers/httpError.ts'
import { createWorkQueue } from '#server/workQueue.ts'
import { errorResponse } from './responses.ts'

/** The size of a body as its sender declares it, to which the HTTP parser holds the sender; null for a body of unknown size. */
function declaredBytes(c: Context): number | null {
  const length = c.req.header('content-length')
  return length === undefined || c.req.header('transfer-encoding') !== undefined ? null : Number(length)
}

/**
 * Whether a request carries a file: its body is larger than the endpoint takes otherwise, and has a declared size, so that nothing of it is
 * read before its sender is known and has a turn.
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

/** Three at once: one of the largest files takes up to 90 MB, from its base64 to the encrypted bytes for the database. */
const inQueue = createWorkQueue(
  { running: 3, waiting: 30 },
  () => new HttpError(503, { message: 'Club Bravo is busy. Please try again in a minute.' }, 10),
)

/** The members whose file is being received or waits for it. */
const senders = new Set<string>()

/**
 * Receives and handles a request with a file when it is its turn. A member has one turn, so that nobody takes all of them with slow requests.
 *
 * @throws HttpError 409 while another one of the same member is in progress, 503 when too many wait already
 */
export async function inUploadQueue<T>(memberId: string, work: () => Promise<T>): Promise<T> {
  if (senders.has(memberId)) throw new HttpError(409, { message: 'This request is in progress' }, 1)
  senders.add(memberId)
  try {
    return await inQueue(work)
  } finally {
    senders.delete(memberId)
  }
}
