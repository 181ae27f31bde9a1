import type { Area } from './shades.ts'

/** The part of a video that is scanned: a square in its middle, two thirds of its shorter side (specification, section 9). */
export function scanRegion(width: number, height: number): Area {
  const side = Math.max(1, Math.round((Math.min(width, height) * 2) / 3))
  return { x: Math.round((width - side) / 2), y: Math.round((height - side) / 2), width: side, height: side }
}
