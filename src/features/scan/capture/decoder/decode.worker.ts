/** Reads QR codes off the page's main thread. Messages: `workerMessages.ts`. */
import * as v from 'valibot'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { mapCorners } from '#qr-flatten/cornerGeometry.ts'
import { distinctCodes, glance, lookHarder, photoBudget, readGrayscale } from './readPasses.ts'
import type { Effort } from './effort.ts'
import { Request, type TransferableImage, type Reading, type Reply } from './workerMessages.ts'
import { grayscaleFrom, fullArea } from './pixelSource.ts'
import { brightness, type Area } from '#qr-flatten/grayscale.ts'
import { tilesOf, type Tile } from './tiles.ts'
import type { Code } from './code.ts'
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

/** Glances at every tile. If none holds a code, there are further passes over the tile of the whole picture. */
async function readEverywhere(image: TransferableImage, area: Area, read: Reader): Promise<Reading> {
  const [whole, ...parts] = tilesOf(area.width, area.height)
  const budget = photoBudget()
  const pictureOf = ({ area: tile, scale }: Tile) =>
    grayscaleFrom(image, { ...tile, x: tile.x + area.x, y: tile.y + area.y }, scale)
  const overview = await pictureOf(whole)
  const found = placed(await glance(overview, read, budget), whole)
  for (const part of parts) found.push(...placed(await glance(await pictureOf(part), read, budget), part))
  if (found.length === 0) found.push(...placed(await lookHarder(overview, read, 'thorough', budget), whole))
  return { codes: distinctCodes(found), brightness: brightness(overview) }
}

/** Codes found in a tile, with their corners in the whole picture. */
function placed(codes: readonly Code[], { area, scale }: Tile): Code[] {
  return codes.map((code) => ({ ...code, corners: mapCorners(code.corners, 1 / scale, area) }))
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
