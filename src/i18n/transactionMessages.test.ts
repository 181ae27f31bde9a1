import { setupI18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { languages } from '#contract/language.ts'
import { transactionKinds } from '#contract/member/points.ts'
import { messages as en } from './locales/members/en.po'
import { messages as sc } from './locales/members/sc.po'
import { messages as tc } from './locales/members/tc.po'
import { transactionMessage } from './transactionMessages.ts'

const catalogs = { en, tc, sc }
const codes = Object.values(transactionKinds).flat()
const textsIn = (language: keyof typeof catalogs) => {
  const i18n = setupI18n({ locale: language, messages: catalogs })
  return codes.map((code) => transactionMessage({ description: code }, language, i18n))
}

test.each(languages)('Every type of point transaction has a text of its own, in %s', (language) => {
  const texts = textsIn(language)
  expect(new Set(texts).size).toBe(codes.length)
  expect(texts.filter((text) => /\p{Script=Han}/u.test(text))).toHaveLength(language === 'en' ? 0 : codes.length)
  expect(texts).not.toContain('')
})

test('A type that a later version brings is shown as it is', () => {
  expect(transactionMessage({ description: 'A code of next year' }, 'en', setupI18n())).toBe('A code of next year')
})
