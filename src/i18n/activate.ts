import { i18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { languageTags, type Language } from '#contract/language.ts'
import { parseLanguage } from './language.ts'

/** One chunk a language: only the language in use is loaded, and the worker keeps all three for offline use. */
const catalogs = {
  en: () => import('./locales/en.po'),
  tc: () => import('./locales/tc.po'),
  sc: () => import('./locales/sc.po'),
} as const satisfies Record<Language, () => Promise<unknown>>

let wanted: Language | null = null

/**
 * Makes a language the one in use: loads its catalogue once, gives lingui the tag that its plural rules go by, and
 * marks the document. Of two that are asked for at once, the later one stays. Rejects where the catalogue cannot be loaded (a
 * lost chunk).
 */
export async function activate(lang: Language): Promise<void> {
  wanted = lang
  if (i18n.locale === lang) return
  const { messages } = await catalogs[lang]()
  if (wanted !== lang) return
  i18n.loadAndActivate({ locale: lang, locales: languageTags[lang], messages })
  if (!import.meta.env.SSR) document.documentElement.lang = languageTags[lang]
}

/** The language in use, for components: they are drawn again when it changes. */
export function useLanguage(): Language {
  return parseLanguage(useLingui().i18n.locale) ?? 'en'
}

/** The language in use at this moment, for loaders and other code outside components. */
export function currentLanguage(): Language {
  return parseLanguage(i18n.locale) ?? 'en'
}
