import { createHash } from 'node:crypto'
import { compress, type Encoding, preferredEncoding, worthwhile } from './encodings.ts'

/** What everybody gets who asks for an address, in one encoding. */
export interface PublicBody {
  bytes: Uint8Array<ArrayBuffer>
  encoding: Encoding
  /** Names these very bytes: a strong entity tag, with its quotes. */
  tag: string
  /** Whether somebody else may get another encoding of it. */
  varies: boolean
}

export function hashOf(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
}

/** What has been compressed, by its hash and encoding: the same few bodies are asked for again and again. */
const compressed = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()
const keptBodies = 100

function compressOnce(
  bytes: Uint8Array<ArrayBuffer>,
  hash: string,
  encoding: Encoding,
): Promise<Uint8Array<ArrayBuffer>> {
  const key = `${hash} ${encoding}`
  const work = compressed.get(key) ?? compress(bytes, encoding)
  // Put in anew, so that the first one is the one that was asked for longest ago.
  compressed.delete(key)
  compressed.set(key, work)
  const [oldest] = compressed.keys()
  if (compressed.size > keptBodies && oldest !== undefined) compressed.delete(oldest)
  return work
}

/** Makes what is sent of a text that is made for the request: compressed as the request wishes, where that is worthwhile. */
export async function publicText(request: Headers, text: string): Promise<PublicBody> {
  const bytes = Buffer.from(text)
  const hash = hashOf(bytes)
  const varies = bytes.length >= worthwhile
  const encoding = varies ? preferredEncoding(request.get('accept-encoding')) : 'identity'
  const sent = encoding === 'identity' ? bytes : await compressOnce(bytes, hash, encoding)
  return { bytes: sent, encoding, tag: `"${hash}-${encoding}"`, varies }
}

/** Whether `If-None-Match` names this tag, or any (RFC 9110, 13.1.2: compared without regard to weakness). */
function knows(header: string | null, tag: string): boolean {
  const known = (header ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''))
  return known.some((one) => one === tag || one === '*')
}

/**
 * Answers with a body that is the same for everybody: its encoding, length and tag; nothing but 304 where the asker has it already.
 *
 * @param headers more of the answer's headers, `Cache-Control` and `Content-Type` among them
 */
export function answerPublic(
  request: Headers,
  { bytes, encoding, tag, varies }: PublicBody,
  headers: Record<string, string>,
  status = 200,
): Response {
  const answered = new Headers(headers)
  if (varies) answered.append('Vary', 'Accept-Encoding')
  if (status === 200) {
    answered.set('ETag', tag)
    if (knows(request.get('if-none-match'), tag)) {
      answered.delete('Content-Type')
      return new Response(null, { status: 304, headers: answered })
    }
  }
  if (encoding !== 'identity') answered.set('Content-Encoding', encoding)
  answered.set('Content-Length', String(bytes.length))
  return new Response(bytes, { status, headers: answered })
}
