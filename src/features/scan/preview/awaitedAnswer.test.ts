import { expect, it } from 'vitest'
import { awaitedAnswerKey } from './awaitedAnswer.ts'

it('starts a new wait when the member confirms', () => {
  expect(awaitedAnswerKey({ id: 'a', confirmed: false })).not.toBe(awaitedAnswerKey({ id: 'a', confirmed: true }))
  expect(awaitedAnswerKey({ id: 'a', confirmed: true })).not.toBe(awaitedAnswerKey({ id: 'b', confirmed: true }))
})
