import type { ContentBlock, StaticContents } from './content.ts'
import { keysOf } from './keysOf.ts'
import { type Language, languagePattern, languages, parseLanguage } from './language.ts'

/** The web app manifest of a language. */
export function manifestFile(lang: Language): string {
  return `/manifest.${lang}.webmanifest`
}

/** The prerendered page of a language's own address. The server renders into it what is below the welcome. */
export const homePage = 'home'

/**
 * The pages that are prerendered in every language: the path after the language, and the name of the file. Every other
 * page of a language starts from its `page` file: the chrome around an empty main.
 */
export const prerenderedPages: Readonly<Record<string, string>> = {
  '': homePage,
  'whats-club-bravo': 'whats-club-bravo',
  'join-club-bravo': 'join-club-bravo',
  'card-partner-upgrade': 'card-partner-upgrade',
  'reward-list': 'reward-list',
  'how-to': 'how-to',
  faq: 'faq',
  'contact-us': 'contact-us',
  'terms-and-conditions': 'terms-and-conditions',
  'scan-intro': 'scan-intro',
}

/**
 * The member's page that is prerendered, too, so that it is there before the app: an inline script fills it in with
 * what this device has stored (src/start/earlyCard.ts).
 */
export const cardPage = 'membership-card'

/**
 * The prerendered page that lists rewards and events. The build makes it with a skeleton; the server renders what is on
 * offer into it.
 */
export const listPage = 'reward-list'

/** The groups of the contents, and which questions there are, without what they say. */
export interface PageGroups extends StaticContents {
  topics: readonly Pick<ContentBlock, 'code' | 'seq'>[]
}

/**
 * The prerendered pages about the club, each with what it reads of the contents. The build makes them with skeletons;
 * the server renders what editors have published into them: these groups, and of `static_pages` the blocks of the page.
 */
export const contentPages = {
  'whats-club-bravo': ['static_pages', 'membership_cards'],
  'join-club-bravo': ['static_pages', 'registration_content', 'takes_members'],
  'card-partner-upgrade': ['static_pages'],
  'how-to': ['static_pages', 'tutorial', 'topics'],
  faq: ['static_pages', 'faq', 'placeholders'],
  'contact-us': ['static_pages', 'club_links', 'opening_hours', 'topics'],
  'terms-and-conditions': ['static_pages', 'tnc', 'club_links'],
} as const satisfies Record<string, readonly (keyof PageGroups)[]>
export type ContentPage = keyof typeof contentPages

/** What a page about the club may read: its document has nothing else. */
export type PageContents<Page extends ContentPage> = Pick<PageGroups, (typeof contentPages)[Page][number]>

/** The filters of the list of rewards and events, and of the questions, as an address names them. */
export const listFilters = ['q', 'category', 'affordable', 'tier'] as const
export type ListFilter = (typeof listFilters)[number]

/**
 * The pages with an alias, by the path segment before it. The build prerenders one skeleton file for each; the server
 * renders the requested alias into it.
 */
export const detailPages = ['reward-detail', 'event'] as const
type DetailPage = (typeof detailPages)[number]

/** The pages of a language that the app alone draws: the path after the language. */
const drawnPages: ReadonlySet<string> = new Set([
  'account-settings',
  'add-ticket',
  'asia-pay-error',
  'asia-pay-fail',
  'asiamiles',
  'change-password',
  'confirm-email',
  'email-verification',
  'forgot-password',
  'member-detail',
  'member-detail-edit',
  'my-concerts',
  'my-events',
  'my-rewards',
  'my-scans',
  'personal-detail',
  'point-transaction-log',
  'receipts',
  'redeem-fail',
  'redeem-success',
  'registration',
  'registration-event-result',
  'registration-existing',
  'registration-free',
  'registration-free-tier-upgrade',
  'registration-red',
  'registration-sc',
  'registration-success',
  'registration-ya',
  'reopen-account',
  'scan-failed',
  'scan-preview',
  'scan-success',
  'scanner',
  'your-data',
])

/** The pages with an alias that the app knows. */
const aliasPages: ReadonlySet<string> = new Set([...detailPages, 'campaign'])

/** The name of the file for all other pages of a language. */
export const fallbackPage = 'page'

