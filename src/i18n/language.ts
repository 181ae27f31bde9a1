import { defaultLanguage, type Language, languageOfTag, parseLanguage } from '#contract/language.ts'

const storageKey = 'club-bravo.language'
const tabKey = 'club-bravo.page-language'

/** The language that a path begins with (`/tc/my-scans`), or null. */
export function languageOfPath(pathname: string): Language | null {
  return parseLanguage(pathname.split('/')[1])
}

/** The page that a path names after its language (`my-scans`); empty for home. */
export function pageOfPath(pathname: string): string {
  return pathname.split('/')[2] ?? ''
}

/**
 * The product's language for a browser's list (BCP 47 tags, best first): the first that is one of its own, else
 * English.
 */
export function languageOfBrowser(tags: readonly string[]): Language {
  for (const tag of tags) {
    const language = languageOfTag(tag)
    if (language) return language
  }
  return defaultLanguage
}

/** Stores the choice for the next visit to `/`, if storage is available. It is parsed when it is read. */
export function rememberLanguage(lang: string): void {
  try {
    localStorage.setItem(storageKey, lang)
    sessionStorage.removeItem(tabKey)
  } catch {
    // The language is still shown, only not remembered.
  }
}

/**
 * Keeps the language of this tab's page while the identity provider's pages are shown: their way back is an address
 * without one, and a link may have led here without anybody having chosen a language.
 */
export function keepPageLanguage(lang: Language): void {
  try {
    sessionStorage.setItem(tabKey, lang)
  } catch {
    // The way back is then in the preferred one.
  }
}

/**
 * The language for an address without one: the kept one of this tab's page, else the last choice, else the browser's.
 */
export function preferredLanguage(): Language {
  return storedLanguage() ?? languageOfBrowser(navigator.languages)
}

function storedLanguage(): Language | null {
  try {
    return parseLanguage(sessionStorage.getItem(tabKey)) ?? parseLanguage(localStorage.getItem(storageKey))
  } catch {
    return null
  }
}
