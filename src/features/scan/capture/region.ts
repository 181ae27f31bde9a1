import type { Area } from '#qr-flatten/grayscale.ts'

/**
 * The part of a video that is scanned: a square in its middle, two thirds of its shorter side (specification, section
 * 9). In even numbers, because a video frame stores colour at half the resolution and can only be cut there.
 */
export function scanRegion(width: number, height: number): Area {
  const side = 2 * Math.max(1, Math.round(Math.min(width, height) / 3))
  return { x: 2 * Math.round((width - side) / 4), y: 2 * Math.round((height - side) / 4), width: side, height: side }
}
