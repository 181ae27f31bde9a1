import { areaAround, mapCorners, type Corners } from './cornerGeometry.ts'
import { cropped, inverted, smoothed, type Grayscale } from './grayscale.ts'
import { findControlPoints } from './controlPoints.ts'
import { knownModules, versionOf } from './knownModules.ts'
import { localThreshold } from './localThreshold.ts'
import { layGrid } from './moduleGrid.ts'
import { perspectiveTransform, type Transform } from './perspective.ts'
import { noShifts, relax, type GridFit } from './relax.ts'
import { shadesOf } from './shades.ts'
import { thinPlateSpline } from './thinPlateSpline.ts'

/** A code that was seen but not read. */
export interface UnreadCode {
  corners: Corners
  /** Modules along a side, as far as they could be counted. */
  size: number
  /** Whether it is printed light on dark. */
  isInverted: boolean
}

/** How far knots are moved in each pass, in modules. */
const passes = [0.8, 0.4, 0.27]
/** The least share of known modules that are right: where the patterns put them, and after the first pass. */
const leastRightAtFirst = 0.8
const leastRight = 0.9

/** The width of the light margin of a flat code in modules, and the side of a module in pixels. */
const quietZone = 4
const drawnSide = 3

/**
 * Draws a code flat that is bent in the picture: folded, rolled, crumpled, on cloth. Its grid is laid through its
 * finder and alignment patterns, bent as a thin plate would be, and then moved knot by knot to where its modules are
 * clearest.
 *
 * @returns black modules on white, three pixels wide; null if this is no code, or bent too much
 */
export function flatten(picture: Grayscale, { corners, size, isInverted }: UnreadCode): Grayscale | null {
  const version = versionOf(size)
  if (version === null) return null
  const area = areaAround(corners, picture)
  const part = smoothed(cropped(picture, area))
  const shades = shadesOf(isInverted ? inverted(part) : part)
  const flat = perspectiveTransform(size, mapCorners(corners, 1, { x: -area.x, y: -area.y }))
  const shiftAt = thinPlateSpline(findControlPoints(version, flat, shades))
  const grid = layGrid(size, (column, row) => {
    const [centre, shift] = [flat(column + 0.5, row + 0.5), shiftAt(column, row)]
    return { x: centre.x + shift.x, y: centre.y + shift.y }
  })
  const fit = { grid, shades, local: localThreshold(grid, shades), known: knownModules(version) }
  return isFitted(fit, meanModuleSide(flat, size)) ? drawFlat(fit) : null
}

/** Relaxes the grid. @returns false if it does not lie on a code */
function isFitted(fit: GridFit, moduleSide: number): boolean {
  if (shareRight(fit) < leastRightAtFirst) return false
  const shifts = noShifts(fit.grid.size)
  for (const step of passes) {
    relax(fit, shifts, step * moduleSide, moduleSide)
    if (shareRight(fit) < leastRight) return false
  }
  return true
}

/** The share of the known modules that are dark or light as they have to be, 0 to 1. */
function shareRight(fit: GridFit): number {
  let [right, all] = [0, 0]
  fit.known.forEach((expected, at) => {
    if (expected === 0) return
    all++
    if (isDark(fit, at) === (expected === 1)) right++
  })
  return right / all
}

function isDark({ grid, shades, local }: GridFit, at: number): boolean {
  return shades(grid.x[at] ?? 0, grid.y[at] ?? 0) < (local.threshold[at] ?? 0)
}

/** The side of a square of the same area as the mean module, in pixels. */
function meanModuleSide(flat: Transform, size: number): number {
  const [a, b, c, d] = [flat(0, 0), flat(size, 0), flat(size, size), flat(0, size)]
  return Math.sqrt(Math.abs((c.x - a.x) * (d.y - b.y) - (d.x - b.x) * (c.y - a.y)) / 2) / size
}

function drawFlat(fit: GridFit): Grayscale {
  const { size } = fit.grid
  const side = (size + 2 * quietZone) * drawnSide
  const pixels = new Uint8Array(side * side).fill(255)
  for (let at = 0; at < size * size; at++) {
    if (!isDark(fit, at)) continue
    const left = ((at % size) + quietZone) * drawnSide
    const top = (Math.floor(at / size) + quietZone) * drawnSide
    for (let row = top; row < top + drawnSide; row++) pixels.fill(0, row * side + left, row * side + left + drawnSide)
  }
  return { width: side, height: side, pixels }
}
