import { i18n, type Messages } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { languageTags, type Language } from '#contract/language.ts'
import { parseLanguage } from './language.ts'

type Catalog = Record<Language, () => Promise<{ messages: Messages }>>

/**
 * The message catalogs, one chunk for each language and part, as `lingui.config.ts` divides them: only those in use are loaded, and the
 * service worker caches all of them for offline use. `members` holds those of signing in, scanning and the member area.
 */
const catalogs = {
  club: {
    en: () => import('./locales/en.po'),
    tc: () => import('./locales/tc.po'),
    sc: () => import('./locales/sc.po'),
  },
  members: {
    en: () => import('./locales/members/en.po'),
    tc: () => import('./locales/members/tc.po'),
    sc: () => import('./locales/members/sc.po'),
  },
} as const satisfies Record<string, Catalog>
type Part = keyof typeof catalogs

let wanted: Language | null = null
/** The parts that were loaded so far: a change of the language loads all of them. */
const parts = new Set<Part>(['club'])
const loaded = new Set<string>()

async function load(part: Part, lang: Language): Promise<void> {
  const key = `${part} ${lang}`
  if (loaded.has(key)) return
  const { messages } = await catalogs[part][lang]()
  i18n.load(lang, messages)
  loaded.add(key)
}

/**
 * Switches to a language: loads its catalogs once, gives lingui the tag for plural rules, and sets the document's `lang`. Of two
 * concurrent calls the later one wins. Rejects where a catalog cannot be loaded (a lost chunk).
 */
export async function activate(lang: Language): Promise<void> {
  wanted = lang
  await Promise.all([...parts].map((part) => load(part, lang)))
  if (wanted !== lang || i18n.locale === lang) return
  i18n.activate(lang, languageTags[lang])
  if (!import.meta.env.SSR) document.documentElement.lang = languageTags[lang]
}

/** For the `beforeLoad` of pages with messages in the `members` catalog. Rejects as `activate` does. */
export async function loadMemberCatalog(): Promise<void> {
  parts.add('members')
  await activate(wanted ?? currentLanguage())
}

/** The current language, for components: they re-render when it changes. */
export function useLanguage(): Language {
  return parseLanguage(useLingui().i18n.locale) ?? 'en'
}

/** The current language, for loaders and other code outside components. */
export function currentLanguage(): Language {
  return parseLanguage(i18n.locale) ?? 'en'
}
