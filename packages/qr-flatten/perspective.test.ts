import { expect, test } from 'vitest'
import type { Corners } from './cornerGeometry.ts'
import { perspectiveTransform } from './perspective.ts'

const seenAtAnAngle: Corners = [
  { x: 10, y: 20 },
  { x: 110, y: 30 },
  { x: 95, y: 140 },
  { x: 22, y: 118 },
]

test('The corners of a code are laid onto its corners in the picture', () => {
  const transform = perspectiveTransform(29, seenAtAnAngle)
  const places = [transform(0, 0), transform(29, 0), transform(29, 29), transform(0, 29)]
  places.forEach((place, at) => {
    expect(place.x).toBeCloseTo(seenAtAnAngle[at]?.x ?? Number.NaN)
    expect(place.y).toBeCloseTo(seenAtAnAngle[at]?.y ?? Number.NaN)
  })
})

test('Straight lines stay straight: the diagonals cross in the middle', () => {
  const { x, y } = perspectiveTransform(21, seenAtAnAngle)(10.5, 10.5)
  const [a, b, c, d] = seenAtAnAngle
  expect((c.x - a.x) * (y - a.y)).toBeCloseTo((c.y - a.y) * (x - a.x))
  expect((d.x - b.x) * (y - b.y)).toBeCloseTo((d.y - b.y) * (x - b.x))
})

test('A code seen from straight above has modules of one size', () => {
  const transform = perspectiveTransform(10, [
    { x: 5, y: 5 },
    { x: 25, y: 5 },
    { x: 25, y: 25 },
    { x: 5, y: 25 },
  ])
  expect(transform(1, 0)).toEqual({ x: 7, y: 5 })
  expect(transform(9, 4)).toEqual({ x: 23, y: 13 })
})
