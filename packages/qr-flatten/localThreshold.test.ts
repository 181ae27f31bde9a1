import { expect, test } from 'vitest'
import { localThreshold } from './localThreshold.ts'
import { layGrid } from './moduleGrid.ts'

const size = 29
const grid = layGrid(size, (column, row) => ({ x: column + 0.5, y: row + 0.5 }))

const chequered = (x: number, y: number) => (Math.floor(x) + Math.floor(y)) % 2 === 0

test('The threshold lies between dark and light, in the light and in the shadow', () => {
  const shades = (x: number, y: number) => (chequered(x, y) ? 40 : 200) * (x < size / 2 ? 1 : 0.3)
  const { threshold, contrast } = localThreshold(grid, shades)
  expect(threshold[14 * size]).toBeCloseTo(120)
  expect(contrast[14 * size]).toBeCloseTo(80)
  expect(threshold[14 * size + 28]).toBeCloseTo(36)
  expect(contrast[14 * size + 28]).toBeCloseTo(24)
})

test('Plain paper has the least contrast that counts', () => {
  const { threshold, contrast } = localThreshold(grid, () => 180)
  expect(new Set(threshold)).toEqual(new Set([180]))
  expect(new Set(contrast)).toEqual(new Set([4]))
})
