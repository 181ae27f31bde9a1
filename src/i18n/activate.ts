import { i18n, type Messages } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { languageTags, type Language } from '#contract/language.ts'
import { parseLanguage } from './language.ts'

type Catalog = Record<Language, () => Promise<{ messages: Messages }>>

/**
 * The words of the app, one chunk a language and part, as `lingui.config.ts` divides them: only those in use are loaded,
 * and the worker keeps all of them for offline use. `members` are those of signing in, scanning and the member's own
 * pages.
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
/** What the pages that were opened need: a change of the language brings all of it. */
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
 * Makes a language the one in use: loads its words once, gives lingui the tag that its plural rules go by, and
 * marks the document. Of two that are asked for at once, the later one stays. Rejects where words cannot be loaded (a
 * lost chunk).
 */
export async function activate(lang: Language): Promise<void> {
  wanted = lang
  await Promise.all([...parts].map((part) => load(part, lang)))
  if (wanted !== lang || i18n.locale === lang) return
  i18n.activate(lang, languageTags[lang])
  if (!import.meta.env.SSR) document.documentElement.lang = languageTags[lang]
}

/** For the `beforeLoad` of pages whose words are a part of their own. Rejects as `activate` does. */
export async function loadMemberCatalog(): Promise<void> {
  parts.add('members')
  await activate(wanted ?? currentLanguage())
}

/** The language in use, for components: they are drawn again when it changes. */
export function useLanguage(): Language {
  return parseLanguage(useLingui().i18n.locale) ?? 'en'
}

/** The language in use at this moment, for loaders and other code outside components. */
export function currentLanguage(): Language {
  return parseLanguage(i18n.locale) ?? 'en'
}
