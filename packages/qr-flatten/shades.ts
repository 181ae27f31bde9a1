import type { Grayscale } from './grayscale.ts'

/** The shade at a point of a picture (pixels), 0 to 255. Beyond the picture's edge it is that of the nearest pixel. */
export type Shades = (x: number, y: number) => number

/**
 * Interpolates linearly between the centres of the four pixels around a point. The picture has at least two rows and
 * columns.
 */
export function shadesOf({ width, height, pixels }: Grayscale): Shades {
  return (x, y) => {
    const right = Math.min(width - 1, Math.max(0, x - 0.5))
    const below = Math.min(height - 1, Math.max(0, y - 0.5))
    const column = Math.min(width - 2, Math.floor(right))
    const row = Math.min(height - 2, Math.floor(below))
    const at = row * width + column
    const across = right - column
    const topLeft = pixels[at] ?? 0
    const top = topLeft + ((pixels[at + 1] ?? 0) - topLeft) * across
    const bottomLeft = pixels[at + width] ?? 0
    const bottom = bottomLeft + ((pixels[at + width + 1] ?? 0) - bottomLeft) * across
    return top + (bottom - top) * (below - row)
  }
}
