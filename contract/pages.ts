import { type Language, languages } from './language.ts'

/**
 * The pages whose first paint is made at build time, in every language: what follows the language in their address, and the name of
 * the file. Every other page of a language starts from its `page` file, which has the chrome around an empty main.
 */
export const prerenderedPages: Readonly<Record<string, string>> = {
  '': 'home',
  'whats-club-bravo': 'whats-club-bravo',
  'join-club-bravo': 'join-club-bravo',
  'reward-list': 'reward-list',
  'how-to': 'how-to',
  faq: 'faq',
  'contact-us': 'contact-us',
  'terms-and-conditions': 'terms-and-conditions',
}

/**
 * The pages of which there is one for every alias, by what stands before it in their address. The build makes one file of each, in which
 * everything is still to come; the server puts into it what it knows of the alias that is asked for.
 */
export const detailPages = ['reward-detail', 'event'] as const
export type DetailPage = (typeof detailPages)[number]

/** The name of the file for all other pages of a language. */
export const anyPage = 'page'

/** The file that has no language: for `/` and `/login`, which go on to another page. */
export const bareFile = '/index.html'

/** The address of a prerendered file. */
export function prerenderedFile(lang: Language, name: string): string {
  return `/pages/${lang}/${name}.html`
}

const detailPath = new RegExp(`^/(${languages.join('|')})/(${detailPages.join('|')})/([^/]+)$`)

/** The page of an alias that an address names, or null; null as well for one that the router first puts right (`/en/event/a/`). */
export function detailOf(pathname: string): { lang: Language; page: DetailPage; alias: string } | null {
  const [, first, second, encoded = ''] = detailPath.exec(pathname) ?? []
  const lang = languages.find((language) => language === first)
  const page = detailPages.find((name) => name === second)
  return lang === undefined || page === undefined ? null : { lang, page, alias: decoded(encoded) }
}

/** As the app's router reads it: what is not well encoded stays as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The file that an address of the app starts from, as the server and the service worker have it. */
export function pageFileOf(pathname: string): string {
  const [, first, ...rest] = pathname.split('/')
  const lang = languages.find((language) => language === first)
  if (lang === undefined) return bareFile
  const page = rest.filter((part) => part !== '').join('/')
  const name = Object.hasOwn(prerenderedPages, page) ? prerenderedPages[page] : detailOf(pathname)?.page
  return prerenderedFile(lang, name ?? anyPage)
}

/** Every file that `pageFileOf` may name. */
export function allPageFiles(): string[] {
  const names = [...Object.values(prerenderedPages), ...detailPages, anyPage]
  return [bareFile, ...languages.flatMap((lang) => names.map((name) => prerenderedFile(lang, name)))]
}
