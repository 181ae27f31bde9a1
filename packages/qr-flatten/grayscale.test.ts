import { expect, test } from 'vitest'
import { brightness, cropped, enlarged, toRgba, toGrayscale, sharpened, smoothed, type Grayscale } from './grayscale.ts'

const picture = (rows: readonly (readonly number[])[]): Grayscale => ({
  width: rows[0]?.length ?? 0,
  height: rows.length,
  pixels: Uint8Array.from(rows.flat()),
})
const flat = (shade: number) => picture(Array.from({ length: 12 }, () => Array.from({ length: 15 }, () => shade)))

test('Grayscale values survive conversion to colours and back', () => {
  const shades = picture([
    [0, 17, 128],
    [200, 254, 255],
  ])
  expect(toGrayscale(toRgba(shades))).toEqual(shades)
})

test('Colours become as light as they look', () => {
  const data = Uint8ClampedArray.from([255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255])
  const [red = 0, green = 0, blue = 0] = toGrayscale({ width: 3, height: 1, data }).pixels
  expect(green).toBeGreaterThan(red)
  expect(red).toBeGreaterThan(blue)
})

test('A region of an image is cut at its position', () => {
  const shades = picture([
    [1, 2, 3],
    [4, 5, 6],
    [7, 8, 9],
  ])
  expect([...cropped(shades, { x: 1, y: 1, width: 2, height: 2 }).pixels]).toEqual([5, 6, 8, 9])
})

test('Enlarging preserves the end values and interpolates between them', () => {
  const { width, height, pixels } = enlarged(picture([[0, 200]]), 2)
  expect([width, height]).toEqual([4, 2])
  expect([...pixels.subarray(0, 4)]).toEqual([0, 50, 150, 200])
})

test('A uniform image stays unchanged when smoothed or sharpened, up to its edges', () => {
  for (const shade of [0, 91, 255]) {
    expect(new Set(smoothed(flat(shade)).pixels)).toEqual(new Set([shade]))
    expect(new Set(sharpened(flat(shade)).pixels)).toEqual(new Set([shade]))
  }
})

test('Smoothing reduces grain, and sharpening increases edge contrast', () => {
  const grain = flat(100)
  grain.pixels[6 * 15 + 7] = 200
  expect(Math.max(...smoothed(grain).pixels)).toBe(125)
  const edge = picture(Array.from({ length: 12 }, () => Array.from({ length: 12 }, (_, x) => (x < 6 ? 90 : 118))))
  const row = sharpened(edge).pixels.subarray(60, 72)
  expect((row[6] ?? 0) - (row[5] ?? 0)).toBeGreaterThan(70)
})

test('Brightness is the mean of all values', () => {
  expect(brightness(flat(37))).toBe(37)
  expect(brightness(picture([]))).toBe(0)
})
