import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { minCompressedSize } from './encodings.ts'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

const compressible = /\.(?:html|js|mjs|css|svg|wasm|json|webmanifest|txt)$/

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path)
  if (content.length < minCompressedSize) return
  const options = {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  }
  const [br, gz] = await Promise.all([brotli(content, options), gzipped(content, { level: 9 })])
  if (br.length < content.length) await writeFile(`${path}.br`, br)
  if (gz.length < content.length) await writeFile(`${path}.gz`, gz)
}

/** Hidden files are never served (`builtFiles.ts`). */
const isHidden = (path: string) => /(?:^|[\\/])\./.test(path)

/** Writes a `.br` and a `.gz` beside every file below `folder` that they make smaller, except for hidden ones. */
export async function compressFiles(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const served = paths.filter((path) => compressible.test(path) && !isHidden(relative(folder, path)))
  await Promise.all(served.map(compressFile))
}
