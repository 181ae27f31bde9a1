import type { Code, Corners, Point } from './code.ts'
import { cropped, enlarged, sharpened, smoothed, type Area, type Grayscale } from './grayscale.ts'
import type { PassResult, Reader } from './zxing.ts'

/**
 * How much effort goes into reading a picture.
 * - glance: one pass, and a second over places where a code was seen but not read.
 * - quick: if that found nothing, a second pass over the whole picture, sharpened.
 * - thorough: if that found nothing either, a third pass, enlarged.
 * - everywhere: in tiles at every scale, for photos, in which every code must be found, however large or small.
 */
export const efforts = ['glance', 'quick', 'thorough', 'everywhere'] as const
export type Effort = (typeof efforts)[number]

/** The longer side that a picture is enlarged to, in pixels, and the largest factor. */
const enlargedSide = 960
const maxEnlargement = 3
/** How many unread places get a second pass of their own. */
const maxUnreadPlaces = 4
/** The margin around an unread place, as a share of its size: its corners are a guess. */
const margin = 0.3

/** Reads a picture in as many passes as the effort allows. Returns each text once. */
export async function readGrayscale(
  grayscale: Grayscale,
  reader: Reader,
  effort: Exclude<Effort, 'everywhere'>,
): Promise<Code[]> {
  const first = await reader(grayscale, 'neighbours')
  const codes = [...first.codes]
  for (const place of unreadPlaces(first)) {
    codes.push(...(await readEnhanced(grayscale, areaAround(place, grayscale), reader, 'thorough')))
  }
  if (codes.length === 0 && effort !== 'glance')
    codes.push(...(await readEnhanced(grayscale, wholeOf(grayscale), reader, effort)))
  return distinctCodes(codes)
}

/** Each text once, and each reason once why a code cannot be used, in the order they were found. */
export function distinctCodes(codes: readonly Code[]): Code[] {
  const known = new Map<string, Code>()
  for (const code of codes) {
    const key = code.kind === 'text' ? `text ${code.text}` : code.kind
    if (!known.has(key)) known.set(key, code)
  }
  return [...known.values()]
}

/** Reads a part of a picture sharpened, and enlarged if need be, which helps with grain, blur and low contrast. */
async function readEnhanced(
  grayscale: Grayscale,
  area: Area,
  reader: Reader,
  effort: 'quick' | 'thorough',
): Promise<Code[]> {
  const part = cropped(grayscale, area)
  const clear = await reader(sharpened(smoothed(part)), 'neighbours')
  if (clear.codes.length > 0 || effort === 'quick') return placed(clear, 1, area)
  const factor = Math.max(1, Math.min(maxEnlargement, enlargedSide / Math.max(area.width, area.height)))
  const large = smoothed(enlarged(part, factor))
  const byNeighbours = await reader(large, 'neighbours')
  return placed(byNeighbours.codes.length > 0 ? byNeighbours : await reader(large, 'histogram'), 1 / factor, area)
}

/** Codes found in a part of a picture, with their corners in the whole picture. */
function placed({ codes }: PassResult, scale: number, offset: Point): Code[] {
  return codes.map((code) => ({ ...code, corners: mapCorners(code.corners, scale, offset) }))
}

/** Where codes were seen but not read, excluding codes that the same pass has read. */
function unreadPlaces({ codes, unread }: PassResult): Corners[] {
  const read = codes.map(({ corners }) => boxOf(corners))
  return unread.filter((corners) => !read.some((box) => contains(box, centreOf(corners)))).slice(0, maxUnreadPlaces)
}

/** Corners in a picture that was scaled by `1 / scale` and cut at `offset`, as corners in the original. */
export function mapCorners(corners: Corners, scale: number, offset: Point): Corners {
  const map = ({ x, y }: Point): Point => ({ x: x * scale + offset.x, y: y * scale + offset.y })
  return [map(corners[0]), map(corners[1]), map(corners[2]), map(corners[3])]
}

function wholeOf({ width, height }: Grayscale): Area {
  return { x: 0, y: 0, width, height }
}

function areaAround(corners: Corners, { width, height }: Grayscale): Area {
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

function boxOf(corners: Corners): Area {
  const across = corners.map(({ x }) => x)
  const down = corners.map(({ y }) => y)
  const [x, y] = [Math.min(...across), Math.min(...down)]
  return { x, y, width: Math.max(...across) - x, height: Math.max(...down) - y }
}

function centreOf(corners: Corners): Point {
  const box = boxOf(corners)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

function contains({ x, y, width, height }: Area, point: Point): boolean {
  return point.x >= x && point.x <= x + width && point.y >= y && point.y <= y + height
}
