import sharp from 'sharp'
import type { ImagesTable } from '#server/store/tables.ts'
import { mostPixels } from './sourceImage.ts'
import type { Variant } from './variants.ts'

/** Pixels an inch at which a drawing is as wide as its view box. */
const drawingDensity = 72

/**
 * Makes a variant of a picture: upright, in its width, as WebP or as JPEG on white. More effort would make WebP some percent smaller in four
 * times the time.
 */
export function renderVariant(
  { bytes, media_type: mediaType, width }: Pick<ImagesTable, 'bytes' | 'media_type' | 'width'>,
  variant: Pick<Variant, 'width' | 'format'>,
): Promise<Buffer> {
  const density = mediaType === 'image/svg+xml' ? { density: (drawingDensity * variant.width) / width } : {}
  const picture = sharp(bytes, { limitInputPixels: mostPixels, ...density })
    .autoOrient()
    .resize({ width: variant.width })
  return variant.format === 'webp'
    ? picture.webp({ quality: 82, effort: 2 }).toBuffer()
    : picture.flatten({ background: '#fff' }).jpeg({ quality: 80, progressive: true }).toBuffer()
}
