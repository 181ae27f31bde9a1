import { expect, test } from 'vitest'
import { thinPlateSpline, type ControlPoint } from './thinPlateSpline.ts'

const places = [
  [3, 3],
  [25, 3],
  [3, 25],
  [22, 22],
  [14, 9],
] as const
const controlsBy = (shift: (column: number, row: number) => { x: number; y: number }): ControlPoint[] =>
  places.map(([column, row]) => ({ column, row, shift: shift(column, row) }))

test('The surface goes through its control points', () => {
  const controls = controlsBy((column, row) => ({ x: Math.sin(column), y: Math.cos(row * 2) }))
  const shiftAt = thinPlateSpline(controls)
  for (const { column, row, shift } of controls) {
    expect(shiftAt(column, row).x).toBeCloseTo(shift.x)
    expect(shiftAt(column, row).y).toBeCloseTo(shift.y)
  }
})

const stretch = (column: number, row: number) => ({ x: 2 + 0.1 * column - 0.3 * row, y: -1 + 0.2 * column })

test('What is only moved, turned or stretched stays flat, far from the control points too', () => {
  const { x, y } = thinPlateSpline(controlsBy(stretch))(60, -20)
  expect(x).toBeCloseTo(stretch(60, -20).x)
  expect(y).toBeCloseTo(stretch(60, -20).y)
})
