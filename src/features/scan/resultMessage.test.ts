import * as v from 'valibot'
import { expect, test } from 'vitest'
import { StaticContents } from '#contract/content.ts'
import { resultMessage } from './resultMessage.ts'

const contents = v.parse(StaticContents, {
  ticket_keys: [],
  performances: [],
  scan_result_messages: [
    { code: 'success', seq: 1, name: { en: 'Thank you' }, content: { en: '<p>Thank you for coming.</p>' } },
    { code: 'expired', seq: 2, name: { en: 'Too late' }, content: {} },
  ],
})

test('A scan that brought points is thanked for in the words of the contents', () => {
  expect(resultMessage('credited', contents)).toMatchObject({ code: 'success' })
})

test('Without words of its own, or without contents, a result keeps the product’s words', () => {
  expect(resultMessage('expired', contents)).toBeNull()
  expect(resultMessage('invalid', contents)).toBeNull()
  expect(resultMessage('credited', undefined)).toBeNull()
})

test('A scan that is only saved is nobody’s result yet', () => {
  expect(resultMessage('saved', contents)).toBeNull()
})
