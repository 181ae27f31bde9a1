import { setupI18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { actorText } from './actorText.ts'

test('A periodic task has words, one of a later version its own name, and somebody on the staff theirs', () => {
  const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
  expect(actorText('timer:Renewing memberships', i18n)).toBe('Automatic task: renewing memberships')
  expect(actorText('timer:Tuning', i18n)).toBe('Automatic task: Tuning')
  expect(actorText('cli:operator', i18n)).toBe('Command by operator')
  expect(actorText('owner@clubbravo.test', i18n)).toBe('owner@clubbravo.test')
})
