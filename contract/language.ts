import * as v from 'valibot'
import { keysOf, recordOf } from './keysOf.ts'

interface LanguageFacts {
  /** The value of the `lang` attribute, and the tag for plural rules and `Intl`. */
  tag: string
  /** Its own name, whole and in a character or two. */
  name: string
  short: string
  englishName: string
  /** Names are written in Chinese, and texts with full-width marks. */
  isChinese: boolean
  /** What to read instead where a text is missing, best first. */
  fallbacks: readonly ('en' | 'tc')[]
  /**
   * The BCP 47 tags of its readers. Chinese is Traditional unless the tag says otherwise; a script outweighs a region
   * (zh-Hant-MY).
   */
  readers: RegExp
  /** The profile's language for its readers. */
  preferred: PreferredLanguage
  /** Formats of dates and months, as in dayjs. */
  date: string
  month: string
  /** The days of the week in short, from Sunday; a space between them. */
  weekdays: string
  /** What stands between a date and a time, and between the parts of a list. */
  beforeTime: string
  comma: string
  /** For less than a minute ago; the browsers' own Chinese text for it sounds mechanical. */
  justNow: string
  /** Its name for Open Graph, and for the payment gateway. */
  openGraph: string
  gateway: string
}

/** The languages that a profile can prefer: it knows no Simplified Chinese. */
export const preferredLanguages = ['en', 'tc'] as const
export type PreferredLanguage = (typeof preferredLanguages)[number]

/**
 * Every fact of the product's languages. The keys are the first segment of every path, in the order of the language
 * switch.
 */
export const languageTable = {
  en: {
    tag: 'en',
    name: 'English',
    short: 'EN',
    englishName: 'English',
    isChinese: false,
    fallbacks: [],
    readers: /^en\b/i,
    preferred: 'en',
    date: 'D MMM YYYY',
    month: 'MMM YYYY',
    weekdays: 'Sun Mon Tue Wed Thu Fri Sat',
    beforeTime: ', ',
    comma: ', ',
    justNow: 'just now',
    openGraph: 'en_GB',
    gateway: 'E',
  },
  tc: {
    tag: 'zh-Hant-HK',
    name: '繁體中文',
    short: '繁',
    englishName: 'Traditional Chinese',
    isChinese: true,
    fallbacks: ['en'],
    readers: /^zh\b(?!-(?:hans|cn|sg|my)\b)/i,
    preferred: 'tc',
    date: 'YYYY年M月D日',
    month: 'YYYY年M月',
    weekdays: '日 一 二 三 四 五 六',
    beforeTime: ' ',
    comma: '、',
    justNow: '剛剛',
    openGraph: 'zh_HK',
    gateway: 'C',
  },
  sc: {
    tag: 'zh-Hans-CN',
    name: '简体中文',
    short: '简',
    englishName: 'Simplified Chinese',
    isChinese: true,
    fallbacks: ['tc', 'en'],
    readers: /^zh-(?:hans|cn|sg|my)\b/i,
    preferred: 'tc',
    date: 'YYYY年M月D日',
    month: 'YYYY年M月',
    weekdays: '周日 周一 周二 周三 周四 周五 周六',
    beforeTime: ' ',
    comma: '、',
    justNow: '刚刚',
    openGraph: 'zh_CN',
    gateway: 'X',
  },
} as const satisfies Record<string, LanguageFacts>

export type Language = keyof typeof languageTable

/** The languages of the product, as in the first segment of every path. */
export const languages = keysOf(languageTable)
export const Language = v.picklist(languages)

/** The language in which every text exists, and that of readers of none of the others. */
export const defaultLanguage = 'en'

/** The page's language, in a call that sends its caller a mail: without it, the mail is in the account's. */
export const PageLanguage = v.optional(Language)

/** A value for each language. A bundle has only those that it uses. */
/* @__NO_SIDE_EFFECTS__ */
export function inEachLanguage<Value>(valueOf: (language: Language) => Value): Record<Language, Value> {
  return recordOf(languages, valueOf)
}

/** The value of the `lang` attribute for each language. */
export const languageTags: Record<Language, string> = inEachLanguage((language) => languageTable[language].tag)

/** The language that a text names exactly, or null. */
export function parseLanguage(text: unknown): Language | null {
  return languages.find((language) => language === text) ?? null
}

/** The language of the readers of a BCP 47 tag (`zh-HK`), or null. */
export function languageOfTag(tag: string): Language | null {
  return languages.find((language) => languageTable[language].readers.test(tag)) ?? null
}

/** A regular expression's alternatives for the first segment of a path: `en|tc|sc`. */
export const languagePattern = languages.join('|')

/** An editorial text in every language. */
export const LocalizedText = v.object(inEachLanguage(() => v.string()))
export type LocalizedText = v.InferOutput<typeof LocalizedText>

/** A text in some languages. */
export type Translations = Readonly<Partial<Record<Language, string | undefined>>>

/** An editorial text in a language, or in its first fallback that is written; empty if there is none. */
export function textIn(text: Translations, language: Language): { text: string; language: Language } {
  const order: readonly Language[] = [language, ...languageTable[language].fallbacks]
  const found = order.find((one) => (text[one] ?? '').trim() !== '') ?? language
  return { text: text[found] ?? '', language: found }
}

/** Without a text in any language. */
export const noText: LocalizedText = inEachLanguage(() => '')

/**
 * An editorial text that may be partly translated or invalid: missing texts become empty, and `localized` falls back.
 */
export const EditorialText = v.fallback(
  v.object(inEachLanguage(() => v.optional(v.fallback(v.string(), ''), ''))),
  noText,
)
