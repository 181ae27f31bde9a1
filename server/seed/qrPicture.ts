import { crc32, deflateSync } from 'node:zlib'
import { create } from 'qrcode'

/** The side of a module in pixels: with one bit a pixel, a module is a byte of its row. */
const scale = 8
/** The quiet zone in modules. The standard's 4 are too few where pictures are shown on dark screens, and cropped. */
const margin = 6

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/**
 * A QR code as a PNG of one bit a pixel: a tenth of the processor time of a picture in colours, which a first start has
 * to draw for every demo ticket. Source: W3C PNG, third edition.
 */
export function drawQrPicture(text: string): Buffer {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const side = modules.size + 2 * margin
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side * scale, 0)
  header.writeUInt32BE(side * scale, 4)
  // Greyscale, which is colour type 0, of one bit.
  header.writeUInt8(1, 8)
  const rows = Array.from({ length: side }, (_, y) => {
    const row = Buffer.alloc(1 + side, 0xff)
    // Its filter.
    row.writeUInt8(0, 0)
    for (let x = margin; x < side - margin; x += 1)
      if (y >= margin && y < side - margin && modules.get(y - margin, x - margin)) row.writeUInt8(0, 1 + x)
    return Buffer.concat(Array.from({ length: scale }, () => row))
  })
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
