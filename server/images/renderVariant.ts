import sharp from 'sharp'
import type { ImagesTable } from '#server/store/tables.ts'
import { maxPixels } from './sourceImage.ts'
import type { Variant } from './variants.ts'

/** Goes up with every change of how variants are rendered: those of another version are rendered again. */
export const renderingVersion = 2

/** Pixels per inch at which an SVG is as wide as its view box. */
const svgDensity = 72

/**
 * Renders a variant of an image: upright, resized, as WebP or as JPEG on white, of qualities that look alike. A higher
 * WebP effort would save a few percent in four times the time.
 */
export function renderVariant(
  { bytes, media_type: mediaType, width }: Pick<ImagesTable, 'bytes' | 'media_type' | 'width'>,
  variant: Pick<Variant, 'width' | 'format'>,
): Promise<Buffer> {
  const density = mediaType === 'image/svg+xml' ? { density: (svgDensity * variant.width) / width } : {}
  const image = sharp(bytes, { limitInputPixels: maxPixels, ...density })
    .autoOrient()
    .resize({ width: variant.width })
  return variant.format === 'webp'
    ? image.webp({ quality: 76, effort: 2 }).toBuffer()
    : image.flatten({ background: '#fff' }).jpeg({ quality: 80, progressive: true }).toBuffer()
}
