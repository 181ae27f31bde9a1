/**
 * Films for Chromium's fake camera: a ticket held in front of the lens, written as Y4M. Chromium plays the file in a
 * loop: `chromiumLaunch({ film })`.
 */
import { open, readFile } from 'node:fs/promises'
import { readPng, type GreyPicture } from './png.ts'
import { drawCode, drawScene, frameOf, scenes, seeded, type Scene } from './scenes.ts'

export interface FilmOptions {
  /** The QR code's text; or else: */
  code?: string
  /** the path of a picture (PNG) that is shown in full, such as a ticket of the demo season. */
  png?: string
  scene?: Scene
  /** How much larger than usual the picture is shown, such as 1.6 for a ticket whose code is only a part of it. */
  zoom?: number
  width?: number
  height?: number
  seconds?: number
  /** The output path, a name that ends in `.y4m`. */
  path: string
}

const framesPerSecond = 15
/** The number of frames with different noise and tremor; the film repeats them. */
const distinctFrames = 5

/**
 * Writes a film.
 *
 * @returns its path
 * @throws Error if neither a code nor a picture is given, or the code is too long for a QR code
 */
export async function makeFilm(options: FilmOptions): Promise<string> {
  const { scene = 'clean', zoom = 1, width = 1280, height = 720, seconds = 1, path } = options
  const shown = await pictureOf(options)
  const random = seeded(20_241_101)
  const recipe = { ...scenes[scene], size: scenes[scene].size * zoom }
  const still = drawScene(shown, recipe, width, height)
  const frames = Array.from({ length: distinctFrames }, () => frameOf(still, recipe.noise, random))
  const file = await open(path, 'w')
  try {
    await file.write(`YUV4MPEG2 W${width} H${height} F${framesPerSecond}:1 Ip A1:1 C420jpeg\n`)
    const noColour = Buffer.alloc((width >> 1) * (height >> 1) * 2, 128)
    for (let index = 0; index < Math.max(1, Math.round(seconds * framesPerSecond)); index++) {
      const frame = frames[index % distinctFrames]
      if (frame) await file.writev([Buffer.from('FRAME\n'), frame.pixels, noColour])
    }
  } finally {
    await file.close()
  }
  return path
}

async function pictureOf({ code, png }: FilmOptions): Promise<GreyPicture> {
  if (png !== undefined) return readPng(await readFile(png))
  if (code !== undefined) return drawCode(code)
  throw new Error('A film needs a code or a picture to show.')
}
