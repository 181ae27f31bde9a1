import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import QRCode from 'qrcode'
import { beforeAll, expect, test } from 'vitest'
import { drawCode, drawModules, drawScene, frameOf, scenes, seeded, type Scene } from '#tests/support/scenes.ts'
import { drawBentTicket } from '#tests/support/bentTickets.ts'
import { distinctCodes, glance, lookHarder, photoBudget, readGrayscale } from './readPasses.ts'
import type { Corners } from '#qr-flatten/cornerGeometry.ts'
import type { Grayscale } from '#qr-flatten/grayscale.ts'
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

test.each([
  ['rolled', 13],
  ['crumpled', 1],
] as const)('A %s ticket is flattened in the thorough pass, not in the quick one', async (bend, seed) => {
  const { width, height, pixels } = drawBentTicket(ticket, bend, seed)
  const picture = { width, height, pixels: new Uint8Array(pixels) }
  expect(await readGrayscale(picture, reader, 'quick')).toEqual([])
  const [code, ...others] = await readGrayscale(picture, reader, 'thorough')
  expect(others).toEqual([])
  expect(code).toMatchObject({ kind: 'text', text: ticket })
  for (const { x, y } of code?.corners ?? []) expect(Math.hypot(x - 320, y - 320)).toBeLessThan(320)
})

test('A picture with many unreadable codes stops flattening when its budget is spent', async () => {
  const side = 200
  const picture = { width: side, height: side, pixels: new Uint8Array(side * side).fill(200) }
  const corners: Corners = [
    { x: 20, y: 20 },
    { x: 180, y: 20 },
    { x: 180, y: 180 },
    { x: 20, y: 180 },
  ]
  const size = 177
  const unreadable: Reader = () => Promise.resolve({ codes: [], unread: [{ corners, size, isInverted: false }] })
  const budget = photoBudget()
  expect(await glance(picture, unreadable, budget)).toEqual([])
  expect(await lookHarder(picture, unreadable, 'thorough', budget)).toEqual([])
  // One code may exceed the budget, no second one.
  expect(budget.modules).toBe(photoBudget().modules - size ** 2)
})

test('Three finder patterns around noise are never read as a code', async () => {
  const random = seeded(21)
  const modules = QRCode.create(ticket, { errorCorrectionLevel: 'L' }).modules
  const { size } = modules
  modules.data.set(modules.data.map((dark, at) => (modules.reservedBit[at] === 1 ? dark : random() < 0.5 ? 1 : 0)))
  expect(size).toBeGreaterThan(30)
  const { width, height, pixels } = drawModules(modules)
  const picture = { width, height, pixels: new Uint8Array(pixels) }
  expect((await reader(picture, 'neighbours')).unread).not.toEqual([])
  expect(await readGrayscale(picture, reader, 'thorough')).toEqual([])
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
