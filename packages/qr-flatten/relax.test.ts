import QRCode from 'qrcode'
import { expect, test } from 'vitest'
import { drawModules } from '#tests/support/scenes.ts'
import { knownModules } from './knownModules.ts'
import { localThreshold } from './localThreshold.ts'
import { layGrid } from './moduleGrid.ts'
import { noShifts, relax } from './relax.ts'
import { shadesOf } from './shades.ts'

/** Eight pixels a module, with a quiet zone of four modules. */
const drawing = drawModules(QRCode.create('CB', { version: 2 }).modules)
const shades = shadesOf({ ...drawing, pixels: new Uint8Array(drawing.pixels) })
const size = 25
const centre = (column: number, row: number) => ({ x: (column + 4.5) * 8, y: (row + 4.5) * 8 })

/**
 * The greatest distance of a module from where it is drawn, in modules, after three passes over a grid that is off by
 * `shift`.
 */
function distanceAfterRelaxing(shift: (column: number, row: number) => { x: number; y: number }): number {
  const grid = layGrid(size, (column, row) => {
    const [{ x, y }, off] = [centre(column, row), shift(column, row)]
    return { x: x + off.x * 8, y: y + off.y * 8 }
  })
  const fit = { grid, shades, local: localThreshold(grid, shades), known: knownModules(2) }
  const shifts = noShifts(size)
  for (const step of [0.8, 0.4, 0.27]) relax(fit, shifts, step * 8, 8)
  const distances = Array.from(grid.x, (x, at) => {
    const drawn = centre(at % size, Math.floor(at / size))
    return Math.hypot(x - drawn.x, (grid.y[at] ?? 0) - drawn.y) / 8
  })
  return Math.max(...distances)
}

test('A grid in its place stays on its modules', () => {
  expect(distanceAfterRelaxing(() => ({ x: 0, y: 0 }))).toBeLessThan(0.5)
})

test('A grid that is off by up to half a module, to either side, is moved onto its modules', () => {
  expect(distanceAfterRelaxing((column, row) => ({ x: 0.5 - column / 24, y: row / 40 - 0.3 }))).toBeLessThan(0.5)
})
