import { defaultLanguage, languages, languageTable, languageTags, type Language } from '#contract/language.ts'
import { languageHref } from './header/languageHref.ts'

/** The picture of shared links, in pixels. */
const sharedPicture = { path: '/og.png', width: 1200, height: 630 }

/** The head tags of a page besides its title and description. */
export interface HeadTags {
  links: { rel: string; href: string; hrefLang?: string }[]
  /** By `name`, as search engines and Twitter read them. */
  metas: { name: string; content: string }[]
  /** By `property`, as Open Graph defines them. */
  properties: { property: string; content: string }[]
}

export interface HeadPage {
  /** Scheme and host, without a slash at the end. */
  origin: string
  /** The path with its language; search and hash do not identify a page. */
  pathname: string
  lang: Language
  /** Public pages are indexed, all others are marked `noindex`. */
  isPublic: boolean
}

/**
 * Canonical and alternate addresses, and the tags of shared links. `x-default`, for readers of other languages, is the
 * address that chooses a language on home, and the English page elsewhere.
 */
export function headTags({ origin, pathname, lang, isPublic }: HeadPage): HeadTags {
  const path = pathname.replace(/\/+$/, '')
  const inLanguage = (other: Language) => origin + languageHref(path, other)
  const isHome = path.split('/').length <= 2
  return {
    links: [
      ...(isPublic ? [{ rel: 'canonical', href: inLanguage(lang) }] : []),
      ...languages.map((other) => ({ rel: 'alternate', hrefLang: languageTags[other], href: inLanguage(other) })),
      { rel: 'alternate', hrefLang: 'x-default', href: isHome ? `${origin}/` : inLanguage(defaultLanguage) },
    ],
    metas: [
      ...(isPublic ? [] : [{ name: 'robots', content: 'noindex' }]),
      { name: 'twitter:card', content: 'summary_large_image' },
    ],
    properties: [
      { property: 'og:type', content: 'website' },
      { property: 'og:site_name', content: 'Club Bravo' },
      { property: 'og:url', content: inLanguage(lang) },
      { property: 'og:locale', content: languageTable[lang].openGraph },
      ...languages
        .filter((other) => other !== lang)
        .map((other) => ({ property: 'og:locale:alternate', content: languageTable[other].openGraph })),
      { property: 'og:image', content: origin + sharedPicture.path },
      { property: 'og:image:width', content: String(sharedPicture.width) },
      { property: 'og:image:height', content: String(sharedPicture.height) },
    ],
  }
}
