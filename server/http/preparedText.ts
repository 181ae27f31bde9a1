import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { sha256 } from '#server/store/hash.ts'
import { type Encoding, preferredEncoding } from './encodings.ts'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

type Bytes = Uint8Array<ArrayBuffer>

async function encode(text: string, encoding: Encoding): Promise<Bytes> {
  if (encoding === 'identity') return new TextEncoder().encode(text)
  if (encoding === 'gzip') return new Uint8Array(await gzipped(text, { level: 9 }))
  return new Uint8Array(await brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }))
}

/** Answers a request with a text: compressed as the browser takes it, or 304 where it has it already. */
export type SendText = (request: Headers, status?: 200 | 404) => Promise<Response>

/**
 * Makes a text that stays the same for as long as the server runs ready to be sent. It is to be revalidated each time, and compressed at
 * the first request for it.
 *
 * @param type its media type
 */
export function prepareText(text: string, type: string): SendText {
  const tag = `W/"${sha256(text).slice(0, 32)}"`
  const bodies = new Map<Encoding, Promise<Bytes>>()
  const bodyIn = (encoding: Encoding) => {
    const body = bodies.get(encoding) ?? encode(text, encoding)
    bodies.set(encoding, body)
    return body
  }
  return async (request, status = 200) => {
    const headers = new Headers({ 'Cache-Control': 'no-cache', ETag: tag, Vary: 'Accept-Encoding' })
    const known = (request.get('if-none-match') ?? '').split(',').map((one) => one.trim())
    if (status === 200 && known.includes(tag)) return new Response(null, { status: 304, headers })
    const encoding = preferredEncoding(request.get('accept-encoding') ?? undefined)
    headers.set('Content-Type', type)
    if (encoding !== 'identity') headers.set('Content-Encoding', encoding)
    return new Response(await bodyIn(encoding), { status, headers })
  }
}
