import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { drawCode, drawScene, frameOf, scenes, seeded, type Scene } from '#tests/support/scenes.ts'
import { distinctCodes, readGrayscale } from './readPasses.ts'
import type { Grayscale } from './grayscale.ts'
import { openReader, type Reader } from './zxing.ts'

const ticket = `eyJhbGciOiJFZERTQSJ9.${'Q2x1YiBCcmF2bw'.repeat(6)}.${'c2lnbmF0dXJl'.repeat(7)}`

let reader: Reader

beforeAll(async () => {
  const wasm = await readFile(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')))
  reader = await openReader({ bytes: new Uint8Array(wasm).buffer })
})

function seen(scene: Scene, width: number, height: number): Grayscale {
  const still = drawScene(drawCode(ticket), scenes[scene], width, height)
  const { pixels } = frameOf(still, scenes[scene].noise, seeded(7))
  return { width, height, pixels: new Uint8Array(pixels) }
}

test.each(['clean', 'turned', 'blurred', 'dim', 'far'] as const)('The fast pass reads a %s code', async (scene) => {
  const codes = await readGrayscale(seen(scene, 1280, 720), reader, 'glance')
  expect(codes).toMatchObject([{ kind: 'text', text: ticket }])
})

test('The thorough pass reads what the fast pass misses: grainy, blurred and pale codes', async () => {
  const shades = seen('degraded', 1280, 720)
  expect(await readGrayscale(shades, reader, 'glance')).toEqual([])
  expect(await readGrayscale(shades, reader, 'quick')).toMatchObject([{ kind: 'text', text: ticket }])
})

test('The thorough pass returns the corners at the position of the code', async () => {
  const [code] = await readGrayscale(seen('degraded', 1280, 720), reader, 'quick')
  const { size } = scenes.degraded
  for (const { x, y } of code?.corners ?? []) {
    expect(Math.hypot(x - 640, y - 360)).toBeLessThan(size * 720 * 0.75)
    expect(Math.hypot(x - 640, y - 360)).toBeGreaterThan(size * 720 * 0.4)
  }
  expect(code?.corners).toHaveLength(4)
})

test('Noise is never read as a code', async () => {
  const random = seeded(11)
  const pixels = Uint8Array.from({ length: 480 * 480 }, () => Math.floor(random() * 256))
  expect(await readGrayscale({ width: 480, height: 480, pixels }, reader, 'thorough')).toEqual([])
})

test('The same text found twice is one code, and two texts are two', () => {
  const point = { x: 0, y: 0 }
  const corners = [point, point, point, point] as const
  const code = (text: string) => ({ kind: 'text' as const, text, corners: [...corners] as [...typeof corners] })
  expect(distinctCodes([code('a'), code('b'), code('a')]).map((found) => 'text' in found && found.text)).toEqual([
    'a',
    'b',
  ])
})
