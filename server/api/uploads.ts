import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Endpoint } from '#contract/endpoint.ts'
import { maxRequestBytes } from '#contract/errors.ts'
import { HttpError } from '#server/handlers/httpError.ts'
import { createWorkQueue } from '#server/queues/workQueue.ts'
import { createFairSlots } from './fairSlots.ts'
import { errorResponse } from './responses.ts'

/** The size of a body as its sender declares it, to which the HTTP parser holds the sender; null for a body of unknown size. */
function declaredBytes(c: Context): number | null {
  const length = c.req.header('content-length')
  return length === undefined || c.req.header('transfer-encoding') !== undefined ? null : Number(length)
}

/**
 * Whether a request carries a file: its body is larger than the endpoint takes otherwise, and has a declared size, so that nothing of it is
 * read before its sender is known and has a slot.
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
 * Eight files are received at once, of up to 12 MB each. A picture from a phone takes a few seconds; a PDF of 8 MB over a slow network minutes:
 * four senders who lost a slot have longer ones at once.
 */
const inSlot = createFairSlots({ slots: 8, waiting: 30, slotMs: 20_000, longSlots: 4, longestSlotMs: 320_000 }, busy)

/** Of those that were received, three are handled at once: the largest takes up to 90 MB, from its base64 to the encrypted bytes. */
const inQueue = createWorkQueue({ running: 3, waiting: 30 }, busy)

/** The members whose file is being received or waits for it. */
const senders = new Set<string>()

/**
 * Receives the body of a request, which is then read from memory.
 *
 * @throws HttpError 503 when the sender's slot is over before
 */
async function receive(c: Context, slotOver: AbortSignal): Promise<void> {
  const { body } = c.req.raw
  if (body === null) return
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader()
  const stop = () => void reader.cancel().catch(() => undefined)
  slotOver.addEventListener('abort', stop)
  const parts: Uint8Array[] = []
  for (let part = await reader.read(); !part.done; part = await reader.read()) parts.push(part.value)
  slotOver.removeEventListener('abort', stop)
  if (slotOver.aborted) throw busy()
  const { url, method } = c.req
  // Not made of the old one, which is no real Request on a network.
  c.req.raw = new Request(url, { method, headers: c.req.raw.headers, body: Buffer.concat(parts) })
}

/**
 * Receives and handles a request with a file when it is its slot. A member has one slot, and whoever sends slowly loses it to others that wait,
 * so that nobody takes all of them.
 *
 * @throws HttpError 409 while another one of the same member is in progress, 503 when too many wait already, or it came too slowly
 */
export async function inUploadQueue<T>(memberId: string, c: Context, work: () => Promise<T>): Promise<T> {
  if (senders.has(memberId)) throw new HttpError(409, { message: 'This request is in progress' }, 1)
  senders.add(memberId)
  try {
    return await inSlot(memberId, async (slotOver) => {
      await receive(c, slotOver)
      return inQueue(work)
    })
  } finally {
    senders.delete(memberId)
  }
}
