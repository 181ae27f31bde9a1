import { languageTags, type Language, type LocalizedText } from '#contract/language.ts'

/** Where a text is looked for, best first: Simplified readers read Traditional before English. */
const order: Record<Language, readonly Language[]> = { en: ['en'], tc: ['tc', 'en'], sc: ['sc', 'tc', 'en'] }

/** A text as it can be shown, with the language that it is in: not always the one that was asked for. */
export interface ChosenText {
  text: string
  lang: Language
  /** The `lang` attribute where it differs from the page's, so that it is read and set as what it is. */
  tag: string | undefined
}

/** The best that an editorial text offers for a language; empty, in that language, where it offers nothing. */
export function chooseText(text: LocalizedText, lang: Language): ChosenText {
  const found = order[lang].find((candidate) => text[candidate].trim() !== '') ?? lang
  return { text: text[found], lang: found, tag: found === lang ? undefined : languageTags[found] }
}

/** Whether an editorial text offers a reader of a language anything. English readers are never shown Chinese in its place. */
export function isWritten(text: LocalizedText, lang: Language): boolean {
  return chooseText(text, lang).text.trim() !== ''
}

/** An editorial text in a language, else in the next best (sc, tc, en): for places that take only a string. */
export function localized(text: LocalizedText, lang: Language): string {
  return chooseText(text, lang).text
}
