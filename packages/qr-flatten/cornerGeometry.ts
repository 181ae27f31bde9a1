import type { Area } from './grayscale.ts'

/** A place in a picture, in pixels. */
export interface Point {
  x: number
  y: number
}

/** The corners of a code in its picture: first the code's own top left, then clockwise. */
export type Corners = [Point, Point, Point, Point]

/** The margin around a code that was not read, as a share of its size: its corners are a guess. */
const margin = 0.3

/** Corners in a picture that was scaled by `1 / scale` and cut at `offset`, as corners in the original. */
export function mapCorners(corners: Corners, scale: number, offset: Point): Corners {
  const map = ({ x, y }: Point): Point => ({ x: x * scale + offset.x, y: y * scale + offset.y })
  return [map(corners[0]), map(corners[1]), map(corners[2]), map(corners[3])]
}

/** The part of a picture with a code and a margin around it. */
export function areaAround(corners: Corners, { width, height }: { width: number; height: number }): Area {
  const box = boxOf(corners)
  const spare = Math.max(box.width, box.height) * margin
  const x = Math.max(0, Math.floor(box.x - spare))
  const y = Math.max(0, Math.floor(box.y - spare))
  return {
    x,
    y,
    width: Math.max(1, Math.min(width, Math.ceil(box.x + box.width + spare)) - x),
    height: Math.max(1, Math.min(height, Math.ceil(box.y + box.height + spare)) - y),
  }
}

/** The upright rectangle around a code. */
export function boxOf(corners: Corners): Area {
  const across = corners.map(({ x }) => x)
  const down = corners.map(({ y }) => y)
  const [x, y] = [Math.min(...across), Math.min(...down)]
  return { x, y, width: Math.max(...across) - x, height: Math.max(...down) - y }
}

/** The centre of the upright rectangle around a code. */
export function centreOf(corners: Corners): Point {
  const box = boxOf(corners)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Whether a point is in an area, its edges included. */
export function contains({ x, y, width, height }: Area, point: Point): boolean {
  return point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height
}
