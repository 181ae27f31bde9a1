import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** The seven passes of an interlaced PNG: where each begins, and its steps. Source: PNG specification, 8.2. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

/** How many bytes the rows of a picture of one bit for each pixel have, with the byte of each row's filter. */
const bytesOfRows = (width: number, height: number) => (width === 0 ? 0 : height * (1 + Math.ceil(width / 8)))

/** A white PNG of one bit for each pixel: a few kilobytes, however large it is. */
export function pngOf(width: number, height: number, { interlaced }: { interlaced: boolean }): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.writeUInt8(1, 8)
  head.writeUInt8(interlaced ? 1 : 0, 12)
  const size = interlaced
    ? passes.reduce(
        (sum, [x, y, byX, byY]) => sum + bytesOfRows(Math.ceil((width - x) / byX), Math.ceil((height - y) / byY)),
        0,
      )
    : bytesOfRows(width, height)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const data = deflateSync(Buffer.alloc(size), { level: 9 })
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}

/** A small picture whose head says that it is huge. */
async function swollen(kind: 'jpeg' | 'progressive' | 'webp' | 'gif'): Promise<Buffer> {
  const small = sharp({ create: { width: 64, height: 64, channels: 3, background: 'white' } })
  if (kind === 'gif') {
    const gif = await small.gif().toBuffer()
    gif.writeUInt16LE(65_000, 6)
    gif.writeUInt16LE(65_000, 8)
    return gif
  }
  if (kind === 'webp') {
    const webp = await small.webp({ lossless: true }).toBuffer()
    // 14 bits of width and height, less one, behind the signature of VP8L.
    webp.writeUInt32LE(((webp.readUInt32LE(21) & 0xf0000000) | 0x0fffbffe) >>> 0, 21)
    return webp
  }
  const jpeg = await small.jpeg({ progressive: kind === 'progressive' }).toBuffer()
  const frame = jpeg.indexOf(Buffer.from([0xff, kind === 'progressive' ? 0xc2 : 0xc0]))
  jpeg.writeUInt16BE(65_000, frame + 5)
  jpeg.writeUInt16BE(65_000, frame + 7)
  return jpeg
}

const svg = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "${'lol'.repeat(1000)}">${[
  'b',
  'c',
  'd',
  'e',
  'f',
  'g',
  'h',
  'i',
  'j',
]
  .map((name, index) => `<!ENTITY ${name} "${`&${String.fromCodePoint(97 + index)};`.repeat(10)}">`)
  .join('')}]><svg xmlns="http://www.w3.org/2000/svg" width="60000" height="60000"><text>&j;</text></svg>`

/** Files that a decoder could need minutes or gigabytes for. None of them is a card. */
export async function bombs(): Promise<Record<string, Buffer>> {
  const avif = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'white' } })
    .avif({ effort: 0 })
    .toBuffer()
  return {
    'an interlaced PNG of 120 megapixels': pngOf(12_000, 10_000, { interlaced: true }),
    'an interlaced PNG of 11 megapixels': pngOf(4000, 2800, { interlaced: true }),
    'a PNG of a gigapixel': pngOf(40_000, 25_000, { interlaced: false }),
    'a JPEG': await swollen('jpeg'),
    'a progressive JPEG': await swollen('progressive'),
    'a WebP': await swollen('webp'),
    'a GIF': await swollen('gif'),
    'an AVIF': avif,
    'a HEIC': Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(4000)]),
    'an SVG of entities': Buffer.from(svg),
    'a zip of PDFs': Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.from('%PDF-1.7'.repeat(1000))]),
  }
}
