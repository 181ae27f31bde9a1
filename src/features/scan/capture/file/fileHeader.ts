/** The supported kinds of pictures, and their MIME types for decoding. heif: HEIC, HEIF and AVIF. */
export const mimeTypes = { jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp', heif: 'image/heic' } as const
export type PictureKind = keyof typeof mimeTypes

/** A file's format by its first bytes; its name and type are ignored. */
export interface FileHeader {
  kind: PictureKind | 'pdf' | 'other'
  /** A picture's size in pixels, or null if its first bytes do not contain it. */
  size: { width: number; height: number } | null
}

/** How many bytes from the start of a file `readHeader` needs: phones embed a preview before a JPEG's size. */
export const maxHeaderBytes = 512 * 1024

/**
 * Reads a file's format and size. Sources: PNG (third edition) 5.2 and 11.2, ITU-T T.81 B.2.2, RFC 9649, ISO/IEC
 * 23008-12, ISO 32000 7.5.2.
 *
 * @param bytes the file's first `maxHeaderBytes` bytes, or all of it
 */
export function readHeader(bytes: Uint8Array): FileHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const words = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))
  if (words(0, 8) === '\u0089PNG\r\n\u001A\n') return { kind: 'png', size: pngSize(view) }
  if (words(0, 3) === '\u00FF\u00D8\u00FF') return { kind: 'jpeg', size: jpegSize(view) }
  if (words(0, 4) === 'RIFF' && words(8, 12) === 'WEBP') return { kind: 'webp', size: webpSize(view, words(12, 16)) }
  if (words(4, 8) === 'ftyp' && /^(?:hei|hev|mif|msf|avi)/.test(words(8, 12)))
    return { kind: 'heif', size: heifSize(view) }
  // PDF readers accept the signature anywhere in the first kilobyte.
  if (words(0, 1024).includes('%PDF-')) return { kind: 'pdf', size: null }
  return { kind: 'other', size: null }
}

function pngSize(view: DataView): FileHeader['size'] {
  return view.byteLength < 24 ? null : { width: view.getUint32(16), height: view.getUint32(20) }
}

/** Walks the segments to the start of the frame (SOF0 to SOF15, except for three markers with another meaning). */
function jpegSize(view: DataView): FileHeader['size'] {
  let at = 2
  while (at + 9 <= view.byteLength) {
    if (view.getUint8(at) !== 0xff) return null
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at += 1
    } else if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    } else {
      at += 2 + view.getUint16(at + 2)
    }
  }
  return null
}

function webpSize(view: DataView, chunk: string): FileHeader['size'] {
  if (view.byteLength < 30) return null
  const three = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
  if (chunk === 'VP8X') return { width: three(24) + 1, height: three(27) + 1 }
  if (chunk === 'VP8 ') return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
  const bits = view.getUint32(21, true)
  return chunk === 'VP8L' ? { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 } : null
}

/** The largest of the sizes (`ispe`) of the items: the picture itself, not its preview or one of its tiles. */
function heifSize(view: DataView): FileHeader['size'] {
  const name = 0x69_73_70_65
  let size: FileHeader['size'] = null
  for (let at = 8; at + 16 <= Math.min(view.byteLength, 65_536); at++) {
    if (view.getUint32(at) !== name) continue
    const [width, height] = [view.getUint32(at + 8), view.getUint32(at + 12)]
    if (!size || width * height > size.width * size.height) size = { width, height }
  }
  return size
}
