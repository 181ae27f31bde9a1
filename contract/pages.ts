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

/** The name of the file for all other pages of a language. */
export const anyPage = 'page'

/** The file that has no language: for `/` and `/login`, which go on to another page. */
export const bareFile = '/index.html'

/** The address of a prerendered file. */
export function prerenderedFile(lang: Language, name: string): string {
  return `/pages/${lang}/${name}.html`
}

/** The file that an address of the app starts from, as the server and the service worker have it. */
export function pageFileOf(pathname: string): string {
  const [, first, ...rest] = pathname.split('/')
  const lang = languages.find((language) => language === first)
  if (lang === undefined) return bareFile
  const page = rest.filter((part) => part !== '').join('/')
  return prerenderedFile(lang, Object.hasOwn(prerenderedPages, page) ? (prerenderedPages[page] ?? anyPage) : anyPage)
}

/** Every file that `pageFileOf` may name. */
export function allPageFiles(): string[] {
  const names = [...Object.values(prerenderedPages), anyPage]
  return [bareFile, ...languages.flatMap((lang) => names.map((name) => prerenderedFile(lang, name)))]
}
