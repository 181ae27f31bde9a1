import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { getMimeType } from 'hono/utils/mime'
import { type Encoding, encodings, preferredEncoding } from './encodings.ts'
import { hashOf, type PublicBody } from './publicBody.ts'

/** A file of the build in each encoding that it has. */
interface BuiltFile {
  type: string
  bodies: ReadonlyMap<Encoding, PublicBody>
}

/** The files of the build by their address below the origin, which begins with a slash. */
export type BuiltFiles = ReadonlyMap<string, BuiltFile>

/** The extensions that `compressFiles` adds. */
const extensions: Record<Encoding, string> = { br: '.br', gzip: '.gz', identity: '' }

/** Hidden files are for the server, and compressed ones are another encoding of their file. */
const isServed = (path: string) => !/\/\.|\.(?:br|gz)$/.test(path)

/**
 * Reads every file of the build once, some twenty megabytes: all answers send the same bytes, so that what clients do
 * not take away fills no memory.
 */
export async function readBuiltFiles(folder: string): Promise<BuiltFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const paths = new Set(files.map((file) => `/${relative(folder, file).split(sep).join('/')}`))
  const read = async (path: string): Promise<[string, BuiltFile]> => {
    const available = encodings.filter((encoding) => paths.has(path + extensions[encoding]))
    const bodies = await Promise.all(
      available.map(async (encoding) => {
        const bytes = await readFile(join(folder, path + extensions[encoding]))
        return [encoding, { bytes, encoding, tag: `"${hashOf(bytes)}"`, varies: available.length > 1 }] as const
      }),
    )
    return [path, { type: getMimeType(path) ?? 'application/octet-stream', bodies: new Map(bodies) }]
  }
  return new Map(await Promise.all([...paths].filter(isServed).map(read)))
}

/** A file's body in the request's preferred encoding. */
export function bodyOf({ bodies }: BuiltFile, request: Headers): PublicBody | undefined {
  return bodies.get(preferredEncoding(request.get('accept-encoding'), [...bodies.keys()]))
}
