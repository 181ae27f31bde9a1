/** Reads QR codes off the page's main thread. Speaks `messages.ts`. */
import * as v from 'valibot'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { distinct, mapped, readPixels, type Care } from './attempts.ts'
import type { Code } from './code.ts'
import { Request, type Reading, type Reply } from './messages.ts'
import { brightness, type Area, type Pixels } from './shades.ts'
import { tilesOf } from './tiles.ts'
import { openReader, type Reader } from './zxing.ts'

const canvas = new OffscreenCanvas(1, 1)

const reader = openReader({ url: wasmUrl })

function say(reply: Reply): void {
  postMessage(reply)
}

/** The pixels of a part of a bitmap, scaled. */
function draw(bitmap: ImageBitmap, area: Area, scale: number): Pixels {
  canvas.width = Math.max(1, Math.round(area.width * scale))
  canvas.height = Math.max(1, Math.round(area.height * scale))
  const context = canvas.getContext('2d', { willReadFrequently: true, alpha: false })
  if (!context) throw new Error('This browser gives no canvas to draw on.')
  context.imageSmoothingQuality = 'medium'
  context.drawImage(bitmap, area.x, area.y, area.width, area.height, 0, 0, canvas.width, canvas.height)
  const { width, height, data } = context.getImageData(0, 0, canvas.width, canvas.height)
  return { width, height, data: new Uint8ClampedArray(data.buffer) }
}

async function readWhole(bitmap: ImageBitmap, read: Reader, care: Exclude<Care, 'everywhere'>): Promise<Reading> {
  const pixels = draw(bitmap, { x: 0, y: 0, width: bitmap.width, height: bitmap.height }, 1)
  const codes = await readPixels(pixels, read, care)
  return { codes, brightness: brightness(pixels) }
}

/** Looks at every tile quickly, and at the whole once more where none had a code. */
async function readEverywhere(bitmap: ImageBitmap, read: Reader, tell: () => void): Promise<Reading> {
  const tiles = tilesOf(bitmap.width, bitmap.height)
  const found: Code[] = []
  for (const { area, scale } of tiles) {
    const codes = await readPixels(draw(bitmap, area, scale), read, 'quick')
    found.push(...codes.map((code) => ({ ...code, corners: mapped(code.corners, 1 / scale, area) })))
    tell()
  }
  const overview = tiles[0]
  if (!overview) return { codes: [], brightness: 0 }
  const pixels = draw(bitmap, overview.area, overview.scale)
  if (found.length === 0) found.push(...(await readPixels(pixels, read, 'thorough')))
  return { codes: distinct(found), brightness: brightness(pixels) }
}

async function answer({ id, care, bitmap }: Request): Promise<void> {
  try {
    const read = await reader
    const tell = () => say({ kind: 'working', id })
    const reading =
      care === 'everywhere' ? await readEverywhere(bitmap, read, tell) : await readWhole(bitmap, read, care)
    say({ kind: 'read', id, reading })
  } catch (error) {
    say({ kind: 'failed', id, detail: String(error) })
  } finally {
    bitmap.close()
  }
}

addEventListener('message', (event: MessageEvent<unknown>) => {
  const request = v.safeParse(Request, event.data)
  if (request.success) void answer(request.output)
})

reader.then(
  () => say({ kind: 'ready' }),
  (error: unknown) => say({ kind: 'broken', detail: String(error) }),
)
