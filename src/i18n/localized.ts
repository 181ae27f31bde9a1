import { languageTags, type Language, type LocalizedText, textIn } from '#contract/language.ts'

/** A text to show, with its language, which may be a fallback. */
export interface ChosenText {
  text: string
  lang: Language
  /** The `lang` attribute if it differs from the page's, for screen readers and fonts. */
  tag: string | undefined
}

/** An editorial text in a language or its first fallback that is written; empty if there is none. */
export function chooseText(text: LocalizedText, lang: Language): ChosenText {
  const { text: chosen, language } = textIn(text, lang)
  return { text: chosen, lang: language, tag: language === lang ? undefined : languageTags[language] }
}

/**
 * Whether an editorial text has anything for readers of a language. English readers are never shown Chinese instead.
 */
export function isWritten(text: LocalizedText, lang: Language): boolean {
  return chooseText(text, lang).text.trim() !== ''
}

/** An editorial text in a language, else in the next best (sc, tc, en): for places that only take a string. */
export function localized(text: LocalizedText, lang: Language): string {
  return chooseText(text, lang).text
}
