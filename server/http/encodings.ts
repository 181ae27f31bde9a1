import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** How a body can be sent; `identity` is as it is. In the order of preference. */
export const encodings = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof encodings)[number]

/** Below this many bytes a compressed body saves no packet. */
export const worthwhile = 1024

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** What `Accept-Encoding` says: a weight from 0 to 1 for each name. */
function weightsOf(header: string): Map<string, number> {
  const weights = new Map<string, number>()
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    if (name !== '') weights.set(name, weight === undefined ? 1 : Number(weight) || 0)
  }
  return weights
}

/** Less than any weight that can be written: what nobody has asked for, but everybody takes. */
const unasked = 0.0001

/**
 * The encoding that somebody likes best among those that there are, and of equals the smallest (RFC 9110, 12.5.3). Somebody who takes
 * none of them gets `identity`.
 *
 * @param header the request's `Accept-Encoding`, if it has one
 */
export function preferredEncoding(
  header: string | null | undefined,
  available: readonly Encoding[] = encodings,
): Encoding {
  const weights = weightsOf(header ?? '')
  const any = weights.get('*')
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? any ?? (encoding === 'identity' ? unasked : 0)
  const liked = encodings
    .filter((encoding) => available.includes(encoding) && weightOf(encoding) > 0)
    .toSorted((one, other) => weightOf(other) - weightOf(one))
  return liked[0] ?? 'identity'
}

/** Compresses a body while somebody waits for it: with less effort than what is compressed once for good. */
export async function compress(body: Uint8Array<ArrayBuffer>, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
  switch (encoding) {
    case 'br':
      return brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
    case 'gzip':
      return gzipped(body)
    case 'identity':
      return body
  }
}
