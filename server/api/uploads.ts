import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy } from '@fastify/busboy'
import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { filePart, requestPart, type Endpoint } from '#contract/endpoint.ts'
import { clubSentences, maxRequestBytes } from '#contract/errors.ts'
import { errorCodeOf } from '#server/errorCode.ts'
import { limiters } from '#server/gate/limiters.ts'
import { HttpError } from '#server/handlers/httpError.ts'
import type { Received } from './requests.ts'
import { errorResponse } from './responses.ts'

/** Boundaries and the head of a part. */
const partHeadBytes = 1024
const formType = /^multipart\/form-data\s*;/i
/** A boundary has at most 70 characters (RFC 2046, 5.1.1). */
const maxFormTypeLength = 200

/**
 * The size of a body as its sender declares it, to which the HTTP parser holds the sender; null for a body of unknown
 * size.
 */
function declaredBytes(c: Context): number | null {
  const length = c.req.header('content-length')
  return length === undefined || c.req.header('transfer-encoding') !== undefined ? null : Number(length)
}

const isForm = (c: Context) => formType.test(c.req.header('content-type') ?? '')

/**
 * Whether a request's body goes to a file: it is a form with a file, or JSON that holds one and is larger than the
 * endpoint takes otherwise; and it has a declared size, so that nothing of it is read before its sender is known and
 * has a permit.
 */
export function isUpload({ maxBytes = maxRequestBytes, file }: Endpoint, c: Context): boolean {
  const bytes = declaredBytes(c)
  if (file === undefined || bytes === null) return false
  if ('maxBytes' in file) return isForm(c) && bytes <= maxBytes + file.maxBytes + 2 * partHeadBytes
  return !isForm(c) && bytes > maxBytes && bytes <= maxBytes + file.maxLength
}

/**
 * Refuses bodies that are larger than the endpoint takes. A declared size is compared, and the body left alone: Hono’s
 * server reads it without a web stream then, which costs a tenth of a call.
 */
export function limitBody(endpoint: Endpoint): MiddlewareHandler {
  const { maxBytes = maxRequestBytes } = endpoint
  const tooLarge = () => errorResponse(413, { message: `The body is larger than ${maxBytes} bytes` })
  const limitUndeclared = bodyLimit({ maxSize: maxBytes, onError: tooLarge })
  return async (c, next) => {
    if (endpoint.method === 'GET' || isUpload(endpoint, c)) return next()
    const bytes = declaredBytes(c)
    if (bytes === null) return limitUndeclared(c, next)
    return bytes > maxBytes ? tooLarge() : next()
  }
}

const tooSlow = () => new HttpError(408, { message: clubSentences.too_slow })

/** What a sender has to send in a span of time: a permit is for who uses it, and a phone has its gaps. */
const leastProgress = { bytes: 32 * 1024, milliseconds: 15_000 }

/** The chunks of a body; an error when too little of it arrives. */
const chunksOf = (c: Context) =>
  Readable.from(inProgress(c.req.raw.body ?? new Blob([]).stream()), { objectMode: false })

async function* inProgress(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  const late = Promise.withResolvers<never>()
  let arrived = 0
  const check = setInterval(() => {
    if (arrived < leastProgress.bytes) late.reject(tooSlow())
    arrived = 0
  }, leastProgress.milliseconds)
  try {
    for (;;) {
      const next = await Promise.race([reader.read(), late.promise])
      if (next.done) return
      arrived += next.value.length
      yield next.value
    }
  } finally {
    clearInterval(check)
  }
}

/** Writes what is received to a file that only this user can read. */
async function writeUpload(source: Readable, path: string, signal?: AbortSignal): Promise<void> {
  await pipeline(source, createWriteStream(path, { mode: 0o600, flags: 'wx' }), signal ? { signal } : {})
}

const notTheForm = () =>
  new HttpError(400, {
    message: `The body must be a form with the parts ${requestPart} and ${filePart}, in this order`,
  })

/** Reads a form of the request's JSON and one file of at most `maxFileBytes`, which goes to `path`. */
async function receiveForm(
  { maxBytes = maxRequestBytes }: Endpoint,
  c: Context,
  { path, maxFileBytes }: { path: string; maxFileBytes: number },
): Promise<Received> {
  const contentType = c.req.header('content-type') ?? ''
  if (contentType.length > maxFormTypeLength) throw notTheForm()
  const form = new Busboy({
    headers: { 'content-type': contentType },
    limits: {
      parts: 2,
      fields: 1,
      files: 1,
      // One byte more shows that there was more.
      fieldSize: maxBytes + 1,
      fileSize: maxFileBytes + 1,
      headerPairs: 10,
      headerSize: partHeadBytes,
    },
    isPartAFile: (name) => name === filePart,
  })
  const stopping = new AbortController()
  const refuse = () => form.destroy(notTheForm())
  const parts: { sent?: string; file?: Promise<void> } = {}
  form.on('field', (name, value) => {
    if (name !== requestPart || Buffer.byteLength(value) > maxBytes) refuse()
    else parts.sent = value
  })
  form.on('file', (_name, file) => {
    parts.file = writeUpload(file, path, stopping.signal)
    parts.file.catch((error: unknown) => form.destroy(error instanceof Error ? error : new Error(String(error))))
    if (parts.sent === undefined) refuse()
  })
  for (const limit of ['partsLimit', 'fieldsLimit', 'filesLimit'] as const) form.on(limit, refuse)
  try {
    await pipeline(chunksOf(c), form)
    if (parts.sent === undefined || parts.file === undefined) throw notTheForm()
    await parts.file
    return { sent: parts.sent, filePath: path }
  } catch (error) {
    stopping.abort()
    await Promise.allSettled([parts.file])
    // What the reader of the form finds has no code; what the disk says has one.
    throw error instanceof HttpError || errorCodeOf(error) !== '' ? error : notTheForm()
  }
}

/**
 * The members whose file is being received or handled here: it spares this machine's disk and processor, and decides
 * nothing. Another server may handle one of the same member at once; the key and the member's row lock decide then.
 */
const senders = new Set<string>()

/** @throws HttpError 409 while this process has another file of the same member in progress */
export async function oneForMember<T>(memberId: string, work: () => Promise<T>): Promise<T> {
  if (senders.has(memberId)) throw new HttpError(409, { message: 'This request is in progress' }, 1)
  senders.add(memberId)
  try {
    return await work()
  } finally {
    senders.delete(memberId)
  }
}

/** Handles a file with a permit to decode in place of the one of its request: others are let in meanwhile. */
export function handleFile<T>(work: () => Promise<T>): Promise<T> {
  return limiters.fileDecoding.exchange(work)
}

/**
 * Receives a request with a file in a file of `folder`, handles it when it is its turn, and deletes that.
 *
 * @throws HttpError 408 when it arrives too slowly
 */
export async function handleUpload<T>(
  endpoint: Endpoint,
  folder: string,
  c: Context,
  work: (received: Received) => Promise<T>,
): Promise<T> {
  const path = join(folder, randomUUID())
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const { file } = endpoint
    const received = await limiters.uploads.exchange(async () =>
      file !== undefined && 'maxBytes' in file
        ? receiveForm(endpoint, c, { path, maxFileBytes: file.maxBytes })
        : writeUpload(chunksOf(c), path),
    )
    // Large JSON is read when it is its turn.
    return await handleFile(async () => work(received ?? { sent: await readFile(path, 'utf8'), filePath: null }))
  } finally {
    await rm(path, { force: true })
  }
}
