import type { Point } from './cornerGeometry.ts'

/**
 * What is known of a bend: how far (pixels) a place in the code (modules) lies from where a flat code would have it.
 */
export interface ControlPoint {
  column: number
  row: number
  shift: Point
}

/**
 * The smoothest surface through control points, as thin sheet metal would bend. Source: F. L. Bookstein, Principal
 * warps: thin-plate splines and the decomposition of deformations (1989).
 *
 * @param controls at least three, not all on one line
 * @returns the shift at any place
 */
export function thinPlateSpline(controls: readonly ControlPoint[]): (column: number, row: number) => Point {
  const count = controls.length
  // An equation for each control point, and three that leave the sheet flat far away. The last two columns are the
  // right-hand sides.
  const equations = Array.from({ length: count + 3 }, () => new Float64Array(count + 5))
  controls.forEach((control, at) => {
    controls.forEach((other, column) => set(equations, at, column, bendOf(control, other)))
    for (const [extra, value] of [1, control.column, control.row].entries()) {
      set(equations, at, count + extra, value)
      set(equations, count + extra, at, value)
    }
    set(equations, at, count + 3, control.shift.x)
    set(equations, at, count + 4, control.shift.y)
  })
  const weights = solve(equations)
  return (column, row) => {
    const place = { column, row }
    const shift = { x: 0, y: 0 }
    const add = (index: number, value: number) => {
      shift.x += (weights[index]?.x ?? 0) * value
      shift.y += (weights[index]?.y ?? 0) * value
    }
    controls.forEach((control, index) => add(index, bendOf(control, place)))
    for (const [extra, value] of [1, column, row].entries()) add(count + extra, value)
    return shift
  }
}

interface Place {
  column: number
  row: number
}

/** The thin plate's response to a pull: r² log r², with r the distance. */
function bendOf(a: Place, b: Place): number {
  const squared = (a.column - b.column) ** 2 + (a.row - b.row) ** 2
  return squared === 0 ? 0 : squared * Math.log(squared)
}

function set(equations: readonly Float64Array[], row: number, column: number, value: number): void {
  const equation = equations[row]
  if (equation) equation[column] = value
}

/** Gauss-Jordan elimination with row pivoting; the last two columns are the right-hand sides. Changes the equations. */
function solve(equations: Float64Array[]): Point[] {
  const count = equations.length
  for (let column = 0; column < count; column++) {
    const size = (row: number) => Math.abs(equations[row]?.[column] ?? 0)
    let pivot = column
    for (let row = column + 1; row < count; row++) if (size(row) > size(pivot)) pivot = row
    const chosen = equations[pivot] ?? new Float64Array()
    equations[pivot] = equations[column] ?? chosen
    equations[column] = chosen
    equations.forEach((equation, row) => {
      const factor = (equation[column] ?? 0) / (chosen[column] ?? 1)
      if (row === column || factor === 0) return
      for (let at = column; at < equation.length; at++) equation[at] = (equation[at] ?? 0) - factor * (chosen[at] ?? 0)
    })
  }
  return equations.map((equation, row) => {
    const pivot = equation[row] ?? 1
    return { x: (equation[count] ?? 0) / pivot, y: (equation[count + 1] ?? 0) / pivot }
  })
}
