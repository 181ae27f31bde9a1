/** A grayscale picture, one byte a pixel, row by row from the top left. */
export interface Grayscale {
  width: number
  height: number
  pixels: Uint8Array<ArrayBuffer>
}

/** The required part of `ImageData`: tests run in Node, which has no DOM. */
interface RgbaPixels {
  width: number
  height: number
  /** Four bytes a pixel: red, green, blue, alpha. */
  data: Uint8ClampedArray<ArrayBuffer>
}

/** A part of a picture, in whole pixels. */
export interface Area {
  x: number
  y: number
  width: number
  height: number
}

/** The luminance of a coloured picture (ITU-R BT.601, in 256ths). */
export function toGrayscale({ width, height, data }: RgbaPixels): Grayscale {
  const pixels = new Uint8Array(width * height)
  for (let at = 0, from = 0; at < pixels.length; at++, from += 4) {
    pixels[at] = ((data[from] ?? 0) * 77 + (data[from + 1] ?? 0) * 150 + (data[from + 2] ?? 0) * 29) >> 8
  }
  return { width, height, pixels }
}

/** The same picture with four bytes a pixel, as the decoder takes it. */
export function toRgba({ width, height, pixels }: Grayscale): RgbaPixels {
  const data = new Uint8ClampedArray(width * height * 4)
  const words = new Uint32Array(data.buffer)
  // Little-endian wherever browsers run: alpha is the highest byte.
  for (let at = 0; at < pixels.length; at++) words[at] = (pixels[at] ?? 0) * 0x01_01_01 + 0xff_00_00_00
  return { width, height, data }
}

/** A part of a picture; the area lies within it. */
export function cropped({ width, pixels }: Grayscale, area: Area): Grayscale {
  const result = new Uint8Array(area.width * area.height)
  for (let row = 0; row < area.height; row++) {
    const from = (area.y + row) * width + area.x
    result.set(pixels.subarray(from, from + area.width), row * area.width)
  }
  return { width: area.width, height: area.height, pixels: result }
}

/** Dark for light. */
export function inverted({ width, height, pixels }: Grayscale): Grayscale {
  return { width, height, pixels: pixels.map((shade) => 255 - shade) }
}

/** Enlarges by linear interpolation. */
export function enlarged(source: Grayscale, factor: number): Grayscale {
  const width = Math.max(1, Math.round(source.width * factor))
  const height = Math.max(1, Math.round(source.height * factor))
  const columns = samplesAlong(source.width, width)
  const rows = samplesAlong(source.height, height)
  const pixels = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    const above = (rows.before[y] ?? 0) * source.width
    const below = (rows.after[y] ?? 0) * source.width
    const down = rows.share[y] ?? 0
    for (let x = 0; x < width; x++) {
      const left = columns.before[x] ?? 0
      const right = columns.after[x] ?? 0
      const across = columns.share[x] ?? 0
      const top = (source.pixels[above + left] ?? 0) * (256 - across) + (source.pixels[above + right] ?? 0) * across
      const bottom = (source.pixels[below + left] ?? 0) * (256 - across) + (source.pixels[below + right] ?? 0) * across
      pixels[y * width + x] = (top * (256 - down) + bottom * down) >> 16
    }
  }
  return { width, height, pixels }
}

/** For each target position the two samples around it and the later one's share, in 256ths. */
function samplesAlong(from: number, to: number): { before: Uint16Array; after: Uint16Array; share: Uint16Array } {
  const before = new Uint16Array(to)
  const after = new Uint16Array(to)
  const share = new Uint16Array(to)
  for (let at = 0; at < to; at++) {
    const position = Math.max(0, Math.min(from - 1, ((at + 0.5) * from) / to - 0.5))
    before[at] = Math.floor(position)
    after[at] = Math.min(from - 1, Math.floor(position) + 1)
    share[at] = Math.round((position - Math.floor(position)) * 256)
  }
  return { before, after, share }
}

/** Smooths with the weights 1-2-1 along rows and columns (a Gaussian of 0.7 pixels), which removes a sensor's grain. */
export function smoothed({ width, height, pixels }: Grayscale): Grayscale {
  const across = new Uint8Array(pixels.length)
  for (let row = 0; row < pixels.length; row += width) {
    const last = row + width - 1
    for (let at = row; at <= last; at++) {
      const left = pixels[at === row ? at : at - 1] ?? 0
      const right = pixels[at === last ? at : at + 1] ?? 0
      across[at] = (left + 2 * (pixels[at] ?? 0) + right + 2) >> 2
    }
  }
  const result = new Uint8Array(pixels.length)
  for (let y = 0; y < height; y++) {
    const row = y * width
    const above = y === 0 ? row : row - width
    const below = y === height - 1 ? row : row + width
    for (let x = 0; x < width; x++) {
      result[row + x] = ((across[above + x] ?? 0) + 2 * (across[row + x] ?? 0) + (across[below + x] ?? 0) + 2) >> 2
    }
  }
  return { width, height, pixels: result }
}

/** The radius of the neighbourhood in pixels, and how much the difference from it is amplified. */
const reach = 4
const gain = 2

/** Unsharp masking: amplifies differences from the surroundings, which restores blurred or pale codes. */
export function sharpened({ width, height, pixels }: Grayscale): Grayscale {
  const result = new Uint8ClampedArray(pixels.length)
  /** For each column, the sum of its pixels in the rows within reach. */
  const columns = new Int32Array(width)
  const addRow = (row: number, sign: 1 | -1) => {
    for (let x = 0, at = row * width; x < width; x++, at++) columns[x] = (columns[x] ?? 0) + sign * (pixels[at] ?? 0)
  }
  for (let row = 0; row < Math.min(reach, height); row++) addRow(row, 1)
  for (let y = 0; y < height; y++) {
    if (y + reach < height) addRow(y + reach, 1)
    if (y > reach) addRow(y - reach - 1, -1)
    const rows = Math.min(height - 1, y + reach) - Math.max(0, y - reach) + 1
    sharpenRow(pixels.subarray(y * width), columns, rows, result.subarray(y * width))
  }
  return { width, height, pixels: new Uint8Array(result.buffer) }
}

function sharpenRow(pixels: Uint8Array, columns: Int32Array, rows: number, result: Uint8ClampedArray): void {
  const width = columns.length
  let sum = 0
  for (let x = 0; x < Math.min(reach, width); x++) sum += columns[x] ?? 0
  for (let x = 0; x < width; x++) {
    if (x + reach < width) sum += columns[x + reach] ?? 0
    if (x > reach) sum -= columns[x - reach - 1] ?? 0
    const across = Math.min(width - 1, x + reach) - Math.max(0, x - reach) + 1
    const pixel = pixels[x] ?? 0
    result[x] = pixel + gain * (pixel - sum / (rows * across))
  }
}

/** The mean shade, 0 (black) to 255 (white), of a sample of the pixels. */
export function brightness({ pixels }: Grayscale): number {
  const step = 17
  let sum = 0
  for (let at = 0; at < pixels.length; at += step) sum += pixels[at] ?? 0
  return pixels.length === 0 ? 0 : sum / Math.ceil(pixels.length / step)
}
