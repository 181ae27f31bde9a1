import { expect, test } from 'vitest'
import { findPattern, likeness, nestedSquares } from './patternSearch.ts'
import type { Shades } from './shades.ts'

const alignment = nestedSquares(2, (ring) => ring !== 1)
/** Modules of five pixels, upright. */
const axes = { right: { x: 5, y: 0 }, down: { x: 0, y: 5 } }

/** An alignment pattern with its centre at a point, on a plain ground. */
function patternAt(x: number, y: number, dark: number, light: number): Shades {
  return (atX, atY) => {
    const ring = Math.round(Math.max(Math.abs(atX - x), Math.abs(atY - y)) / 5)
    return ring === 0 || ring === 2 ? dark : light
  }
}

test('A pattern is like itself at any contrast, unlike its negative, and not like plain paper', () => {
  const centre = { x: 50, y: 40 }
  expect(likeness(alignment, patternAt(50, 40, 0, 255), centre, axes)).toBeCloseTo(1)
  expect(likeness(alignment, patternAt(50, 40, 120, 140), centre, axes)).toBeCloseTo(1)
  expect(likeness(alignment, patternAt(50, 40, 200, 30), centre, axes)).toBeCloseTo(-1)
  expect(likeness(alignment, () => 90, centre, axes)).toBe(0)
})

test('A pattern is found up to three modules from where it should be', () => {
  const found = findPattern(alignment, patternAt(50 + 2.75 * 5, 40 - 3 * 5, 20, 200), { x: 50, y: 40 }, axes, 3)
  expect(found.likeness).toBeGreaterThan(0.9)
  expect(found.centre.x).toBeCloseTo(63.75, -1)
  expect(found.centre.y).toBeCloseTo(25, -1)
})
