/** Reads QR codes off the page's main thread. Speaks `messages.ts`. */
import * as v from 'valibot'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { distinct, mapped, readShades, type Care } from './attempts.ts'
import type { Code } from './code.ts'
import { Request, type Handed, type Reading, type Reply } from './messages.ts'
import { shadesFrom, wholeOf } from './pixelSource.ts'
import { brightness, type Area } from './shades.ts'
import { tilesOf } from './tiles.ts'
import { openReader, type Reader } from './zxing.ts'

const reader = openReader({ url: wasmUrl })

function say(reply: Reply): void {
  postMessage(reply)
}

async function readOnce(image: Handed, area: Area, read: Reader, care: Exclude<Care, 'everywhere'>): Promise<Reading> {
  const shades = await shadesFrom(image, area)
  return { codes: await readShades(shades, read, care), brightness: brightness(shades) }
}

/** Looks at every tile quickly, and at the whole once more where none had a code. */
async function readEverywhere(image: Handed, area: Area, read: Reader, tell: () => void): Promise<Reading> {
  const tiles = tilesOf(area.width, area.height).map(({ area: tile, scale }) => ({
    tile: { ...tile, x: tile.x + area.x, y: tile.y + area.y },
    offset: tile,
    scale,
  }))
  const found: Code[] = []
  for (const { tile, offset, scale } of tiles) {
    const codes = await readShades(await shadesFrom(image, tile, scale), read, 'quick')
    found.push(...codes.map((code) => ({ ...code, corners: mapped(code.corners, 1 / scale, offset) })))
    tell()
  }
  const overview = tiles[0]
  if (!overview) return { codes: [], brightness: 0 }
  const shades = await shadesFrom(image, overview.tile, overview.scale)
  if (found.length === 0) found.push(...(await readShades(shades, read, 'thorough')))
  return { codes: distinct(found), brightness: brightness(shades) }
}

async function answer({ id, care, image, area }: Request): Promise<void> {
  try {
    const read = await reader
    const part = area ?? wholeOf(image)
    const tell = () => say({ kind: 'working', id })
    const reading =
      care === 'everywhere' ? await readEverywhere(image, part, read, tell) : await readOnce(image, part, read, care)
    say({ kind: 'read', id, reading })
  } catch (error) {
    say({ kind: 'failed', id, detail: String(error) })
  } finally {
    image.close()
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
