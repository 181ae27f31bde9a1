import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { ImagesTable } from '#server/store/tables.ts'
import { imageAddress } from './variants.ts'

sharp.concurrency(1)
sharp.cache(false)

/** An image of the contents as its editor supplied it. */
export type SourceImage = ImagesTable
type MediaType = SourceImage['media_type']

/** The accepted media types by file extension. */
export const mediaTypes: Readonly<Record<string, MediaType>> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
}
/** The accepted media types by sharp's names of formats. */
const formats: Readonly<Record<string, MediaType>> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
}

const maxBytes = 20_000_000
/** 8,000 by 6,000 is more than any screen shows. */
export const maxPixels = 48_000_000

/** SVG constructs that run code or fetch anything. */
const forbiddenInSvg: [RegExp, string][] = [
  [/<!(?:doctype|entity)/i, 'has a document type or entities'],
  [/<\?xml-stylesheet/i, 'has a stylesheet from elsewhere'],
  [/<(?:\w+:)?script\b/i, 'has a script'],
  [/<(?:\w+:)?foreignObject\b/i, 'has foreign content'],
  [/\son[a-z]+\s*=/i, 'has an event handler'],
  [/\bhref\s*=\s*(?:"\s*[^#"\s]|'\s*[^#'\s])/i, 'refers to something outside of itself'],
  // Without a choice of what a space belongs to: a long row of them takes no longer than its length.
  [/url\((?!\s*(?:["']\s*)?[#)])/i, 'refers to something outside of itself'],
  [/@import\b/i, 'has a stylesheet from elsewhere'],
]

function svgFlaw(bytes: Buffer): string | null {
  const text = bytes.toString('utf8')
  return forbiddenInSvg.find(([pattern]) => pattern.test(text))?.[1] ?? null
}

/** An accepted image, or a reason that completes "<file> …" in a sentence. */
type ImageReadResult = { kind: 'accepted'; image: SourceImage } | { kind: 'rejected'; reason: string }

const rejected = (reason: string): ImageReadResult => ({ kind: 'rejected', reason })

/**
 * Validates an image file: its format matches its extension, it has dimensions within the limits, and an SVG neither
 * runs nor fetches anything.
 *
 * @param name the name by which contents refer to it
 * @param mediaType the type that its extension stands for
 */
export async function readSourceImage(name: string, mediaType: MediaType, bytes: Buffer): Promise<ImageReadResult> {
  if (bytes.length > maxBytes) return rejected('is larger than 20 MB')
  const flaw = mediaType === 'image/svg+xml' ? svgFlaw(bytes) : null
  if (flaw !== null) return rejected(flaw)
  try {
    const { format, autoOrient } = await sharp(bytes, { limitInputPixels: maxPixels }).metadata()
    if (formats[format] !== mediaType) return rejected('is not what its ending says')
    const { width, height } = autoOrient
    if (width * height > maxPixels) return rejected('has more than 48 million pixels')
    const hash = createHash('sha256').update(bytes).digest('hex')
    return {
      kind: 'accepted',
      image: { name, address: imageAddress(name, hash), media_type: mediaType, bytes, hash, width, height },
    }
  } catch {
    return rejected('is no picture that can be read')
  }
}
