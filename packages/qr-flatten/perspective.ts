import type { Corners, Point } from './cornerGeometry.ts'

/** A place in a code, in modules from its top left corner, as a point of the picture, in pixels. */
export type Transform = (column: number, row: number) => Point

/**
 * The perspective transform that lays a square onto four corners: how a flat code appears from any angle.
 *
 * @param size the square's side, in modules
 * @param corners its corners in the picture
 */
export function perspectiveTransform(size: number, corners: Corners): Transform {
  const [topLeft, topRight, bottomRight, bottomLeft] = corners
  const right = minus(topRight, bottomRight)
  const below = minus(bottomLeft, bottomRight)
  // How far the corners are from a parallelogram; (0, 0) for a code that is seen from straight above.
  const slant = minus(minus(topLeft, topRight), minus(bottomLeft, bottomRight))
  const area = cross(right, below)
  const across = cross(slant, below) / area
  const down = cross(right, slant) / area
  return (column, row) => {
    const [u, v] = [column / size, row / size]
    const distance = across * u + down * v + 1
    const along = (axis: 'x' | 'y') =>
      (topLeft[axis] +
        u * (topRight[axis] * (1 + across) - topLeft[axis]) +
        v * (bottomLeft[axis] * (1 + down) - topLeft[axis])) /
      distance
    return { x: along('x'), y: along('y') }
  }
}

function minus(a: Point, b: Point): Point {
  return { x: a.x - b.x, y: a.y - b.y }
}

function cross(a: Point, b: Point): number {
  return a.x * b.y - a.y * b.x
}
