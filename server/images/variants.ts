import type { Image, ImageFormat } from '#contract/image.ts'
import type { StoredImage } from '#server/store/contents.ts'

/** The widths, in pixels, in which pictures are sent. */
const widths = [480, 960, 1600]

/** The widths that a picture is there in: none beyond its own, except for drawings, which are sharp at any. */
export function widthsOf({ media_type: mediaType, width }: Pick<StoredImage, 'media_type' | 'width'>): number[] {
  if (mediaType === 'image/svg+xml') return widths
  const smaller = widths.filter((one) => one < width)
  return smaller.length < widths.length ? [...smaller, width] : smaller
}

/** A picture as the API tells of it. */
export function toImage(stored: StoredImage): Image {
  const { address, width, height } = stored
  return { path: `/images/${address}`, width, height, widths: widthsOf(stored) }
}

/** What stands for a picture in addresses: its name as one word, and the beginning of its hash. */
export function addressOf(name: string, hash: string): string {
  return `${name.replaceAll('/', '-')}-${hash.slice(0, 8)}`
}

/** A variant of a picture: its address, width in pixels and format. */
export interface Variant {
  address: string
  width: number
  format: ImageFormat
}

/** Reads a variant's file name, `<address>-<width>.<format>`; null where it is none. */
export function readVariant(file: string): Variant | null {
  const [, address, width, format] = /^([\w-]{1,160})-([1-9]\d{0,4})\.(webp|jpg)$/.exec(file) ?? []
  if (address === undefined || (format !== 'webp' && format !== 'jpg')) return null
  return { address, width: Number(width), format }
}

export function fileOf({ address, width, format }: Variant): string {
  return `${address}-${width}.${format}`
}
