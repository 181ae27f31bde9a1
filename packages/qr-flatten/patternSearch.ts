import type { Point } from './cornerGeometry.ts'
import type { Shades } from './shades.ts'

/**
 * A square pattern, module by module from its centre: 1 dark, -1 light. Its modules in the picture are the two axes
 * long, in pixels.
 */
interface Pattern {
  /** Modules from the centre to each side. */
  reach: number
  modules: Int8Array
}

/** The sides of a module in the picture, in pixels: one to the right in the code, and one down. */
export interface Axes {
  right: Point
  down: Point
}

/**
 * A pattern of nested squares.
 *
 * @param reach modules from its centre to each side
 * @param isDark by `ring`, a module's distance from the centre: the larger of columns and rows
 */
export function nestedSquares(reach: number, isDark: (ring: number) => boolean): Pattern {
  const side = 2 * reach + 1
  const ringOf = (at: number) => Math.max(Math.abs((at % side) - reach), Math.abs(Math.floor(at / side) - reach))
  return { reach, modules: Int8Array.from({ length: side * side }, (_, at) => (isDark(ringOf(at)) ? 1 : -1)) }
}

/**
 * How much a place looks like a pattern: the correlation of its shades with the pattern's, from -1 (its negative) to 1.
 * It does not depend on brightness and contrast.
 *
 * @param centre of the pattern in the picture, in pixels
 */
export function likeness({ reach, modules }: Pattern, shades: Shades, centre: Point, { right, down }: Axes): number {
  let dark = 0
  let light = 0
  let squares = 0
  let darkCount = 0
  let at = 0
  for (let row = -reach; row <= reach; row++) {
    for (let column = -reach; column <= reach; column++, at++) {
      const x = centre.x + column * right.x + row * down.x
      const y = centre.y + column * right.y + row * down.y
      const shade = shades(x, y)
      squares += shade * shade
      if (modules[at] === 1) {
        dark += shade
        darkCount++
      } else light += shade
    }
  }
  const count = modules.length
  const lightCount = count - darkCount
  const mean = (dark + light) / count
  const variance = squares / count - mean * mean
  if (variance < 1) return 0
  return ((light / lightCount - dark / darkCount) * Math.sqrt(lightCount * darkCount)) / (count * Math.sqrt(variance))
}

/** A place that looks like a pattern. */
interface PatternMatch {
  /** In pixels. */
  centre: Point
  likeness: number
}

/**
 * Where a pattern most likely lies: tried at every half of a module, then in quarters around the best.
 *
 * @param expected its centre if nothing were bent, in pixels
 * @param within how far it may be from there, to each side, in modules
 */
export function findPattern(
  pattern: Pattern,
  shades: Shades,
  expected: Point,
  axes: Axes,
  within: number,
): PatternMatch {
  const coarse = bestAround(pattern, shades, expected, axes, within, 0.5)
  return bestAround(pattern, shades, coarse.centre, axes, 0.25, 0.25)
}

function bestAround(
  pattern: Pattern,
  shades: Shades,
  around: Point,
  axes: Axes,
  within: number,
  step: number,
): PatternMatch {
  let best = { centre: around, likeness: likeness(pattern, shades, around, axes) }
  for (let down = -within; down <= within; down += step) {
    for (let across = -within; across <= within; across += step) {
      const centre = shifted(around, axes, across, down)
      const found = likeness(pattern, shades, centre, axes)
      if (found > best.likeness) best = { centre, likeness: found }
    }
  }
  return best
}

/** A point moved along the axes, by modules. */
export function shifted({ x, y }: Point, { right, down }: Axes, columns: number, rows: number): Point {
  return { x: x + columns * right.x + rows * down.x, y: y + columns * right.y + rows * down.y }
}
