import { type Language, languages, languageTags } from '#contract/language.ts'

/** The product's language for one BCP 47 tag, or null. Chinese is Traditional unless the tag says otherwise. */
function languageOfTag(tag: string): Language | null {
  const text = tag.trim().toLowerCase()
  const own = languages.find((language) => language === text)
  if (own) return own
  if (/^zh-(hans|cn|sg|my)\b/.test(text)) return 'sc'
  if (/^zh\b/.test(text)) return 'tc'
  return /^en\b/.test(text) ? 'en' : null
}

/**
 * The language of the first source that names one of the product's.
 *
 * @param sources each a language code, an OpenID `ui_locales` value (space separated) or an `Accept-Language` header
 */
export function chooseLanguage(...sources: readonly unknown[]): Language {
  for (const source of sources) {
    const tags = typeof source === 'string' ? source.slice(0, 200).split(/[\s,]+/) : []
    for (const tag of tags) {
      const language = languageOfTag(tag.split(';', 1)[0] ?? '')
      if (language) return language
    }
  }
  return 'en'
}

/** The provider's `ui_locales_supported`. */
export const supportedLocales = Object.values(languageTags)
