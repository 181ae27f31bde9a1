import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Content encodings in the order of preference; `identity` is uncompressed. */
export const encodings = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof encodings)[number]

/** In bytes. A smaller body is sent as fast as its headers, and compressing it saves next to nothing. */
export const minCompressedSize = 512

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** The weights in `Accept-Encoding`, from 0 to 1 by name. */
function weightsOf(header: string): Map<string, number> {
  const weights = new Map<string, number>()
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    if (name !== '') weights.set(name, weight === undefined ? 1 : Number(weight) || 0)
  }
  return weights
}

/** The weight of `identity` when the header does not mention it: lower than any that can be written. */
const defaultWeight = 0.0001

/**
 * The preferred encoding among those available, and of equals the smallest (RFC 9110, 12.5.3). The fallback is
 * `identity`.
 *
 * @param header the request's `Accept-Encoding`, if it has one
 */
export function preferredEncoding(
  header: string | null | undefined,
  available: readonly Encoding[] = encodings,
): Encoding {
  const weights = weightsOf(header ?? '')
  const any = weights.get('*')
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? any ?? (encoding === 'identity' ? defaultWeight : 0)
  const accepted = encodings
    .filter((encoding) => available.includes(encoding) && weightOf(encoding) > 0)
    .toSorted((one, other) => weightOf(other) - weightOf(one))
  return accepted[0] ?? 'identity'
}

/**
 * How long compressing may take: `page`, which is the same until the server stops, a tenth of a second; `document`, a
 * page with its contents, which is the same until they change, ten milliseconds; `answer` a third of that, for a tenth
 * more bytes than a page.
 */
export type Effort = 'page' | 'document' | 'answer'

const brotliQuality: Record<Effort, number> = { page: 10, document: 8, answer: 5 }

/** Compresses a body during a request, with less effort than at build time. */
export async function compress(
  body: Uint8Array<ArrayBuffer>,
  encoding: Encoding,
  effort: Effort,
): Promise<Uint8Array<ArrayBuffer>> {
  switch (encoding) {
    case 'br':
      return brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality[effort] } })
    case 'gzip':
      return gzipped(body)
    case 'identity':
      return body
  }
}
