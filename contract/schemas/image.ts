import * as v from 'valibot'
import { defaultLanguage, inEachLanguage } from '#contract/language.ts'
import { lenient } from './lenient.ts'

/**
 * A picture of the contents. `path` lacks size and format: the server has each of `widths` (pixels, ascending) as
 * `<path>-<width>.webp` and `.jpg`. `width` and `height` are the original's, for the aspect ratio.
 */
export const Image = v.object({
  path: v.pipe(v.string(), v.regex(/^\/images\/[\w-]+$/)),
  width: v.pipe(v.number(), v.minValue(1)),
  height: v.pipe(v.number(), v.minValue(1)),
  widths: v.pipe(v.array(v.number()), v.minLength(1)),
})
export type Image = v.InferOutput<typeof Image>

export const imageFormats = ['webp', 'jpg'] as const
export type ImageFormat = (typeof imageFormats)[number]

/** The URL path of a picture at one of its widths. */
export function imageUrl({ path }: Pick<Image, 'path'>, width: number, format: ImageFormat): string {
  return `${path}-${width}.${format}`
}

/** A picture for each language; the English one is the fallback. */
export const LocalizedImage = v.object({ ...inEachLanguage(() => lenient(Image)), [defaultLanguage]: Image })
export type LocalizedImage = v.InferOutput<typeof LocalizedImage>
