import type { Area } from '#qr-flatten/grayscale.ts'

/** A part of a picture that is read on its own, shrunk by `scale` (1: original size). */
export interface Tile {
  area: Area
  scale: number
}

/** The side of a tile as it is read, in pixels. */
const tileSide = 2048
/**
 * The overlap of neighbours in pixels: a code of this size is always whole in one of them; larger ones are found at a
 * smaller scale.
 */
const overlap = 512

/**
 * Cuts a picture into tiles at full size, half, a quarter … until all of it fits into one: the decoder then finds a
 * code that covers the picture as well as one of 100 pixels in 12 megapixels, and no copy of the whole picture is
 * needed. The whole comes first, then its parts from the smallest scale to the largest.
 */
export function tilesOf(width: number, height: number): [whole: Tile, ...parts: Tile[]] {
  const parts: Tile[] = []
  for (let scale = 1; ; scale /= 2) {
    const columns = startsAlong(width * scale)
    const rows = startsAlong(height * scale)
    const [first, ...others] = rows.flatMap((y) => columns.map((x) => tileAt(x, y, scale, width, height)))
    if (first && others.length === 0) return [first, ...parts]
    if (first) parts.unshift(first, ...others)
  }
}

/** Evenly spaced starts of tiles that cover a length. */
function startsAlong(length: number): number[] {
  if (length <= tileSide) return [0]
  const count = Math.ceil((length - overlap) / (tileSide - overlap))
  return Array.from({ length: count }, (_, index) => Math.round(((length - tileSide) * index) / (count - 1)))
}

function tileAt(x: number, y: number, scale: number, width: number, height: number): Tile {
  const [left, top] = [Math.floor(x / scale), Math.floor(y / scale)]
  const side = Math.ceil(tileSide / scale)
  return {
    area: { x: left, y: top, width: Math.min(side, width - left), height: Math.min(side, height - top) },
    scale,
  }
}
