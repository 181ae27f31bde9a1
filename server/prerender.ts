import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as v from 'valibot'
import { type Language, languages, languageTags } from '#contract/language.ts'
import { anyPage, bareFile, prerenderedFile, prerenderedPages } from '#contract/pages.ts'
import { memberMark } from './memberMark.ts'

const Part = v.object({
  file: v.string(),
  css: v.optional(v.array(v.string()), []),
  imports: v.optional(v.array(v.string()), []),
})
const Manifest = v.record(v.string(), Part)
type Manifest = v.InferOutput<typeof Manifest>

type Prerender = (lang: Language, path: string) => Promise<string>
/** The build of src/prerender.tsx. */
const Built = v.object({ prerender: v.custom<Prerender>((value) => typeof value === 'function') })

/** Everything that the pages are put together from. */
interface Parts {
  folder: string
  /** The page as Vite built it. */
  template: string
  manifest: Manifest
  prerender: Prerender
  /** The style sheets of the start and of every prerendered page, in the order of the layers: the same on every page. */
  style: string
}

/** The module that Vite splits a page's component into. */
const moduleOf = (page: string) => `src/routes/$lang/${page || 'index'}.tsx?tsr-split=component`
const catalogOf = (lang: Language) => `src/i18n/locales/${lang}.po`

/** A module of the build and everything that it imports, each once, what is imported first. */
function closureOf(manifest: Manifest, key: string, seen = new Set<string>()): string[] {
  const part = manifest[key]
  if (!part || seen.has(key)) return []
  seen.add(key)
  return [...part.imports.flatMap((imported) => closureOf(manifest, imported, seen)), key]
}

async function readStyle(folder: string, manifest: Manifest): Promise<string> {
  const entries = ['index.html', ...Object.keys(prerenderedPages).map(moduleOf)]
  const sheets = new Set(entries.flatMap((key) => closureOf(manifest, key)).flatMap((key) => manifest[key]?.css ?? []))
  const texts = await Promise.all([...sheets].map((sheet) => readFile(join(folder, sheet), 'utf8')))
  return texts.join('').trim()
}

/** The files that the page needs besides those that the template names already. */
function preloads({ manifest, template }: Parts, lang: Language, page: string): string {
  const keys = [catalogOf(lang), ...closureOf(manifest, moduleOf(page))]
  const files = new Set(keys.flatMap((key) => manifest[key]?.file ?? []))
  return [...files]
    .filter((file) => !template.includes(`"/${file}"`))
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
    .join('')
}

/** React writes what belongs into the head first, and comments that only its own hydration reads. */
function takeApart(rendered: string): { head: string; body: string } {
  const plain = rendered.replaceAll(/<!--\/?\$-->/g, '').replaceAll(/<script>.*?<\/script>/gs, '')
  const head = /^(?:<(?:link|meta)\b[^>]*>|<title>[^<]*<\/title>)*/.exec(plain)?.[0] ?? ''
  const body = plain.slice(head.length)
  if (/<title\b|<script\b/.test(body)) throw new Error('A page was rendered with parts of the head in its body')
  return { head: head.replaceAll(/<(link|meta|title)\b/g, '<$1 data-prerendered'), body }
}

/** The template with its style sheet in it, so that the first paint waits for nothing. */
function withStyle(template: string, style: string): string {
  const styled = template.replaceAll(/\s*<link rel="stylesheet"[^>]*>/g, '')
  return styled.replace('</head>', () => `<style>${style}</style></head>`)
}

function pageOf(parts: Parts, lang: Language, page: string, rendered: string): string {
  const { head, body } = takeApart(rendered)
  return withStyle(parts.template, parts.style)
    .replace('<html lang="en">', `<html lang="${languageTags[lang]}">`)
    .replace(/\s*<title>[^<]*<\/title>\s*<meta name="description"[^>]*>/, '')
    .replace('</head>', () => `${head}${preloads(parts, lang, page)}</head>`)
    .replace('<div id="root"></div>', () => `<div id="root" data-prerendered>${memberMark}${body}</div>`)
}

async function writePage({ folder }: Parts, file: string, text: string): Promise<void> {
  const path = join(folder, file)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}

async function writeLanguage(parts: Parts, lang: Language): Promise<void> {
  for (const [page, name] of Object.entries(prerenderedPages)) {
    const rendered = await parts.prerender(lang, page === '' ? `/${lang}` : `/${lang}/${page}`)
    await writePage(parts, prerenderedFile(lang, name), pageOf(parts, lang, page, rendered))
  }
  const chrome = (await parts.prerender(lang, `/${lang}`)).replace(/(<main\b[^>]*>).*(<\/main>)/s, '$1$2')
  const { body } = takeApart(chrome)
  await writePage(parts, prerenderedFile(lang, anyPage), pageOf(parts, lang, anyPage, body))
}

/** Builds the app once more, for Node, and loads it. */
async function loadPrerender(root: string): Promise<{ prerender: Prerender; remove: () => Promise<void> }> {
  const { build } = await import('vite')
  const outDir = join(root, '.vite', randomUUID())
  await build({
    root,
    logLevel: 'error',
    build: {
      ssr: 'src/prerender.tsx',
      outDir,
      copyPublicDir: false,
      rolldownOptions: { output: { codeSplitting: false } },
    },
    ssr: { noExternal: true },
  })
  const built: unknown = await import(pathToFileURL(join(outDir, 'prerender.js')).href)
  const { prerender } = v.parse(Built, built)
  return { prerender, remove: () => rm(outDir, { recursive: true, force: true }) }
}

/**
 * Makes the first paint of the public pages, in every language, as files of the build: see `contract/pages.ts`.
 *
 * @param root the project
 * @param folder the build, with its manifest
 */
export async function prerenderPages(root: string, folder: string): Promise<void> {
  const template = await readFile(join(folder, bareFile), 'utf8')
  const manifest = v.parse(Manifest, JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8')))
  const { prerender, remove } = await loadPrerender(root)
  try {
    const parts = { folder, template, manifest, prerender, style: await readStyle(folder, manifest) }
    for (const lang of languages) await writeLanguage(parts, lang)
    await writePage(parts, bareFile, withStyle(template, parts.style))
  } finally {
    await remove()
  }
}
