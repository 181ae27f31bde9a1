import { expect, it } from 'vitest'
import { plotScale } from './plotScale.ts'

it('draws lines at round numbers, which hold the highest and the lowest value', () => {
  expect(plotScale(870).lines).toEqual([1000, 500, 0])
  expect(plotScale(38).lines).toEqual([40, 30, 20, 10, 0])
  expect(plotScale(1_234_567, 400_000).lines).toEqual([1_500_000, 1_000_000, 500_000, 0, -500_000])
})

it('places values between the lines, in both directions by the same measure', () => {
  const { placeOf } = plotScale(300, 100)
  expect([300, 0, -100].map(placeOf)).toEqual([0, 75, 100])
})

it('has a line at 1 where there is nothing to draw', () => {
  expect(plotScale(0).lines).toEqual([1, 0])
})
