/** Reads QR codes off the page's main thread. Speaks `messages.ts`. */
import * as v from 'valibot'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { distinct, mapped, readShades, type Care } from './readPasses.ts'
import { Request, type Handed, type Reading, type Reply } from './workerMessages.ts'
import { shadesFrom, wholeOf } from './pixelSource.ts'
import { brightness, type Area } from './grayscale.ts'
import { tilesOf, type Tile } from './tiles.ts'
import { openReader, type Reader } from './zxing.ts'

const reader = openReader({ url: wasmUrl })

function say(reply: Reply): void {
  postMessage(reply)
}

async function readOnce(image: Handed, area: Area, read: Reader, care: Exclude<Care, 'everywhere'>): Promise<Reading> {
  const shades = await shadesFrom(image, area)
  return { codes: await readShades(shades, read, care), brightness: brightness(shades) }
}

/** Glances at every tile. Where none holds a code, the one that holds the whole picture gets all care. */
async function readEverywhere(image: Handed, area: Area, read: Reader): Promise<Reading> {
  const tiles = tilesOf(area.width, area.height)
  const look = async ({ area: tile, scale }: Tile, care: 'glance' | 'thorough'): Promise<Reading> => {
    const shades = await shadesFrom(image, { ...tile, x: tile.x + area.x, y: tile.y + area.y }, scale)
    const codes = await readShades(shades, read, care)
    return {
      codes: codes.map((code) => ({ ...code, corners: mapped(code.corners, 1 / scale, tile) })),
      brightness: brightness(shades),
    }
  }
  const [whole, ...parts] = tiles
  const overview = await look(whole, 'glance')
  const found = [...overview.codes]
  for (const part of parts) found.push(...(await look(part, 'glance')).codes)
  return found.length > 0 ? { ...overview, codes: distinct(found) } : await look(whole, 'thorough')
}

async function answer({ id, care, image, area }: Request): Promise<void> {
  try {
    const read = await reader
    const part = area ?? wholeOf(image)
    const reading =
      care === 'everywhere' ? await readEverywhere(image, part, read) : await readOnce(image, part, read, care)
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
