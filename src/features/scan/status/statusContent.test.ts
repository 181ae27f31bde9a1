import * as v from 'valibot'
import { expect, test } from 'vitest'
import { StaticContents } from '#contract/content.ts'
import { statusContent } from './statusContent.ts'

const contents = v.parse(StaticContents, {
  ticket_keys: [],
  performances: [],
  scan_result_messages: [
    { code: 'success', seq: 1, name: { en: 'Thank you' }, content: { en: '<p>Thank you for coming.</p>' } },
    { code: 'expired', seq: 2, name: { en: 'Too late' }, content: {} },
    { code: 'pending', seq: 3, name: { en: 'Later' }, content: { tc: '<p>積分會自動加入。</p>' } },
    { code: 'found', seq: 4, name: { en: 'Yours?' }, content: { en: '<p>If all is right, confirm.</p>' } },
  ],
})

test('A scan that brought points is thanked for in the words of the contents', () => {
  expect(statusContent('credited', contents, 'en')).toMatchObject({ code: 'success' })
})

test('Without words of its own, or without contents, a result keeps the product’s words', () => {
  expect(statusContent('expired', contents, 'en')).toBeNull()
  expect(statusContent('invalid', contents, 'en')).toBeNull()
  expect(statusContent('credited', undefined, 'en')).toBeNull()
})

test('Words that only some languages have are for readers of these', () => {
  expect(statusContent('pending', contents, 'tc')).toMatchObject({ code: 'pending' })
  expect(statusContent('pending', contents, 'sc')).toMatchObject({ code: 'pending' })
  expect(statusContent('pending', contents, 'en')).toBeNull()
})

test('A ticket that was found has words before it is anybody’s result', () => {
  expect(statusContent('to_confirm', contents, 'en')).toMatchObject({ code: 'found' })
  expect(statusContent('to_confirm', undefined, 'en')).toBeNull()
  expect(statusContent('unidentified', contents, 'en')).toBeNull()
})

test('A scan that is only saved is nobody’s result yet', () => {
  expect(statusContent('queued', contents, 'en')).toBeNull()
})
