import { directions } from './directions.ts'
import { knotGap, knotsAlong, type ModuleGrid } from './moduleGrid.ts'
import type { LocalThreshold } from './localThreshold.ts'
import type { Shades } from './shades.ts'

/** How much more a module counts whose shade is known than one that is either dark or light. */
const knownWeight = 2
/** What it costs a knot to move one module further than its neighbours, in modules that are right. */
const stiffness = 6

/** A picture of a code whose grid is being found. */
export interface GridFit {
  grid: ModuleGrid
  shades: Shades
  local: LocalThreshold
  /** See `knownModules`. */
  known: Int8Array
}

/** How far each knot has moved, in pixels. */
interface KnotShifts {
  x: Float64Array
  y: Float64Array
}

/** The shifts before the first move, all 0. `size`: of the code, in modules. */
export function noShifts(size: number): KnotShifts {
  const count = knotsAlong(size) ** 2
  return { x: new Float64Array(count), y: new Float64Array(count) }
}

/**
 * Moves every knot of a grid once, by `step` pixels in one of eight directions or not at all, to where its modules are
 * clearest: as dark or as light as they can be, the known ones as they have to be. Changes the grid and the shifts.
 *
 * @param moduleSide the mean side of a module in the picture, in pixels
 */
export function relax(fit: GridFit, shifts: KnotShifts, step: number, moduleSide: number): void {
  const count = knotsAlong(fit.grid.size)
  for (let knot = 0; knot < count * count; knot++) {
    let best = { x: 0, y: 0, gain: -Infinity }
    for (const [across, down] of moves) {
      const [x, y] = [across * step, down * step]
      const strain = strainOf(shifts, count, knot, x, y) / moduleSide ** 2
      const gain = clearness(fit, count, knot, x, y) - stiffness * strain
      if (gain > best.gain) best = { x, y, gain }
    }
    if (best.x !== 0 || best.y !== 0) moveKnot(fit.grid, shifts, count, knot, best.x, best.y)
  }
}

/** Staying comes first: a knot moves only where that is better. */
const moves = [[0, 0], ...directions] as const

/**
 * How clear the modules around a knot are, each from -knownWeight to knownWeight, if the knot moves by (x, y) pixels.
 */
function clearness({ grid, shades, local, known }: GridFit, count: number, knot: number, x: number, y: number): number {
  const { left, top, right, bottom, column, row } = modulesAround(grid.size, count, knot)
  let sum = 0
  for (let down = top; down <= bottom; down++) {
    const share = 1 - Math.abs(down - row) / knotGap
    for (let across = left; across <= right; across++) {
      const pull = share * (1 - Math.abs(across - column) / knotGap)
      const at = down * grid.size + across
      const shade = shades((grid.x[at] ?? 0) + pull * x, (grid.y[at] ?? 0) + pull * y)
      const darkness = ((local.threshold[at] ?? 0) - shade) / (local.contrast[at] ?? 1)
      const clear = Math.max(-1, Math.min(1, darkness))
      const expected = known[at] ?? 0
      sum += expected === 0 ? Math.abs(clear) : knownWeight * expected * clear
    }
  }
  return sum
}

/**
 * The mean squared difference between a knot's shift, if it moves by (x, y), and those of its neighbours, in pixels.
 */
function strainOf(shifts: KnotShifts, count: number, knot: number, x: number, y: number): number {
  const [column, row] = [knot % count, Math.floor(knot / count)]
  const [ownX, ownY] = [(shifts.x[knot] ?? 0) + x, (shifts.y[knot] ?? 0) + y]
  let [sum, neighbours] = [0, 0]
  const add = (neighbour: number) => {
    sum += (ownX - (shifts.x[neighbour] ?? 0)) ** 2 + (ownY - (shifts.y[neighbour] ?? 0)) ** 2
    neighbours++
  }
  if (column > 0) add(knot - 1)
  if (column < count - 1) add(knot + 1)
  if (row > 0) add(knot - count)
  if (row < count - 1) add(knot + count)
  return sum / neighbours
}

function moveKnot(grid: ModuleGrid, shifts: KnotShifts, count: number, knot: number, x: number, y: number): void {
  shifts.x[knot] = (shifts.x[knot] ?? 0) + x
  shifts.y[knot] = (shifts.y[knot] ?? 0) + y
  const { left, top, right, bottom, column, row } = modulesAround(grid.size, count, knot)
  for (let down = top; down <= bottom; down++) {
    const share = 1 - Math.abs(down - row) / knotGap
    for (let across = left; across <= right; across++) {
      const pull = share * (1 - Math.abs(across - column) / knotGap)
      const at = down * grid.size + across
      grid.x[at] = (grid.x[at] ?? 0) + pull * x
      grid.y[at] = (grid.y[at] ?? 0) + pull * y
    }
  }
}

/** The module at a knot, and the modules that move with it, the less the further they are from it. */
function modulesAround(size: number, count: number, knot: number) {
  const [column, row] = [(knot % count) * knotGap, Math.floor(knot / count) * knotGap]
  const [first, last, reach] = [0, size - 1, knotGap - 1]
  return {
    column,
    row,
    left: Math.max(first, column - reach),
    top: Math.max(first, row - reach),
    right: Math.min(last, column + reach),
    bottom: Math.min(last, row + reach),
  }
}
