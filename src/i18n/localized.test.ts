import { expect, test } from 'vitest'
import { chooseText, localized } from './localized.ts'

test.each([
  [{ en: 'Hall', tc: '音樂廳', sc: '音乐厅' }, 'sc', '音乐厅', undefined],
  [{ en: 'Hall', tc: '音樂廳', sc: '' }, 'sc', '音樂廳', 'zh-Hant-HK'],
  [{ en: 'Hall', tc: ' ', sc: '' }, 'sc', 'Hall', 'en'],
  [{ en: 'Hall', tc: '', sc: '音乐厅' }, 'tc', 'Hall', 'en'],
  [{ en: '', tc: '音樂廳', sc: '' }, 'en', '', undefined],
] as const)('%o in %s is %s', (text, lang, shown, tag) => {
  expect(chooseText(text, lang)).toMatchObject({ text: shown, tag })
  expect(localized(text, lang)).toBe(shown)
})
