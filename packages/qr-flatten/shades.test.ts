import { expect, test } from 'vitest'
import { shadesOf } from './shades.ts'

const shades = shadesOf({ width: 3, height: 2, pixels: Uint8Array.of(0, 100, 200, 40, 140, 240) })

test('The centre of a pixel has its shade, and a point between centres their mean', () => {
  expect(shades(1.5, 0.5)).toBe(100)
  expect(shades(2.5, 1.5)).toBe(240)
  expect(shades(1, 0.5)).toBe(50)
  expect(shades(1, 1)).toBe(70)
})

test('Beyond the edge, the shade is that of the nearest pixel', () => {
  expect(shades(-9, -9)).toBe(0)
  expect(shades(50, 0.5)).toBe(200)
  expect(shades(50, 50)).toBe(240)
})
