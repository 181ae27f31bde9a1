import { expect, test } from 'vitest'
import { tilesOf } from './tiles.ts'

test('A small image is read in one piece, unscaled', () => {
  expect(tilesOf(1600, 1200)).toEqual([{ area: { x: 0, y: 0, width: 1600, height: 1200 }, scale: 1 }])
})

test.each([
  [4032, 3024],
  [3024, 4032],
  [6936, 9248],
  [12_000, 600],
])('Every pixel of %i x %i lies in a tile at full size, and the whole in one small tile', (width, height) => {
  const tiles = tilesOf(width, height)
  expect(tiles[0]?.area).toEqual({ x: 0, y: 0, width, height })
  for (const { area, scale } of tiles) {
    expect(area.x).toBeGreaterThanOrEqual(0)
    expect(area.y).toBeGreaterThanOrEqual(0)
    expect(area.x + area.width).toBeLessThanOrEqual(width)
    expect(area.y + area.height).toBeLessThanOrEqual(height)
    expect(Math.max(area.width, area.height) * scale).toBeLessThanOrEqual(2048)
  }
  const full = tiles.filter(({ scale }) => scale === 1).map(({ area }) => area)
  for (let y = 0; y < height; y += 97) {
    for (let x = 0; x < width; x += 97) {
      expect(
        full.some((area) => x >= area.x && x < area.x + area.width && y >= area.y && y < area.y + area.height),
      ).toBe(true)
    }
  }
})

test('A code of up to 512 pixels lies completely in one tile, at any position', () => {
  const full = tilesOf(4032, 3024).filter(({ scale }) => scale === 1)
  const side = 512
  for (let y = 0; y + side <= 3024; y += 61) {
    for (let x = 0; x + side <= 4032; x += 61) {
      const whole = full.some(
        ({ area }) => x >= area.x && y >= area.y && x + side <= area.x + area.width && y + side <= area.y + area.height,
      )
      expect(whole, `a code at ${x}, ${y}`).toBe(true)
    }
  }
})
