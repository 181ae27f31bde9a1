import type { Code, Corners, Point } from './code.ts'
import { cropped, enlarged, sharpened, smoothed, type Area, type Shades } from './grayscale.ts'
import type { Look, Reader } from './zxing.ts'

/**
 * How much care a picture gets.
 * - glance: one look, and a second where a code was seen but not read.
 * - quick: a second look at the whole picture too, sharpened, where the first found nothing.
 * - thorough: a third, enlarged, where the second found nothing either.
 * - everywhere: in tiles at every scale, for photographs: all codes in it are wanted, however large or small.
 */
export const cares = ['glance', 'quick', 'thorough', 'everywhere'] as const
export type Care = (typeof cares)[number]

/** The longer side that a picture is enlarged to, in pixels, and how far at most. */
const enlargedSide = 960
const mostEnlarged = 3
/** So many unread places get a second look of their own. */
const mostPlaces = 4
/** The margin around an unread place, as a share of its size: its corners are a guess. */
const margin = 0.3

/** Looks at a picture, and again where that helps. Each text comes once. */
export async function readShades(shades: Shades, reader: Reader, care: Exclude<Care, 'everywhere'>): Promise<Code[]> {
  const first = await reader(shades, 'neighbours')
  const codes = [...first.codes]
  for (const place of unreadPlaces(first)) {
    codes.push(...(await lookAgain(shades, areaAround(place, shades), reader, 'thorough')))
  }
  if (codes.length === 0 && care !== 'glance') codes.push(...(await lookAgain(shades, wholeOf(shades), reader, care)))
  return distinct(codes)
}

/** Each text once, and each reason once why a code cannot be used, in the order they were found. */
export function distinct(codes: readonly Code[]): Code[] {
  const known = new Map<string, Code>()
  for (const code of codes) {
    const key = code.kind === 'text' ? `text ${code.text}` : code.kind
    if (!known.has(key)) known.set(key, code)
  }
  return [...known.values()]
}

/** Looks at a part of a picture made clearer: sharpened, and enlarged if need be, which reads what is grainy, blurred or pale. */
async function lookAgain(shades: Shades, area: Area, reader: Reader, care: 'quick' | 'thorough'): Promise<Code[]> {
  const part = cropped(shades, area)
  const clear = await reader(sharpened(smoothed(part)), 'neighbours')
  if (clear.codes.length > 0 || care === 'quick') return placed(clear, 1, area)
  const factor = Math.max(1, Math.min(mostEnlarged, enlargedSide / Math.max(area.width, area.height)))
  const large = smoothed(enlarged(part, factor))
  const byNeighbours = await reader(large, 'neighbours')
  return placed(byNeighbours.codes.length > 0 ? byNeighbours : await reader(large, 'histogram'), 1 / factor, area)
}

/** The codes of a look at a part of a picture, where they are in the picture. */
function placed({ codes }: Look, scale: number, offset: Point): Code[] {
  return codes.map((code) => ({ ...code, corners: mapped(code.corners, scale, offset) }))
}

/** Where codes were seen but not read, without those that another look of the same pass has read. */
function unreadPlaces({ codes, unread }: Look): Corners[] {
  const read = codes.map(({ corners }) => boxOf(corners))
  return unread.filter((corners) => !read.some((box) => contains(box, centreOf(corners)))).slice(0, mostPlaces)
}

/** Corners in a picture that was scaled by `1 / scale` and cut at `offset`, as corners in the original. */
export function mapped(corners: Corners, scale: number, offset: Point): Corners {
  const map = ({ x, y }: Point): Point => ({ x: x * scale + offset.x, y: y * scale + offset.y })
  return [map(corners[0]), map(corners[1]), map(corners[2]), map(corners[3])]
}

function wholeOf({ width, height }: Shades): Area {
  return { x: 0, y: 0, width, height }
}

function areaAround(corners: Corners, { width, height }: Shades): Area {
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
