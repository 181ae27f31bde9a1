import { inflateSync } from 'node:zlib'

/** A picture in shades of grey: one byte per pixel, row by row from the top left. */
export interface GreyPicture {
  width: number
  height: number
  pixels: Uint8Array
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Samples per pixel by PNG's colour type: grey, RGB, palette, grey with alpha, RGB with alpha. */
const channelsOf: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

interface Header {
  width: number
  height: number
  depth: number
  colourType: number
  channels: number
}

/**
 * Reads a PNG as shades of grey, transparent parts as white paper. Source: W3C PNG, third edition.
 *
 * @throws Error if it is not a PNG, is interlaced or has 16 bits per sample
 */
export function readPng(file: Uint8Array): GreyPicture {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  if (!bytes.subarray(0, 8).equals(signature)) throw new Error('This is not a PNG.')
  let header: Header | undefined
  let palette: Buffer = Buffer.alloc(0)
  const parts: Buffer[] = []
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = bytes.readUInt32BE(at)
    const name = bytes.toString('latin1', at + 4, at + 8)
    const data = bytes.subarray(at + 8, at + 8 + length)
    if (name === 'IHDR') header = readHeader(data)
    else if (name === 'PLTE') palette = data
    else if (name === 'IDAT') parts.push(data)
    at += length + 12
  }
  if (!header) throw new Error('This PNG has no header.')
  return greyOf(header, unfilter(header, inflateSync(Buffer.concat(parts))), palette)
}

function readHeader(data: Buffer): Header {
  const depth = data.readUInt8(8)
  const colourType = data.readUInt8(9)
  const channels = channelsOf[colourType]
  if (channels === undefined || depth > 8 || data.readUInt8(12) !== 0) {
    throw new Error('Only PNGs of 8 bits a sample or fewer, not interlaced, are read here.')
  }
  return { width: data.readUInt32BE(0), height: data.readUInt32BE(4), depth, colourType, channels }
}

/** Undoes the filter of each row; the result has no filter bytes. */
function unfilter({ width, height, depth, channels }: Header, packed: Buffer): Uint8Array {
  const stride = Math.ceil((width * depth * channels) / 8)
  const back = Math.max(1, (depth * channels) >> 3)
  const rows = new Uint8Array(stride * height)
  const at = (row: number, column: number) => (row < 0 || column < 0 ? 0 : (rows[row * stride + column] ?? 0))
  for (let row = 0; row < height; row++) {
    const filter = packed[row * (stride + 1)] ?? 0
    for (let column = 0; column < stride; column++) {
      const left = at(row, column - back)
      const up = at(row - 1, column)
      const upLeft = column < back ? 0 : at(row - 1, column - back)
      const raw = packed[row * (stride + 1) + 1 + column] ?? 0
      rows[row * stride + column] = raw + predicted(filter, left, up, upLeft)
    }
  }
  return rows
}

function predicted(filter: number, left: number, up: number, upLeft: number): number {
  if (filter === 1) return left
  if (filter === 2) return up
  if (filter === 3) return (left + up) >> 1
  if (filter === 4) return paeth(left, up, upLeft)
  return 0
}

function paeth(left: number, up: number, upLeft: number): number {
  const guess = left + up - upLeft
  const [toLeft, toUp, toUpLeft] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - upLeft)]
  if (toLeft <= toUp && toLeft <= toUpLeft) return left
  return toUp <= toUpLeft ? up : upLeft
}

function greyOf(header: Header, rows: Uint8Array, palette: Buffer): GreyPicture {
  const { width, height, depth, colourType, channels } = header
  const stride = Math.ceil((width * depth * channels) / 8)
  const highest = 2 ** depth - 1
  const sample = (y: number, index: number) => {
    if (depth === 8) return rows[y * stride + index] ?? 0
    const bit = index * depth
    return ((rows[y * stride + (bit >> 3)] ?? 0) >> (8 - depth - (bit & 7))) & highest
  }
  const pixels = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const read = (channel: number) => sample(y, x * channels + channel)
      pixels[y * width + x] = greyOfPixel(colourType, highest, read, palette)
    }
  }
  return { width, height, pixels }
}

function greyOfPixel(colourType: number, highest: number, read: (channel: number) => number, palette: Buffer): number {
  if (colourType === 3) {
    const at = read(0) * 3
    return luminance(palette[at] ?? 0, palette[at + 1] ?? 0, palette[at + 2] ?? 0)
  }
  const coloured = colourType === 2 || colourType === 6
  const grey = coloured ? luminance(read(0), read(1), read(2)) : (read(0) * 255) / highest
  if (colourType === 4 || colourType === 6) {
    const alpha = read(coloured ? 3 : 1) / 255
    return grey * alpha + 255 * (1 - alpha)
  }
  return grey
}

function luminance(red: number, green: number, blue: number): number {
  return 0.299 * red + 0.587 * green + 0.114 * blue
}
