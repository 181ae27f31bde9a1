import { defaultLanguage, type Language, languageOfTag, languageTags, parseLanguage } from '#contract/language.ts'

/**
 * The language of the first source that names one of the product's.
 *
 * @param sources each a language code, an OpenID `ui_locales` value (space separated) or an `Accept-Language` header
 */
export function chooseLanguage(...sources: readonly unknown[]): Language {
  for (const source of sources) {
    const tags = typeof source === 'string' ? source.slice(0, 200).split(/[\s,]+/) : []
    for (const tag of tags) {
      const [name = ''] = tag.trim().split(';', 1)
      const language = parseLanguage(name.toLowerCase()) ?? languageOfTag(name)
      if (language) return language
    }
  }
  return defaultLanguage
}

/** The provider's `ui_locales_supported`. */
export const supportedLocales = Object.values(languageTags)
