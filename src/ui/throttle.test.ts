import { expect, test } from 'vitest'
import { throttle } from '#src/ui/throttle.ts'

test('A second press within the time does nothing, a later one does', () => {
  let clock = 0
  const done: string[] = []
  const press = throttle(1000, () => clock)
  press(() => done.push('profile'))
  clock = 999
  press(() => done.push('close'))
  clock = 1000
  press(() => done.push('close again'))
  expect(done).toEqual(['profile', 'close again'])
})
