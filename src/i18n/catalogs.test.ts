import { globSync, readFileSync } from 'node:fs'
import { setupI18n } from '@lingui/core'
import { formatter } from '@lingui/format-po'
import { expect, test } from 'vitest'
import { languages, languageTags } from '#contract/language.ts'
import { simplifyPlurals } from './activate.ts'

const folders = ['locales', 'locales/pages', 'locales/members', 'locales/registration']

async function readCatalog(folder: string, locale: string) {
  const filename = `${folder}/${locale}.po`
  const text = readFileSync(new URL(filename, import.meta.url), 'utf8')
  return Object.entries(await formatter().parse(text, { locale, sourceLocale: 'en', filename }))
}

// A catalog that is loaded later replaces the texts of those before it: the page would change its words.
test.each(languages)('A text that several catalogs have reads the same in all of them (%s)', async (language) => {
  const catalogs = await Promise.all(folders.map((folder) => readCatalog(folder, language)))
  const texts = new Map<string, Set<string | undefined>>()
  for (const [id, { translation }] of catalogs.flat()) texts.set(id, (texts.get(id) ?? new Set()).add(translation))
  const differing = [...texts.values()].filter(({ size }) => size > 1)
  expect(differing.map((ways) => [...ways])).toEqual([])
})

type Catalog = Parameters<typeof simplifyPlurals>[0]
const compiled = import.meta.glob<{ messages: Catalog }>('./locales/**/*.po')

test.each(languages)('A count is said as the plural of its message says it (%s)', async (language) => {
  let plurals = 0
  for (const [file, load] of Object.entries(compiled).filter(([name]) => name.endsWith(`${language}.po`))) {
    const { messages } = await load()
    const setUp = (catalog: Catalog) =>
      setupI18n({ locale: language, locales: languageTags[language], messages: { [language]: catalog } })
    const [asWritten, asLoaded] = [setUp(messages), setUp(simplifyPlurals(structuredClone(messages)))]
    const counted = Object.keys(messages).filter((id) => JSON.stringify(messages[id]).includes('"plural"'))
    plurals += counted.length
    for (const id of counted)
      for (const count of [0, 1, 2, 11, 101, 999]) {
        const values = new Proxy({}, { get: () => count })
        expect(asLoaded._(id, values), `${file}, ${id}`).toBe(asWritten._(id, values))
      }
  }
  expect(plurals).toBeGreaterThan(60)
})

const routes = new URL('../routes/', import.meta.url)
/** What loads the catalog `pages`; that of the members brings it along. */
const loading = /\bload(?:PageCatalog|PublicPage|MemberCatalog|ScanPage|JoiningTexts)\b/

// A text whose catalog is not loaded reads as its id.
test('A route that shows a component of the other public pages loads their texts', () => {
  const shown = /import\(?[^;]*#src\/features\/(?:campaign|club|offers)\/(?:\w+\/)*[A-Z]\w+\.tsx/
  const files = globSync('**/*.tsx', { cwd: routes, exclude: ['**/_member/**'] })
  const texts = new Map(files.map((file) => [file, readFileSync(new URL(file, routes), 'utf8')]))
  const showing = [...texts].filter(([, text]) => shown.test(text))
  expect(showing.length).toBeGreaterThan(10)
  expect(showing.filter(([, text]) => !loading.test(text)).map(([file]) => file)).toEqual([])
})
