import { expect, test } from 'vitest'
import { layGrid } from './moduleGrid.ts'

test('Every fourth module is a knot, and the modules between lie evenly', () => {
  const asked: string[] = []
  const grid = layGrid(21, (column, row) => {
    asked.push(`${column} ${row}`)
    return { x: 10 + 5 * column, y: 3 * row - column }
  })
  expect(asked).toHaveLength(36)
  expect(asked.slice(0, 6)).toEqual(['0 0', '4 0', '8 0', '12 0', '16 0', '20 0'])
  for (const [column, row] of [
    [0, 0],
    [7, 2],
    [20, 20],
    [13, 19],
  ] as const) {
    expect(grid.x[row * 21 + column]).toBeCloseTo(10 + 5 * column)
    expect(grid.y[row * 21 + column]).toBeCloseTo(3 * row - column)
  }
})
