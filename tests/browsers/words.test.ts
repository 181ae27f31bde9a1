import { expect, it } from 'vitest'
import { translationsOf } from '#tests/support/translations.ts'
import { words } from './words.ts'

it('The journeys in other browsers look for words that the app says', async () => {
  const say = await translationsOf('en')
  expect(Object.values(words).map((text) => say(text))).toEqual(Object.values(words))
})
