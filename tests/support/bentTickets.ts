/** Tickets that are not flat, as a camera sees them: drawn in plain TypeScript, for Node and the browser. */
import type { GreyPicture } from './png.ts'
import { drawCode, seeded } from './scenes.ts'

/** How a ticket is bent. rolled: around a tube. crumpled: folded along a few lines, then smoothed out. */
export const bends = ['rolled', 'crumpled'] as const
export type Bend = (typeof bends)[number]

/** A point in units of the drawing's side, from its centre. */
interface Place {
  x: number
  y: number
}

/**
 * Where the paper that is seen at a point of the picture lies on the flat drawing, and how much light it returns (1:
 * all).
 */
type Paper = (seen: Place) => { place: Place; light: number } | null

/** The side of the picture in pixels, and the share of it that the drawing takes if it is flat. */
const side = 640
const share = 0.72
/** The shade of the table, of ink and of paper. */
const table = 105
const ink = 45
const blank = 215

/**
 * A picture of a bent ticket, 640 by 640 pixels.
 *
 * @param seed the same seed gives the same picture
 */
export function drawBentTicket(text: string, bend: Bend, seed: number): GreyPicture {
  const drawing = drawCode(text)
  const random = seeded(seed)
  const between = (low: number, high: number) => low + (high - low) * random()
  const paper = bend === 'rolled' ? rolled(between) : crumpled(between)
  const turn = between(0, 2 * Math.PI)
  const [cosine, sine] = [Math.cos(turn), Math.sin(turn)]
  const shadeAt = (x: number, y: number): number => {
    const [dx, dy] = [(x / side - 0.5) / share, (y / side - 0.5) / share]
    const seen = paper({ x: dx * cosine + dy * sine, y: dy * cosine - dx * sine })
    if (!seen) return table
    const [column, row] = [(seen.place.x + 0.5) * drawing.width, (seen.place.y + 0.5) * drawing.height]
    if (column < 0 || row < 0 || column >= drawing.width || row >= drawing.height) return table
    const printed = drawing.pixels[Math.floor(row) * drawing.width + Math.floor(column)] ?? 0
    return (ink + (printed / 255) * (blank - ink)) * seen.light
  }
  const pixels = new Uint8Array(side * side)
  for (let at = 0; at < pixels.length; at++) {
    const [x, y] = [at % side, Math.floor(at / side)]
    const sum =
      shadeAt(x + 0.25, y + 0.25) +
      shadeAt(x + 0.75, y + 0.25) +
      shadeAt(x + 0.25, y + 0.75) +
      shadeAt(x + 0.75, y + 0.75)
    const grain = (random() + random() + random() + random() - 2) * 6
    pixels[at] = Math.max(0, Math.min(255, sum / 4 + grain))
  }
  return { width: side, height: side, pixels }
}

/** A number between two limits. */
type Between = (low: number, high: number) => number

/** Around a tube, seen at an angle: straight lines across it become arcs. */
function rolled(between: Between): Paper {
  const radius = between(0.48, 0.88)
  const tilt = between(-0.5, 0.5)
  const offset = between(-0.12, 0.12)
  const light = between(-0.5, 0.5)
  return ({ x, y }) => {
    const sine = (x + offset) / radius
    if (Math.abs(sine) >= 1) return null
    const angle = Math.asin(sine)
    const rise = radius * (Math.cos(angle) - 1) * Math.sin(tilt)
    return {
      place: { x: radius * angle - offset, y: (y - rise) / Math.cos(tilt) },
      light: 0.6 + 0.4 * Math.cos(angle - light),
    }
  }
}

/** Along three to five lines, at either side of which the paper leans away from the camera. */
function crumpled(between: Between): Paper {
  const folds = Array.from({ length: 2 + Math.floor(between(0, 3)) }, () => {
    const direction = between(0, 2 * Math.PI)
    return {
      across: { x: Math.cos(direction), y: Math.sin(direction) },
      distance: between(-0.05, 0.4),
      lean: between(0.2, 0.5),
      shear: between(-0.17, 0.17),
      light: between(-0.25, 0.12),
    }
  })
  return (seen) => {
    let { x, y } = seen
    let light = 1
    for (const fold of folds) {
      const beyond = x * fold.across.x + y * fold.across.y - fold.distance
      if (beyond <= 0) continue
      const stretch = beyond * (1 / Math.cos(fold.lean) - 1)
      const slide = beyond * fold.shear
      x += fold.across.x * stretch - fold.across.y * slide
      y += fold.across.y * stretch + fold.across.x * slide
      light *= 1 + fold.light
    }
    return { place: { x, y }, light }
  }
}
