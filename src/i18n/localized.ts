import type { Language, LocalizedText } from '#contract/language.ts'

/** An editorial text in a language; where that is empty, in English. */
export function localized(text: LocalizedText, lang: Language): string {
  return text[lang] || text.en
}
