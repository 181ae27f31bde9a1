import { readFileSync } from 'node:fs'
import { formatter } from '@lingui/format-po'
import { expect, test } from 'vitest'
import { languages } from '#contract/language.ts'

const folders = ['locales', 'locales/members', 'locales/registration']

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
