import type { Image, ImageFormat } from '#contract/schemas/image.ts'
import type { StoredImage } from '#server/store/contents.ts'

/**
 * The widths in which images are sent, in pixels: 720 and 1080 are a phone’s width, at two and three pixels to each of
 * its own.
 */
const widths = [480, 720, 1080, 1600]

/** The widths in which an image is available: never beyond its own, except for SVGs. */
export function widthsOf({ media_type: mediaType, width }: Pick<StoredImage, 'media_type' | 'width'>): number[] {
  if (mediaType === 'image/svg+xml') return widths
  const smaller = widths.filter((one) => one < width)
  return smaller.length < widths.length ? [...smaller, width] : smaller
}

/** Whether an image is sent in a width. */
export function isAvailable(image: Pick<StoredImage, 'media_type' | 'width'>, width: number): boolean {
  return widthsOf(image).includes(width)
}

/** An image in the form of the API's answers. */
export function toImage(stored: StoredImage): Image {
  const { address, width, height } = stored
  return { path: `/images/${address}`, width, height, widths: widthsOf(stored) }
}

/** An image's part of addresses: its name with hyphens for slashes, and the beginning of its hash. */
export function imageAddress(name: string, hash: string): string {
  return `${name.replaceAll('/', '-')}-${hash.slice(0, 8)}`
}

/** A variant of an image: its address, width in pixels and format. */
export interface Variant {
  address: string
  width: number
  format: ImageFormat
}

/** Parses a variant's file name, `<address>-<width>.<format>`; null when it is not one. */
export function parseVariant(file: string): Variant | null {
  const [, address, width, format] = /^([\w-]{1,160})-([1-9]\d{0,4})\.(webp|jpg)$/.exec(file) ?? []
  if (address === undefined || (format !== 'webp' && format !== 'jpg')) return null
  return { address, width: Number(width), format }
}

/** The file name of a variant, as `parseVariant` reads it. */
export function fileNameOf({ address, width, format }: Variant): string {
  return `${address}-${width}.${format}`
}
