import { createHash } from 'node:crypto'
import { compress, type Effort, type Encoding, minCompressedSize, preferredEncoding } from './encodings.ts'

/** The `Cache-Control` of what never changes under its address. */
export const immutable = 'public, max-age=31536000, immutable'

/** A response body that is the same for everyone, in one encoding. */
export interface PublicBody {
  bytes: Uint8Array<ArrayBuffer>
  encoding: Encoding
  /** A strong entity tag of these bytes, with its quotes. */
  tag: string
  /** Whether other clients may get another encoding. */
  varies: boolean
}

/** The first 22 characters (132 bits) of the SHA-256, in base64url: enough for an entity tag and the key of a cache. */
export function hashOf(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
}

/**
 * An LRU cache of bodies by hash and encoding: the same few are requested repeatedly, and all their answers send the
 * same bytes.
 */
const encoded = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()
const maxCachedBodies = 100

function encodeOnce(
  bytes: Uint8Array<ArrayBuffer>,
  hash: string,
  encoding: Encoding,
  effort: Effort,
): Promise<Uint8Array<ArrayBuffer>> {
  const key = `${hash} ${encoding}`
  const work = encoded.get(key) ?? compress(bytes, encoding, effort)
  // Reinserting it makes the first key the least recently used.
  encoded.delete(key)
  encoded.set(key, work)
  const [oldest] = encoded.keys()
  if (encoded.size > maxCachedBodies && oldest !== undefined) encoded.delete(oldest)
  return work
}

/** A text that is the same for everyone, as it is before it is encoded for a client. */
export interface PublicSource {
  bytes: Uint8Array<ArrayBuffer>
  hash: string
}

/** A text with its hash, made once for all clients. */
export function publicSource(text: string): PublicSource {
  const bytes = Buffer.from(text)
  return { bytes, hash: hashOf(bytes) }
}

/** The body for a text that is produced on request. */
export function publicText(request: Headers, text: string, effort?: Effort): Promise<PublicBody> {
  return encodedFor(request, publicSource(text), effort)
}

/** The encoding of a body for a client: one that it accepts, if compressing pays off. */
export function encodingOf(request: Headers, bytes: Uint8Array): Encoding {
  return bytes.length < minCompressedSize ? 'identity' : preferredEncoding(request.get('accept-encoding'))
}

/** The body for a text, compressed as the client accepts if that pays off. */
export async function encodedFor(
  request: Headers,
  { bytes, hash }: PublicSource,
  effort: Effort = 'answer',
): Promise<PublicBody> {
  const varies = bytes.length >= minCompressedSize
  const encoding = encodingOf(request, bytes)
  const sent = await encodeOnce(bytes, hash, encoding, effort)
  return { bytes: sent, encoding, tag: `"${hash}-${encoding}"`, varies }
}

/** Whether `If-None-Match` matches a tag (RFC 9110, 13.1.2: a weak comparison). */
function matches(header: string | null, tag: string): boolean {
  const known = (header ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''))
  return known.some((one) => one === tag || one === '*')
}

/** Larger bodies are sent in pieces of this size, so that other connections get their turn in between. */
const pieceBytes = 64 * 1024

/** The bytes in pieces, each when the client has taken the one before. Nothing is copied. */
function inPieces(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
  let sent = 0
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(bytes.subarray(sent, sent + pieceBytes))
      sent += pieceBytes
      if (sent >= bytes.length) controller.close()
    },
  })
}

/**
 * Responds with a body that is the same for everyone: with encoding, length and entity tag, or with 304 when the client
 * has it.
 *
 * @param headers further headers, including `Cache-Control` and `Content-Type`
 */
export function respondWithPublicBody(
  request: Headers,
  { bytes, encoding, tag, varies }: PublicBody,
  headers: Record<string, string>,
  status = 200,
): Response {
  const answered = new Headers(headers)
  if (varies) answered.append('Vary', 'Accept-Encoding')
  if (status === 200) {
    answered.set('ETag', tag)
    if (matches(request.get('if-none-match'), tag)) {
      answered.delete('Content-Type')
      return new Response(null, { status: 304, headers: answered })
    }
  }
  if (encoding !== 'identity') answered.set('Content-Encoding', encoding)
  answered.set('Content-Length', String(bytes.length))
  return new Response(bytes.length > pieceBytes ? inPieces(bytes) : bytes, { status, headers: answered })
}
