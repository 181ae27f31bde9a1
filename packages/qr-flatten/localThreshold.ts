import { betweenKnots, knotGap, knotsAlong, type ModuleGrid } from './moduleGrid.ts'
import type { Shades } from './shades.ts'

/** What tells dark from light at each module, row by row: shade and shadow change across a bent ticket. */
export interface LocalThreshold {
  /** The shade halfway between dark and light. */
  threshold: Float64Array
  /** How far dark and light are from it, at least `faintest`. */
  contrast: Float64Array
}

/** The modules around a knot, to each side, that its threshold is found from. */
const reach = 5
/** The least contrast, so that noise on plain paper does not count as dark and light. */
const faintest = 4

/** The threshold at every module, from the shades of the modules around it. */
export function localThreshold({ size, x, y }: ModuleGrid, shades: Shades): LocalThreshold {
  const seen = Float64Array.from(x, (across, at) => shades(across, y[at] ?? 0))
  const count = knotsAlong(size)
  const threshold = new Float64Array(count * count)
  const contrast = new Float64Array(count * count)
  for (let at = 0; at < threshold.length; at++) {
    const { dark, light } = meanShades(seen, size, (at % count) * knotGap, Math.floor(at / count) * knotGap)
    threshold[at] = (dark + light) / 2
    contrast[at] = Math.max(faintest, (light - dark) / 2)
  }
  return { threshold: betweenKnots(size, threshold), contrast: betweenKnots(size, contrast) }
}

/** The mean of the shades around a module that are darker than their mean, and of the others. */
function meanShades(seen: Float64Array, size: number, column: number, row: number): { dark: number; light: number } {
  const all = sumAround(seen, size, column, row, Infinity)
  const mean = all.sum / all.count
  const dark = sumAround(seen, size, column, row, mean)
  if (dark.count === 0) return { dark: mean, light: mean }
  return { dark: dark.sum / dark.count, light: (all.sum - dark.sum) / (all.count - dark.count) }
}

/** The sum of the shades around a module that are darker than `limit`, and their number. */
function sumAround(seen: Float64Array, size: number, column: number, row: number, limit: number) {
  let sum = 0
  let count = 0
  for (let y = Math.max(0, row - reach); y <= Math.min(size - 1, row + reach); y++) {
    for (let x = Math.max(0, column - reach); x <= Math.min(size - 1, column + reach); x++) {
      const shade = seen[y * size + x] ?? 0
      if (shade >= limit) continue
      sum += shade
      count++
    }
  }
  return { sum, count }
}
