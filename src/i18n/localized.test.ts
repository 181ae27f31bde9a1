import { expect, test } from 'vitest'
import { languages } from '#contract/language.ts'
import { chooseText, isWritten, localized } from './localized.ts'

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

test.each([
  [
    { en: 'Hall', tc: '', sc: '' },
    { en: true, tc: true, sc: true },
  ],
  [
    { en: '', tc: '音樂廳', sc: '' },
    { en: false, tc: true, sc: true },
  ],
  [
    { en: '', tc: '', sc: '音乐厅' },
    { en: false, tc: false, sc: true },
  ],
  [
    { en: ' ', tc: '', sc: '' },
    { en: false, tc: false, sc: false },
  ],
] as const)('%o is written for readers of %o', (text, readers) => {
  for (const lang of languages) expect(isWritten(text, lang)).toBe(readers[lang])
})
