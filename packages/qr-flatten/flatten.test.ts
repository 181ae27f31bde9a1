import QRCode from 'qrcode'
import { expect, test } from 'vitest'
import { drawCode, seeded } from '#tests/support/scenes.ts'
import type { Corners } from './cornerGeometry.ts'
import type { Grayscale } from './grayscale.ts'
import { flatten } from './flatten.ts'

const text = 'CLUB-BRAVO-2026-000123'
const modules = QRCode.create(text, { errorCorrectionLevel: 'M' }).modules
const { size } = modules
/** The side of the picture in pixels. */
const side = 400

/** A picture of which each pixel is taken from a place in the drawing of a code, both in shares of their sides. */
function drawn(placeOf: (x: number, y: number) => { x: number; y: number }): Grayscale {
  const drawing = drawCode(text)
  const pixels = Uint8Array.from({ length: side * side }, (_, at) => {
    const { x, y } = placeOf((at % side) / side, Math.floor(at / side) / side)
    const [column, row] = [Math.floor(x * drawing.width), Math.floor(y * drawing.height)]
    if (column < 0 || row < 0 || column >= drawing.width || row >= drawing.height) return 200
    return 30 + (drawing.pixels[row * drawing.width + column] ?? 0) * 0.7
  })
  return { width: side, height: side, pixels }
}

const wave = (at: number) => 0.05 * Math.sin(at * Math.PI)
/** The paper bulges in its middle, up to 5 % of the picture: one to two modules. */
const bent = drawn((x, y) => ({ x: x + wave(y), y: y - wave(x) }))

/** The corners of the code's modules, within the quiet zone, as if it were flat. */
const corners = ((): Corners => {
  const near = (4 / (size + 8)) * side
  const far = side - near
  return [
    { x: near, y: near },
    { x: far, y: near },
    { x: far, y: far },
    { x: near, y: far },
  ]
})()

/** The share of modules that a flat drawing shows as the code has them. */
function shareRight(flat: Grayscale | null): number {
  if (flat === null) return 0
  let right = 0
  for (let at = 0; at < size * size; at++) {
    const [column, row] = [at % size, Math.floor(at / size)]
    const pixel = flat.pixels[((row + 4) * 3 + 1) * flat.width + (column + 4) * 3 + 1]
    if ((pixel === 0) === (modules.get(row, column) === 1)) right++
  }
  return right / (size * size)
}

test('A code on paper that bulges is drawn flat, module by module', () => {
  const flat = flatten(bent, { corners, size, isInverted: false })
  expect(flat?.width).toBe((size + 8) * 3)
  expect(shareRight(flat)).toBe(1)
})

test('A bent code that is light on dark is drawn dark on light', () => {
  const negative = { ...bent, pixels: bent.pixels.map((shade) => 255 - shade) }
  expect(shareRight(flatten(negative, { corners, size, isInverted: true }))).toBe(1)
})

test('What has no grid of a code is given up: another size, plain paper, noise', () => {
  expect(flatten(bent, { corners, size: size + 1, isInverted: false })).toBeNull()
  expect(flatten(bent, { corners, size: size + 16, isInverted: false })).toBeNull()
  const random = seeded(5)
  for (const shade of [() => 210, () => Math.floor(random() * 256)]) {
    const pixels = Uint8Array.from({ length: side * side }, shade)
    expect(flatten({ width: side, height: side, pixels }, { corners, size, isInverted: false })).toBeNull()
  }
})
