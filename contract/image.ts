import * as v from 'valibot'
import { lenient } from './lenient.ts'

/**
 * A picture of the contents. `path` is its address without size and format: the server has it at each of `widths` (in pixels, ascending)
 * as `<path>-<width>.webp` and `.jpg`. `width` and `height` are those of the original, for its proportions.
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

/** The address of a picture at one of its widths. */
export function imageUrl({ path }: Pick<Image, 'path'>, width: number, format: ImageFormat): string {
  return `${path}-${width}.${format}`
}

/** A picture per language; where a language has none, the English one stands for it. */
export const LocalizedImage = v.object({ en: Image, tc: lenient(Image), sc: lenient(Image) })
export type LocalizedImage = v.InferOutput<typeof LocalizedImage>
