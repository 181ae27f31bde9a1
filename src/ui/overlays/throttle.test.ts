import { expect, test } from 'vitest'
import { createThrottle } from './throttle.ts'

test('A second press within the interval does nothing, a later press works', () => {
  let clock = 0
  const pass = createThrottle(1000, () => clock)
  const passed = [0, 999, 1000].filter((time) => {
    clock = time
    return pass()
  })
  expect(passed).toEqual([0, 1000])
})
