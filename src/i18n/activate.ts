import { i18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { defaultLanguage, languageTags, type Language, parseLanguage } from '#contract/language.ts'
import { manifestFile } from '#contract/pages.ts'

/** A part of a compiled message: a text, or the value of a name, perhaps with its forms. */
type Token = string | [name: string] | Plural
type Plural = [name: string, type: 'plural' | 'select', forms: Record<string, Token[]>]
type Catalog = Record<string, string | Token[]>

/**
 * The catalogs, one chunk for each language and part, as `lingui.config.ts` divides them: only those in use are loaded,
 * and the worker precaches all of them. `club` has the messages of home and of what is around every page, `pages` those
 * of the other public pages, `members` those of signing in, scanning and the member's own pages, `registration` those
 * of joining.
 */
const catalogs = import.meta.glob<{ messages: Catalog }>('./locales/**/*.po')
type Part = 'club' | 'pages' | 'members' | 'registration'

let requested: Language | null = null
/** The parts that the visited pages need: changing the language loads all of them. */
const parts = new Set<Part>(['club'])
const loaded = new Set<string>()

async function load(part: Part, lang: Language): Promise<void> {
  const key = part === 'club' ? `./locales/${lang}.po` : `./locales/${part}/${lang}.po`
  if (loaded.has(key)) return
  const found = await catalogs[key]?.()
  if (found) i18n.load(lang, simplifyPlurals(found.messages))
  loaded.add(key)
}

/**
 * Makes the plurals of a catalog, in place, choices by the number itself, which comes in place of `#` as it is: for
 * plurals, lingui makes a formatter of `Intl`, and a slow phone waits long for its first one (numbers.ts). English and
 * Chinese need no rules but that of 1. What `#` stands for are counts of a few; points and money come formatted.
 */
export function simplifyPlurals(messages: Catalog): Catalog {
  for (const message of Object.values(messages)) {
    if (typeof message === 'string') continue
    for (const token of message) if (isPlural(token)) simplifyPlural(token)
  }
  return messages
}

function isPlural(token: Token): token is Plural {
  return typeof token !== 'string' && token[1] === 'plural'
}

function simplifyPlural(token: Plural): void {
  const [name, , forms] = token
  const choices = Object.entries(forms).map(([form, words]) => [
    form === 'one' ? '1' : form,
    words.map((word): Token => (word === '#' ? [name] : word)),
  ])
  token[1] = 'select'
  token[2] = Object.fromEntries(choices)
}

/**
 * Activates a language: loads its catalogs once, gives lingui the language's tag, and sets the document's
 * language and manifest. Of two concurrent calls the later one wins. Rejects if a catalog cannot be loaded (a lost
 * chunk).
 */
export async function activate(lang: Language): Promise<void> {
  requested = lang
  await Promise.all([...parts].map((part) => load(part, lang)))
  if (requested !== lang || i18n.locale === lang) return
  i18n.activate(lang, languageTags[lang])
  if (!import.meta.env.SSR) markDocument(lang)
}

function markDocument(lang: Language): void {
  document.documentElement.lang = languageTags[lang]
  const manifest = document.querySelector<HTMLLinkElement>('link[rel=manifest]')
  if (manifest) manifest.href = manifestFile(lang)
}

async function loadParts(...added: readonly Part[]): Promise<void> {
  for (const part of added) parts.add(part)
  await activate(requested ?? currentLanguage())
}

/**
 * For the `loader` of the public pages besides home, and before parts of them are shown elsewhere: not in `beforeLoad`,
 * during which the router shows nothing of a page that is on its way, and loads none of its code. Rejects as `activate`
 * does.
 */
export function loadPageCatalog(): Promise<void> {
  return loadParts('pages')
}

/** The same for pages that need the members' catalog; they show parts of the public pages, too. */
export function loadMemberCatalog(): Promise<void> {
  return loadParts('pages', 'members')
}

/** The same for the pages of joining, which have some of the member area's texts, too. */
export function loadRegistrationCatalog(): Promise<void> {
  return loadParts('pages', 'members', 'registration')
}

/** The active language. The component renders again when it changes. */
export function useLanguage(): Language {
  return parseLanguage(useLingui().i18n.locale) ?? defaultLanguage
}

/** The active language, for loaders and other code outside components. */
export function currentLanguage(): Language {
  return parseLanguage(i18n.locale) ?? defaultLanguage
}
