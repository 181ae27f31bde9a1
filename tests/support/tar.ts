const blockSize = 512

export interface TarFile {
  /** Relative path inside the archive. */
  name: string
  /** Permission bits. */
  mode: number
  content: Buffer
}

/**
 * The regular files of an uncompressed tar archive (ustar, names of at most 100 bytes). Folders and links are omitted.
 */
export function* readTar(archive: Buffer): Generator<TarFile> {
  let offset = 0
  while (offset + blockSize <= archive.length) {
    const header = archive.subarray(offset, offset + blockSize)
    const name = text(header, 0, 100)
    if (name === '') return
    const size = Number.parseInt(text(header, 124, 12), 8)
    const kind = text(header, 156, 1)
    const start = offset + blockSize
    if (kind === '' || kind === '0') {
      yield { name, mode: Number.parseInt(text(header, 100, 8), 8), content: archive.subarray(start, start + size) }
    }
    offset = start + Math.ceil(size / blockSize) * blockSize
  }
}

function text(header: Buffer, start: number, length: number): string {
  const field = header.subarray(start, start + length)
  const end = field.indexOf(0)
  return field.toString('utf8', 0, end === -1 ? length : end).trim()
}
