import { directions } from './directions.ts'
import type { Point } from './cornerGeometry.ts'
import { alignmentCentres, alignmentIsDark, finderCentres, finderIsDark } from './knownModules.ts'
import { findPattern, likeness, nestedSquares, shifted, type Axes } from './patternSearch.ts'
import type { Transform } from './perspective.ts'
import type { Shades } from './shades.ts'
import { thinPlateSpline, type ControlPoint } from './thinPlateSpline.ts'

/** A finder pattern with the light separator around it, its dark core alone, and an alignment pattern. */
const finder = nestedSquares(4, finderIsDark)
const core = nestedSquares(2, finderIsDark)
const alignment = nestedSquares(2, alignmentIsDark)

/** How far a pattern is looked for from where it should be, in modules. */
const finderWithin = 1
const alignmentWithin = 3
/** The least likeness of an alignment pattern. */
const leastLikeness = 0.7

/** From a finder pattern's centre to the middle of its outer ring, in modules. */
const ringDistance = 3
/** How far the outer ring of a finder pattern is moved at a time, in modules; each step is made twice. */
const poseSteps = [0.8, 0.8, 0.4, 0.4, 0.2, 0.2]

/**
 * Finds the patterns of a code that is bent: four points around each finder pattern, which say how the paper leans
 * there, and the centre of each alignment pattern that is seen.
 *
 * @param flat where everything would be if the code were flat
 */
export function findControlPoints(version: number, flat: Transform, shades: Shades): ControlPoint[] {
  const controls = finderCentres(version).flatMap(([column, row]) => aroundFinder(column, row, flat, shades))
  let rest = alignmentCentres(version)
  while (rest.length > 0) {
    // Nearest first: each pattern that is found tells where the next may be.
    const next = nearest(rest, controls)
    rest = rest.filter((centre) => centre !== next)
    const [column, row] = next
    const origin = centreOf(flat, column, row)
    const shift = thinPlateSpline(controls)(column, row)
    const expected = { x: origin.x + shift.x, y: origin.y + shift.y }
    const found = findPattern(alignment, shades, expected, axesAt(flat, column, row), alignmentWithin)
    if (found.likeness >= leastLikeness) controls.push(controlAt(column, row, origin, found.centre))
  }
  return controls
}

/** Four points on the outer ring of a finder pattern, once its centre and the axes of its modules are found. */
function aroundFinder(column: number, row: number, flat: Transform, shades: Shades): ControlPoint[] {
  const expected = centreOf(flat, column, row)
  const axes = axesAt(flat, column, row)
  const { centre } = findPattern(core, shades, expected, axes, finderWithin)
  const pose = poseOf({ centre, ...axes }, shades)
  const sides = [-ringDistance, ringDistance]
  return sides.flatMap((down) =>
    sides.map((across) => {
      const origin = centreOf(flat, column + across, row + down)
      return controlAt(column + across, row + down, origin, shifted(pose.centre, pose, across, down))
    }),
  )
}

/** A finder pattern in the picture. */
interface Pose extends Axes {
  centre: Point
}

/** Turns, stretches and moves a finder pattern step by step to where the picture is most like it. */
function poseOf(start: Pose, shades: Shades): Pose {
  const side = Math.sqrt(Math.abs(start.right.x * start.down.y - start.right.y * start.down.x))
  let pose = start
  let best = likeness(finder, shades, pose.centre, pose)
  for (const step of poseSteps) {
    for (const part of ['right', 'down', 'centre'] as const) {
      const length = (side * step) / (part === 'centre' ? 1 : ringDistance)
      const from = pose
      for (const [x, y] of directions) {
        const tried = { ...from, [part]: { x: from[part].x + x * length, y: from[part].y + y * length } }
        const found = likeness(finder, shades, tried.centre, tried)
        if (found > best) [pose, best] = [tried, found]
      }
    }
  }
  return pose
}

/** The centre of a module, in pixels. */
function centreOf(flat: Transform, column: number, row: number): Point {
  return flat(column + 0.5, row + 0.5)
}

/** The sides of a module, in pixels. */
function axesAt(flat: Transform, column: number, row: number): Axes {
  const [left, right] = [flat(column, row + 0.5), flat(column + 1, row + 0.5)]
  const [above, below] = [flat(column + 0.5, row), flat(column + 0.5, row + 1)]
  return { right: { x: right.x - left.x, y: right.y - left.y }, down: { x: below.x - above.x, y: below.y - above.y } }
}

function controlAt(column: number, row: number, origin: Point, found: Point): ControlPoint {
  return { column, row, shift: { x: found.x - origin.x, y: found.y - origin.y } }
}

type Centre = [column: number, row: number]

function nearest(centres: readonly Centre[], controls: readonly ControlPoint[]): Centre {
  const distance = ([column, row]: Centre) =>
    Math.min(...controls.map((control) => Math.hypot(control.column - column, control.row - row)))
  return centres.reduce((best, centre) => (distance(centre) < distance(best) ? centre : best))
}
