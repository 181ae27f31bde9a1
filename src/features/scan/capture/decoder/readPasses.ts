import type { Code } from './code.ts'
import { areaAround, boxOf, centreOf, contains, mapCorners, type Point } from '#qr-flatten/cornerGeometry.ts'
import type { Effort } from './effort.ts'
import { flatten, type UnreadCode } from '#qr-flatten/flatten.ts'
import { cropped, enlarged, sharpened, smoothed, type Area, type Grayscale } from '#qr-flatten/grayscale.ts'
import type { PassResult, Reader, Threshold } from './zxing.ts'

/** The longer side that a picture is enlarged to, in pixels, and the largest factor. */
const enlargedSide = 960
const maxEnlargement = 3
/** How many unread places get a second pass of their own. */
const maxUnreadPlaces = 4

/**
 * How many modules may still be flattened in a picture, because it takes time whether it helps or not. The last code
 * may exceed it.
 */
export interface FlattenBudget {
  modules: number
}

/** Enough for three codes of version 11 (3,721 modules each) or twelve of version 3. */
export function photoBudget(): FlattenBudget {
  return { modules: 10_000 }
}

/** Enough for one code of version 11: the next frame may show it better. */
function frameBudget(): FlattenBudget {
  return { modules: 2000 }
}

/** A reader and what it may spend on a picture. */
interface Looker {
  reader: Reader
  budget: FlattenBudget
}

/** Reads a picture in as many passes as the effort allows. Returns each text once. */
export async function readGrayscale(
  grayscale: Grayscale,
  reader: Reader,
  effort: Exclude<Effort, 'everywhere'>,
): Promise<Code[]> {
  const budget = effort === 'thorough' ? frameBudget() : { modules: 0 }
  const codes = await glance(grayscale, reader, budget)
  return codes.length > 0 || effort === 'glance' ? codes : await lookHarder(grayscale, reader, effort, budget)
}

/** One pass over a picture, and more over the places where a code was seen but not read. Returns each text once. */
export async function glance(grayscale: Grayscale, reader: Reader, budget: FlattenBudget): Promise<Code[]> {
  const first = await look(grayscale, 'neighbours', { reader, budget })
  const codes = [...first.codes]
  for (const { corners } of unreadPlaces(first)) {
    codes.push(...(await readEnhanced(grayscale, areaAround(corners, grayscale), 'thorough', { reader, budget })))
  }
  return distinctCodes(codes)
}

/** Further passes over a picture in which a glance found nothing. Returns each text once. */
export async function lookHarder(
  grayscale: Grayscale,
  reader: Reader,
  effort: 'quick' | 'thorough',
  budget: FlattenBudget,
): Promise<Code[]> {
  return distinctCodes(await readEnhanced(grayscale, wholeOf(grayscale), effort, { reader, budget }))
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
  effort: 'quick' | 'thorough',
  looker: Looker,
): Promise<Code[]> {
  const part = smoothed(cropped(grayscale, area))
  const clear = await look(sharpened(part), 'neighbours', looker)
  if (clear.codes.length > 0 || effort === 'quick') return placed(clear, 1, area)
  const factor = Math.max(1, Math.min(maxEnlargement, enlargedSide / Math.max(area.width, area.height)))
  const large = smoothed(enlarged(cropped(grayscale, area), factor))
  for (const threshold of ['neighbours', 'histogram'] as const) {
    const found = await look(large, threshold, looker)
    if (found.codes.length > 0) return placed(found, 1 / factor, area)
  }
  return placed(await look(part, 'histogram', looker), 1, area)
}

/** One pass over a picture. The codes in it that were seen but not read are flattened, as far as the budget goes. */
async function look(picture: Grayscale, threshold: Threshold, { reader, budget }: Looker): Promise<PassResult> {
  const { codes, unread } = await reader(picture, threshold)
  const result: PassResult = { codes: [...codes], unread: [] }
  for (const code of unread) {
    const flattened = await readFlattened(picture, code, { reader, budget })
    if (flattened.length > 0) result.codes.push(...flattened)
    else result.unread.push(code)
  }
  return result
}

async function readFlattened(picture: Grayscale, unread: UnreadCode, { reader, budget }: Looker): Promise<Code[]> {
  if (budget.modules <= 0) return []
  budget.modules -= unread.size ** 2
  const flat = flatten(picture, unread)
  if (!flat) return []
  const { codes } = await reader(flat, 'half')
  return codes.map((code) => ({ ...code, corners: unread.corners }))
}

/** Codes found in a part of a picture, with their corners in the whole picture. */
function placed({ codes }: PassResult, scale: number, offset: Point): Code[] {
  return codes.map((code) => ({ ...code, corners: mapCorners(code.corners, scale, offset) }))
}

/** Where codes were seen but not read, excluding codes that the same pass has read. */
function unreadPlaces({ codes, unread }: PassResult): UnreadCode[] {
  const read = codes.map(({ corners }) => boxOf(corners))
  return unread.filter(({ corners }) => !read.some((box) => contains(box, centreOf(corners)))).slice(0, maxUnreadPlaces)
}

function wholeOf({ width, height }: Grayscale): Area {
  return { x: 0, y: 0, width, height }
}
