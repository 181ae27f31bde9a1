import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { type Language, languages, languageTags } from '#contract/language.ts'
import { manifestFile } from '#contract/pages.ts'
import { ticketPath } from '#contract/scan/ticket.ts'

const Picture = v.object({ src: v.string(), sizes: v.string(), type: v.string(), purpose: v.optional(v.string()) })
const Screenshot = v.looseObject({
  src: v.string(),
  sizes: v.pipe(v.string(), v.regex(/^\d+x\d+$/)),
  form_factor: v.picklist(['narrow', 'wide']),
  label: v.pipe(v.string(), v.nonEmpty()),
})

const Manifest = v.looseObject({
  lang: v.string(),
  share_target: v.looseObject({
    action: v.string(),
    params: v.object({ files: v.array(v.object({ name: v.string(), accept: v.array(v.string()) })) }),
  }),
  file_handlers: v.array(v.object({ action: v.string(), accept: v.record(v.string(), v.array(v.string())) })),
  description: v.pipe(v.string(), v.nonEmpty()),
  shortcuts: v.array(
    v.looseObject({ name: v.pipe(v.string(), v.nonEmpty()), url: v.string(), icons: v.array(Picture) }),
  ),
  icons: v.array(Picture),
  screenshots: v.array(Screenshot),
})

const manifests = await Promise.all(
  languages.map(async (lang) => {
    const text = await readFile(new URL(`../../public${manifestFile(lang)}`, import.meta.url), 'utf8')
    return {
      lang,
      ...v.parse(v.pipe(v.string(), v.parseJson(), v.object({ manifest: Manifest })), `{"manifest":${text}}`),
    }
  }),
)

/** The path of an address in this language, without the language. */
function pathIn(lang: Language, url: string): string {
  expect(url).toMatch(new RegExp(`^/${lang}/`))
  return url.slice(`/${lang}/`.length)
}

it('Each language has a manifest in that language', () => {
  for (const { lang, manifest } of manifests) expect(manifest.lang).toBe(languageTags[lang])
  expect(new Set(manifests.map(({ manifest }) => manifest.description)).size).toBe(languages.length)
})

it('The manifests differ only in language, so that they all describe one app', () => {
  const [first, ...others] = manifests.map(
    ({ lang, manifest: { lang: _lang, description: _description, ...rest } }) => ({
      ...rest,
      shortcuts: rest.shortcuts.map(({ name: _name, url, ...shortcut }) => ({ ...shortcut, url: pathIn(lang, url) })),
      screenshots: rest.screenshots.map(({ label: _label, src, ...screenshot }) => ({
        ...screenshot,
        src: src.replace(`-${lang}.`, '.'),
      })),
    }),
  )
  for (const other of others) expect(other).toEqual(first)
})

it('Pictures and PDFs of tickets can be shared with the app, and opened with it, at the address where tickets come in', () => {
  for (const { manifest } of manifests) {
    const [shared] = manifest.share_target.params.files
    const [opened] = manifest.file_handlers
    expect([manifest.share_target.action, opened?.action]).toEqual([ticketPath, ticketPath])
    expect(Object.keys(opened?.accept ?? {}).toSorted()).toEqual(shared?.accept.toSorted())
    expect(shared?.accept).toContain('application/pdf')
  }
})

it('The icon offers scanning, the card, the scans and the rewards, in the manifest’s language', () => {
  for (const { lang, manifest } of manifests) {
    const paths = manifest.shortcuts.map(({ url }) => pathIn(lang, url))
    expect(paths).toEqual(['scanner', 'membership-card', 'my-scans', 'reward-list'])
  }
  const names = manifests.flatMap(({ manifest }) => manifest.shortcuts.map(({ name }) => name))
  expect(new Set(names).size).toBe(names.length)
})

/** The size of a picture in `public`, as manifests write it. */
async function sizeOf(file: string): Promise<string> {
  const { width, height } = await sharp(await readFile(new URL(`../../public${file}`, import.meta.url))).metadata()
  return `${width}x${height}`
}

it('Every icon and screenshot is there in the size that is said of it (`npm run make -- pictures` makes them)', async () => {
  for (const { manifest } of manifests) {
    const icons = [...manifest.icons, ...manifest.shortcuts.flatMap((shortcut) => shortcut.icons)]
    const drawn = icons.filter(({ sizes }) => sizes !== 'any')
    for (const { src, sizes } of [...drawn, ...manifest.screenshots])
      expect({ src, sizes: await sizeOf(src) }).toEqual({ src, sizes })
  }
})

it('Stores and launchers have what they ask for: both forms of screenshots, and icons for every purpose', () => {
  for (const { lang, manifest } of manifests) {
    expect(new Set(manifest.screenshots.map(({ form_factor: form }) => form))).toEqual(new Set(['narrow', 'wide']))
    expect(manifest.screenshots.every(({ src }) => src.endsWith(`-${lang}.webp`))).toBe(true)
    expect(manifest.icons.map(({ purpose }) => purpose ?? 'any')).toEqual(
      expect.arrayContaining(['any', 'maskable', 'monochrome']),
    )
  }
})
