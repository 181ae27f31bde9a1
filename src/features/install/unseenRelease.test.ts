import { expect, test } from 'vitest'
import { releases } from './releases.ts'
import { unseenRelease } from './unseenRelease.ts'

test('A first visit has no news, and a device that was there before the first news has', () => {
  expect(unseenRelease(null, 3, false)).toBeNull()
  expect(unseenRelease(null, 3, true)).toBe(3)
})

test('News is told once, also to a device that has missed a release', () => {
  expect(unseenRelease('1', 3, true)).toBe(3)
  expect(unseenRelease('3', 3, true)).toBeNull()
  expect(unseenRelease('4', 3, true)).toBeNull()
})

test('Releases are in their order, newest first', () => {
  const numbers = releases.map(({ number }) => number)
  expect(numbers).toEqual(numbers.toSorted((one, other) => other - one))
})
