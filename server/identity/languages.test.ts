import { expect, test } from 'vitest'
import { chooseLanguage } from './languages.ts'

test.each([
  [['tc'], 'tc'],
  [['zh-Hans-CN'], 'sc'],
  [['zh-SG'], 'sc'],
  [['zh-MY'], 'sc'],
  [['zh-Hant-HK'], 'tc'],
  [['zh'], 'tc'],
  [['zh-TW'], 'tc'],
  [['en-GB'], 'en'],
  [['fr-FR zh-HK en'], 'tc'],
  [['fr-FR, zh-CN;q=0.8, en;q=0.5'], 'sc'],
  [[undefined, '', 'xx', 'zh-HK'], 'tc'],
  [['sc', 'tc'], 'sc'],
  [['ensemble', 'zhx'], 'en'],
  [[], 'en'],
  [[42, { lang: 'tc' }], 'en'],
])('%j is answered in %s', (sources, language) => {
  expect(chooseLanguage(...sources)).toBe(language)
})
