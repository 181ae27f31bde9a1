import { expect, test } from 'vitest'
import { mailLanguage } from './mailLanguage.ts'

test('A member reads mails in the language of their profile, or that of their account until the profile is completed', () => {
  const known = { preferred: 'en', isProfileCompleted: false, account: 'tc' } as const
  expect(mailLanguage(known)).toBe('tc')
  expect(mailLanguage({ ...known, isProfileCompleted: true })).toBe('en')
  expect(mailLanguage({ ...known, preferred: 'tc', isProfileCompleted: true })).toBe('tc')
  expect(mailLanguage({ ...known, account: null })).toBe('en')
})

test('Whoever prefers Chinese and joined in Simplified Chinese reads Simplified Chinese', () => {
  expect(mailLanguage({ preferred: 'tc', isProfileCompleted: true, account: 'sc' })).toBe('sc')
  expect(mailLanguage({ preferred: 'en', isProfileCompleted: true, account: 'sc' })).toBe('en')
})