/** The file without a language: for `/` and `/login`, which redirect. */
export const rootPageFile = '/index.html'

/** The address of a prerendered file. */
export function prerenderedFile(lang: Language, name: string): string {
  return `/pages/${lang}/${name}.html`
}

const detailPath = new RegExp(`^/(${languagePattern})/(${detailPages.join('|')})/([^/]+)$`)

/** The detail page of a path, or null; null as well for a path that the router first normalises (`/en/event/a/`). */
export function parseDetailPath(pathname: string): { lang: Language; page: DetailPage; alias: string } | null {
  const [, first, second, encoded = ''] = detailPath.exec(pathname) ?? []
  const lang = languages.find((language) => language === first)
  const page = detailPages.find((name) => name === second)
  return lang === undefined || page === undefined ? null : { lang, page, alias: decoded(encoded) }
}

/**
 * A page that the server completes with its data: home, the list of rewards and events, a page about the club, a
 * reward, or an event.
 */
export type CompletedPage =
  | { page: typeof homePage | typeof listPage | ContentPage }
  | { page: DetailPage; alias: string }

/** The completed page of a path, or null; null as well for a path that the router first normalises. */
export function parseCompletedPath(pathname: string): (CompletedPage & { lang: Language }) | null {
  const [, language = '', name, ...rest] = pathname.split('/')
  const lang = parseLanguage(language)
  const page =
    name === undefined ? homePage : ([listPage, ...keysOf(contentPages)] as const).find((one) => one === name)
  return lang === null || page === undefined || rest.length > 0 ? parseDetailPath(pathname) : { lang, page }
}

function languageOf(pathname: string): Language | undefined {
  const [, first] = pathname.split('/')
  return languages.find((language) => language === first)
}

/** Decodes as the app's router does: invalid encoding stays as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The chrome without a page, in the language of a path. */
export function chromeFileOf(pathname: string): string {
  const lang = languageOf(pathname)
  return lang === undefined ? rootPageFile : prerenderedFile(lang, fallbackPage)
}

/** The file that a path of the app starts from, on the server and in the service worker. */
export function pageFileOf(pathname: string): string {
  const [, , ...rest] = pathname.split('/')
  const lang = languageOf(pathname)
  if (lang === undefined) return rootPageFile
  const page = rest.filter((part) => part !== '').join('/')
  const ownFile = page === cardPage ? cardPage : parseDetailPath(pathname)?.page
  const name = Object.hasOwn(prerenderedPages, page) ? prerenderedPages[page] : ownFile
  return prerenderedFile(lang, name ?? fallbackPage)
}

/**
 * Whether the app has a page at a path, as its router reads it: in whatever case, and with a slash at the end. Whether
 * there is such an alias, the page says.
 */
export function isKnownPage(pathname: string): boolean {
  if (languageOf(pathname) === undefined) return true
  const [, , ...parts] = pathname.toLowerCase().split('/')
  const [page = '', alias, ...rest] = parts.filter((part) => part !== '')
  if (rest.length > 0) return false
  if (alias !== undefined) return aliasPages.has(page)
  return Object.hasOwn(prerenderedPages, page) || page === cardPage || drawnPages.has(page)
}

/** The pages that an installed app is opened at, below the language: its start, the tab bar, the icon's shortcuts. */
const startPages = ['', listPage, 'scanner', cardPage, 'member-detail', 'my-scans']

/** Their addresses, the start without a language last. A function: the app itself needs none of them. */
export function startPaths(): string[] {
  return [
    ...languages.flatMap((lang) => startPages.map((page) => (page === '' ? `/${lang}` : `/${lang}/${page}`))),
    '/',
  ]
}

/** Every file that `pageFileOf` may return. */
export function allPageFiles(): string[] {
  const names = [...Object.values(prerenderedPages), cardPage, ...detailPages, fallbackPage]
  return [rootPageFile, ...languages.flatMap((lang) => names.map((name) => prerenderedFile(lang, name)))]
}

/**
 * Whether the worker keeps a file from its installation on. A page that an app is seldom opened at is kept once it was
 * visited; until then, the app draws it offline.
 */
export function isInstalled(file: string): boolean {
  return !file.startsWith('/pages/') || startPaths().some((path) => pageFileOf(path) === file)
}
