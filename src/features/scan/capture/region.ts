import type { Area } from '#src/features/scan/capture/decoder/grayscale.ts'

/**
 * The part of a video that is scanned: a square in its middle, two thirds of its shorter side (specification, section 9). In even
 * numbers, as a video frame keeps one colour for two pixels each way and can be cut only there.
 */
export function scanRegion(width: number, height: number): Area {
  const side = 2 * Math.max(1, Math.round(Math.min(width, height) / 3))
  return { x: 2 * Math.round((width - side) / 4), y: 2 * Math.round((height - side) / 4), width: side, height: side }
}
