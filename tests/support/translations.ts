import { readFileSync } from 'node:fs'
import { formatter } from '@lingui/format-po'
import type { Language } from '#contract/language.ts'

/** Of two that have the same text, the last one counts. */
const folders = [
  'server/pages/locales',
  'src/i18n/locales',
  'src/i18n/locales/pages',
  'src/i18n/locales/members',
  'src/i18n/locales/registration',
]

async function readCatalog(folder: string, locale: Language) {
  const filename = `${folder}/${locale}.po`
  const text = readFileSync(new URL(`../../${filename}`, import.meta.url), 'utf8')
  return Object.values(await formatter().parse(text, { locale, sourceLocale: 'en', filename }))
}

/**
 * Says an English text of the app and the server's pages in a language; `{name}` in it is replaced by the value of that
 * name.
 */
export type Say = (english: string, values?: Record<string, string>) => string

/** The texts in a language, from the catalogs. Asking for one that no catalog has fails the test. */
export async function translationsOf(language: Language): Promise<Say> {
  const catalogs = await Promise.all(folders.map((folder) => readCatalog(folder, language)))
  const texts = new Map(catalogs.flat().map(({ message, translation }) => [message, translation]))
  return (english, values = {}) => {
    const text = texts.get(english)
    if (!text) throw new Error(`No catalog has “${english}” in ${language}.`)
    return Object.entries(values).reduce((said, [name, value]) => said.replaceAll(`{${name}}`, value), text)
  }
}
