import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { languages, languageTags } from '#contract/language.ts'
import { manifestFile } from '#contract/pages.ts'

const Manifest = v.looseObject({ lang: v.string(), description: v.pipe(v.string(), v.nonEmpty()) })

const manifests = await Promise.all(
  languages.map(async (lang) => {
    const text = await readFile(new URL(`../../public${manifestFile(lang)}`, import.meta.url), 'utf8')
    return {
      lang,
      ...v.parse(v.pipe(v.string(), v.parseJson(), v.object({ manifest: Manifest })), `{"manifest":${text}}`),
    }
  }),
)

it('Each language has a manifest in that language', () => {
  for (const { lang, manifest } of manifests) expect(manifest.lang).toBe(languageTags[lang])
  expect(new Set(manifests.map(({ manifest }) => manifest.description)).size).toBe(languages.length)
})

it('The manifests differ only in language, so that they all describe one app', () => {
  const [first, ...others] = manifests.map(({ manifest: { lang: _lang, description: _description, ...rest } }) => rest)
  for (const other of others) expect(other).toEqual(first)
})
