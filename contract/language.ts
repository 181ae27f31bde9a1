import * as v from 'valibot'

/** The three languages of the product, as in the first segment of every path. */
export const languages = ['en', 'tc', 'sc'] as const
export const Language = v.picklist(languages)
export type Language = v.InferOutput<typeof Language>

/** The page's language, in a call that sends its caller a mail: without it, the mail is in the account's. */
export const PageLanguage = v.optional(Language)

/** The value of the `lang` attribute for each language. */
export const languageTags: Record<Language, string> = { en: 'en', tc: 'zh-Hant-HK', sc: 'zh-Hans-CN' }

/** An editorial text in the three languages. */
export const LocalizedText = v.object({ en: v.string(), tc: v.string(), sc: v.string() })
export type LocalizedText = v.InferOutput<typeof LocalizedText>

const TextOrEmpty = v.optional(v.fallback(v.string(), ''), '')

/** An editorial text that may be partly translated or invalid: missing texts become empty, and `localized` falls back. */
export const EditorialText = v.fallback(v.object({ en: TextOrEmpty, tc: TextOrEmpty, sc: TextOrEmpty }), {
  en: '',
  tc: '',
  sc: '',
})
