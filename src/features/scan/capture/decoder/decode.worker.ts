/** Reads QR codes off the page's main thread. Messages: `workerMessages.ts`. */
import * as v from 'valibot'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { distinctCodes, mapCorners, readGrayscale, type Effort } from './readPasses.ts'
import { Request, type TransferableImage, type Reading, type Reply } from './workerMessages.ts'
import { grayscaleFrom, fullArea } from './pixelSource.ts'
import { brightness, type Area } from './grayscale.ts'
import { tilesOf, type Tile } from './tiles.ts'
import { openReader, type Reader } from './zxing.ts'

const reader = openReader({ url: wasmUrl })

function send(reply: Reply): void {
  postMessage(reply)
}

async function readOnce(
  image: TransferableImage,
  area: Area,
  read: Reader,
  effort: Exclude<Effort, 'everywhere'>,
): Promise<Reading> {
  const grayscale = await grayscaleFrom(image, area)
  return { codes: await readGrayscale(grayscale, read, effort), brightness: brightness(grayscale) }
}

/** Reads every tile at `glance`. If none holds a code, the tile of the whole picture is read thoroughly. */
async function readEverywhere(image: TransferableImage, area: Area, read: Reader): Promise<Reading> {
  const tiles = tilesOf(area.width, area.height)
  const readTile = async ({ area: tile, scale }: Tile, effort: 'glance' | 'thorough'): Promise<Reading> => {
    const grayscale = await grayscaleFrom(image, { ...tile, x: tile.x + area.x, y: tile.y + area.y }, scale)
    const codes = await readGrayscale(grayscale, read, effort)
    return {
      codes: codes.map((code) => ({ ...code, corners: mapCorners(code.corners, 1 / scale, tile) })),
      brightness: brightness(grayscale),
    }
  }
  const [whole, ...parts] = tiles
  const overview = await readTile(whole, 'glance')
  const found = [...overview.codes]
  for (const part of parts) found.push(...(await readTile(part, 'glance')).codes)
  return found.length > 0 ? { ...overview, codes: distinctCodes(found) } : await readTile(whole, 'thorough')
}

async function answer({ id, effort, image, area }: Request): Promise<void> {
  try {
    const read = await reader
    const part = area ?? fullArea(image)
    const reading =
      effort === 'everywhere' ? await readEverywhere(image, part, read) : await readOnce(image, part, read, effort)
    send({ kind: 'read', id, reading })
  } catch (error) {
    send({ kind: 'failed', id, detail: String(error) })
  } finally {
    image.close()
  }
}

addEventListener('message', (event: MessageEvent<unknown>) => {
  const request = v.safeParse(Request, event.data)
  if (request.success) void answer(request.output)
})

reader.then(
  () => send({ kind: 'ready' }),
  (error: unknown) => send({ kind: 'broken', detail: String(error) }),
)
