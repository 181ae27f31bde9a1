import type { Point } from './cornerGeometry.ts'

/**
 * The modules from one knot of a grid to the next: the first and the last module of a row are knots in every version.
 */
export const knotGap = 4

/** Where the modules of a code lie in a picture: the centre of each, in pixels, row by row. */
export interface ModuleGrid {
  /** Modules along a side. */
  size: number
  x: Float64Array
  y: Float64Array
}

/** The number of knots along a side of `size` modules. */
export function knotsAlong(size: number): number {
  return (size - 1) / knotGap + 1
}

/**
 * Lays a grid over a code. `centreOf` is asked for every knot, by its module's column and row; the others follow from
 * it.
 */
export function layGrid(size: number, centreOf: (column: number, row: number) => Point): ModuleGrid {
  const count = knotsAlong(size)
  const [x, y] = [new Float64Array(count * count), new Float64Array(count * count)]
  for (let at = 0; at < x.length; at++) {
    const centre = centreOf((at % count) * knotGap, Math.floor(at / count) * knotGap)
    x[at] = centre.x
    y[at] = centre.y
  }
  return { size, x: betweenKnots(size, x), y: betweenKnots(size, y) }
}

/** Values of the knots, row by row, as values of all modules, by linear interpolation. */
export function betweenKnots(size: number, knots: Float64Array): Float64Array {
  const count = knotsAlong(size)
  const modules = new Float64Array(size * size)
  for (let row = 0; row < size; row++) {
    const above = Math.min(count - 2, Math.floor(row / knotGap))
    const down = row / knotGap - above
    for (let column = 0; column < size; column++) {
      const left = Math.min(count - 2, Math.floor(column / knotGap))
      const across = column / knotGap - left
      const at = above * count + left
      const top = (knots[at] ?? 0) * (1 - across) + (knots[at + 1] ?? 0) * across
      const bottom = (knots[at + count] ?? 0) * (1 - across) + (knots[at + count + 1] ?? 0) * across
      modules[row * size + column] = top * (1 - down) + bottom * down
    }
  }
  return modules
}
