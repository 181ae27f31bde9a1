import { expect, it } from 'vitest'
import { awaitedAnswer } from './awaitedAnswer.ts'

it('starts a new wait when the member confirms', () => {
  expect(awaitedAnswer({ id: 'a', confirmed: false })).not.toBe(awaitedAnswer({ id: 'a', confirmed: true }))
  expect(awaitedAnswer({ id: 'a', confirmed: true })).not.toBe(awaitedAnswer({ id: 'b', confirmed: true }))
})
