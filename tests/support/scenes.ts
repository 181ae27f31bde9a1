/** A camera's view of a ticket: drawn in plain TypeScript, for Node and the browser. */
import QRCode from 'qrcode'
import type { GreyPicture } from './png.ts'

export interface SceneRecipe {
  /** The height of the picture, as a share of the film's height. */
  size: number
  /** Rotation in the picture's plane, in degrees. */
  turn: number
  /** Slant: how much narrower its upper edge appears (0: held straight). */
  slant: number
  /** Out of focus, as a share of the film's height (the blur's standard deviation). */
  blur: number
  /** The brightness of black and white, 0 to 255. */
  black: number
  white: number
  /** The sensor's noise: standard deviation in shades. */
  noise: number
}

const straight = { turn: 0, slant: 0, blur: 0.0006, black: 22, white: 228, noise: 2 }

/** The camera's view. Shares are of the film's height, so that a scene is the same at every resolution. */
export const scenes = {
  clean: { ...straight, size: 0.55 },
  turned: { ...straight, size: 0.5, turn: 33, slant: 0.14 },
  blurred: { ...straight, size: 0.58, turn: 4, blur: 0.0042, noise: 3 },
  dim: { ...straight, size: 0.55, turn: -6, blur: 0.001, black: 16, white: 52, noise: 5 },
  far: { ...straight, size: 0.29, turn: 3, blur: 0.0009, noise: 3 },
  degraded: { ...straight, size: 0.46, turn: 9, slant: 0.08, blur: 0.0026, black: 46, white: 118, noise: 7 },
} as const satisfies Record<string, SceneRecipe>

export type Scene = keyof typeof scenes

/** One still picture of a scene, in shades of grey. */
export function drawScene(shown: GreyPicture, recipe: SceneRecipe, width: number, height: number): GreyPicture {
  const sharp = place(shown, recipe, width, height)
  const blurred = blur(sharp, width, height, recipe.blur * height)
  const pixels = new Uint8Array(width * height)
  for (let at = 0; at < pixels.length; at++) {
    pixels[at] = recipe.black + ((blurred[at] ?? 0) * (recipe.white - recipe.black)) / 255
  }
  return { width, height, pixels }
}

/** A QR code with its quiet zone, eight pixels per module. */
export function drawCode(code: string): GreyPicture {
  const errorCorrectionLevel = code.length > 2000 ? 'L' : 'M'
  return drawModules(QRCode.create(code, { errorCorrectionLevel }).modules)
}

/** The same for existing modules. */
export function drawModules(modules: QRCode.QRCode['modules']): GreyPicture {
  const [quiet, scale] = [4, 8]
  const side = (modules.size + 2 * quiet) * scale
  const pixels = new Uint8Array(side * side).fill(255)
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const [row, column] = [Math.floor(y / scale) - quiet, Math.floor(x / scale) - quiet]
      const inside = row >= 0 && column >= 0 && row < modules.size && column < modules.size
      if (inside && modules.get(row, column)) pixels[y * side + x] = 0
    }
  }
  return { width: side, height: side, pixels }
}

/**
 * Draws the picture into the scene: scaled, slanted, rotated, on a grey table. Four samples per pixel keep edges
 * smooth.
 */
function place(shown: GreyPicture, recipe: SceneRecipe, width: number, height: number): Float32Array {
  const scale = (recipe.size * height) / shown.height
  const angle = (recipe.turn * Math.PI) / 180
  const [cosine, sine] = [Math.cos(angle), Math.sin(angle)]
  const sampleAt = (x: number, y: number): number => {
    const [dx, dy] = [x - width / 2, y - height / 2]
    const [u, v] = [(dx * cosine + dy * sine) / scale, (dy * cosine - dx * sine) / scale]
    const nearness = 1 - recipe.slant * (0.5 - v / shown.height)
    return sampleOf(shown, u / nearness + shown.width / 2, v / nearness + shown.height / 2)
  }
  const picture = new Float32Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const sum =
        sampleAt(x + 0.25, y + 0.25) +
        sampleAt(x + 0.75, y + 0.25) +
        sampleAt(x + 0.25, y + 0.75) +
        sampleAt(x + 0.75, y + 0.75)
      picture[y * width + x] = sum / 4
    }
  }
  return picture
}

const table = 140

function sampleOf({ width, height, pixels }: GreyPicture, x: number, y: number): number {
  if (x < 0 || y < 0 || x >= width || y >= height) return table
  return pixels[Math.floor(y) * width + Math.floor(x)] ?? table
}

/** Gaussian blur, rows then columns. */
function blur(picture: Float32Array, width: number, height: number, deviation: number): Float32Array {
  const reach = Math.ceil(deviation * 3)
  const weights = Array.from({ length: 2 * reach + 1 }, (_, at) =>
    Math.exp(-((at - reach) ** 2) / (2 * deviation ** 2)),
  )
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const pass = (from: Float32Array, step: number, limit: (at: number) => [number, number]): Float32Array => {
    const to = new Float32Array(from.length)
    for (let at = 0; at < from.length; at++) {
      const [before, after] = limit(at)
      let sum = 0
      for (let shift = -reach; shift <= reach; shift++) {
        sum += (weights[shift + reach] ?? 0) * (from[at + Math.max(-before, Math.min(after, shift)) * step] ?? 0)
      }
      to[at] = sum / total
    }
    return to
  }
  const acrossRow = (at: number): [number, number] => [at % width, width - 1 - (at % width)]
  const downColumn = (at: number): [number, number] => {
    const row = Math.floor(at / width)
    return [row, height - 1 - row]
  }
  return pass(pass(picture, 1, acrossRow), width, downColumn)
}

/**
 * The still as one frame of a film: with the sensor's grain, and a tremor of at most one pixel sideways.
 *
 * @param random numbers from 0 to 1, such as `seeded` gives
 */
export function frameOf(still: GreyPicture, noise: number, random: () => number): GreyPicture {
  const { width, height } = still
  const pixels = new Uint8Array(width * height)
  const tremor = Math.floor(random() * 3) - 1
  for (let at = 0; at < pixels.length; at++) {
    const column = Math.max(0, Math.min(width - 1, (at % width) + tremor))
    const grain = (random() + random() + random() + random() - 2) * 1.73 * noise
    pixels[at] = Math.max(0, Math.min(255, (still.pixels[at - (at % width) + column] ?? 0) + grain))
  }
  return { width, height, pixels }
}

/** The same numbers in every run (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
