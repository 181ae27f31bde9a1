import { languageOfPath } from '#src/i18n/language.ts'
import type { Language } from '#contract/language.ts'

/**
 * An address of the app in another language: the prefix changes, path, search and hash stay. Addresses without a prefix
 * become home.
 */
export function languageHref(href: string, lang: Language): string {
  const current = languageOfPath(href.split(/[?#]/, 1)[0] ?? '')
  return current === null ? `/${lang}` : `/${lang}${href.slice(1 + current.length)}`
}
