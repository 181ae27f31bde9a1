import { expect, test } from 'vitest'
import { scanRegion } from './region.ts'

test('The region is a square in the middle, two thirds of the shorter side', () => {
  expect(scanRegion(1920, 1080)).toEqual({ x: 600, y: 180, width: 720, height: 720 })
  expect(scanRegion(1080, 1920)).toEqual({ x: 180, y: 600, width: 720, height: 720 })
  expect(scanRegion(640, 480)).toEqual({ x: 160, y: 80, width: 320, height: 320 })
})

test('The region’s corners are valid for cutting a video frame', () => {
  for (const [width, height] of [
    [1279, 719],
    [321, 243],
    [853, 480],
  ] as const) {
    for (const value of Object.values(scanRegion(width, height))) expect(value % 2).toBe(0)
  }
})
