import { setupI18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { clubSentences, faultSentence } from '#contract/errors.ts'
import { messages } from '#src/i18n/locales/registration/tc.po'
import { wordsOfFailure } from './failureWords.ts'

const i18n = setupI18n({ locale: 'tc', messages: { tc: messages } })

test('What the club’s server says of itself is said in the language of the page', () => {
  for (const sentence of [...Object.values(clubSentences), faultSentence('4711')])
    expect(wordsOfFailure(i18n, sentence)).toMatch(/\p{Script=Han}/u)
  expect(wordsOfFailure(i18n, faultSentence('4711'))).toContain('4711')
})

test('Another backend’s sentence is shown as it comes, and what was thrown is not', () => {
  expect(wordsOfFailure(i18n, 'We are moving house until noon.')).toBe('We are moving house until noon.')
  expect(wordsOfFailure(i18n, null)).toMatch(/\p{Script=Han}/u)
})
