import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { getMimeType } from 'hono/utils/mime'
import { type Encoding, encodings, preferredEncoding } from './encodings.ts'
import { hashOf, type PublicBody } from './publicBody.ts'

/** Valid paths of the build's files. Excluding everything else prevents path traversal and access to hidden files. */
const filePath = /^(?:\/[\w@~-][\w.@~-]*)+$/

/** The extensions that `compressFiles` adds. */
const extensions: Record<Encoding, string> = { br: '.br', gzip: '.gz', identity: '' }

async function isFile(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => null)
  return found?.isFile() === true
}

/** The encodings in which a file is available; none when there is no such file. */
async function encodingsOf(path: string): Promise<Encoding[]> {
  const there = await Promise.all(encodings.map((encoding) => isFile(path + extensions[encoding])))
  return there.at(-1) ? encodings.filter((_, index) => there[index]) : []
}

/**
 * A file of the built app in the request's preferred encoding, with its media type; null when there is none.
 *
 * @param folder the build
 * @param path the address below the origin: it begins with a slash
 */
export async function builtFile(
  folder: string,
  path: string,
  request: Headers,
): Promise<{ body: PublicBody; type: string } | null> {
  if (!filePath.test(path) || /\.(?:br|gz)$/.test(path)) return null
  const file = join(folder, path)
  const available = await encodingsOf(file)
  if (available.length === 0) return null
  const encoding = preferredEncoding(request.get('accept-encoding'), available)
  const bytes = await readFile(file + extensions[encoding])
  const body = { bytes, encoding, tag: `"${hashOf(bytes)}"`, varies: available.length > 1 }
  return { body, type: getMimeType(path) ?? 'application/octet-stream' }
}
