import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { ImagesTable } from '#server/store/tables.ts'
import { addressOf } from './variants.ts'

sharp.concurrency(1)
sharp.cache(false)

export type Picture = ImagesTable
type MediaType = Picture['media_type']

/** What a picture's file may be, by the ending of its name. */
export const mediaTypes: Readonly<Record<string, MediaType>> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
}
/** What sharp calls them. */
const formats: Readonly<Record<string, MediaType>> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
}

const mostBytes = 20_000_000
/** An original of 8,000 by 6,000 is more than any screen shows. */
export const mostPixels = 48_000_000

/** What a drawing must not have: anything that runs, or that is fetched from elsewhere. */
const forbidden: [RegExp, string][] = [
  [/<!(?:doctype|entity)/i, 'has a document type or entities'],
  [/<\?xml-stylesheet/i, 'has a stylesheet from elsewhere'],
  [/<(?:\w+:)?script\b/i, 'has a script'],
  [/<(?:\w+:)?foreignObject\b/i, 'has foreign content'],
  [/\son[a-z]+\s*=/i, 'has an event handler'],
  [/\bhref\s*=\s*(?:"\s*[^#"\s]|'\s*[^#'\s])/i, 'refers to something outside of itself'],
  [/url\(\s*["']?\s*[^#"'\s)]/i, 'refers to something outside of itself'],
  [/@import\b/i, 'has a stylesheet from elsewhere'],
]

function drawingFlaw(bytes: Buffer): string | null {
  const text = bytes.toString('utf8')
  return forbidden.find(([pattern]) => pattern.test(text))?.[1] ?? null
}

/** A picture that has been looked at, or the end of a sentence that says why it is none. */
export type PictureReading = { kind: 'picture'; picture: Picture } | { kind: 'refused'; reason: string }

const refused = (reason: string): PictureReading => ({ kind: 'refused', reason })

/**
 * Looks at a picture's file: is it what its ending says, does it have a size, and is a drawing one that neither runs nor fetches
 * anything.
 *
 * @param name what contents call it
 * @param mediaType what its ending says
 */
export async function readPicture(name: string, mediaType: MediaType, bytes: Buffer): Promise<PictureReading> {
  if (bytes.length > mostBytes) return refused('is larger than 20 MB')
  const flaw = mediaType === 'image/svg+xml' ? drawingFlaw(bytes) : null
  if (flaw !== null) return refused(flaw)
  try {
    const { format, autoOrient } = await sharp(bytes, { limitInputPixels: mostPixels }).metadata()
    if (formats[format] !== mediaType) return refused('is not what its ending says')
    const { width, height } = autoOrient
    if (width * height > mostPixels) return refused('has more than 48 million pixels')
    const hash = createHash('sha256').update(bytes).digest('hex')
    return {
      kind: 'picture',
      picture: { name, address: addressOf(name, hash), media_type: mediaType, bytes, hash, width, height },
    }
  } catch {
    return refused('is no picture that can be read')
  }
}
