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

test('A scan that earned points shows the thank-you text of the contents', () => {
  expect(statusContent('credited', contents, 'en')).toMatchObject({ code: 'success' })
})

test('A result without its own text, or without contents, shows the default text of the product', () => {
  expect(statusContent('expired', contents, 'en')).toBeNull()
  expect(statusContent('invalid', contents, 'en')).toBeNull()
  expect(statusContent('credited', undefined, 'en')).toBeNull()
})

test('A text in only some languages is shown only to readers of these languages', () => {
  expect(statusContent('pending', contents, 'tc')).toMatchObject({ code: 'pending' })
  expect(statusContent('pending', contents, 'sc')).toMatchObject({ code: 'pending' })
  expect(statusContent('pending', contents, 'en')).toBeNull()
})

test('A found ticket has a text before it has a result', () => {
  expect(statusContent('to_confirm', contents, 'en')).toMatchObject({ code: 'found' })
  expect(statusContent('to_confirm', undefined, 'en')).toBeNull()
  expect(statusContent('unidentified', contents, 'en')).toBeNull()
})

test('A scan that is only saved shows no result text', () => {
  expect(statusContent('queued', contents, 'en')).toBeNull()
})
