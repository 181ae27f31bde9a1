import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import type { DocumentParts } from '#contract/document.ts'
import type { Language } from '#contract/language.ts'

const Part = v.object({
  file: v.string(),
  css: v.optional(v.array(v.string()), []),
  imports: v.optional(v.array(v.string()), []),
  assets: v.optional(v.array(v.string()), []),
})
const Manifest = v.record(v.string(), Part)

/** Vite's output by source module. */
export type Manifest = v.InferOutput<typeof Manifest>

/** The files that a page needs, as addresses below the build. */
export type PageAssets = Omit<DocumentParts, 'style' | 'script'>

const entryModule = 'src/start/main.tsx'
/** The module into which Vite splits a route's component. */
const componentOf = (route: string) => `src/routes/$lang/${route}.tsx?tsr-split=component`
const catalogOf = (lang: Language) => `src/i18n/locales/${lang}.po`
/** The catalog of the public pages besides home (src/i18n/activate.ts). */
const pageCatalogOf = (lang: Language) => `src/i18n/locales/pages/${lang}.po`
const chrome = componentOf('route')

/** A module of the build and everything that it imports, each once, dependencies first. */
function closureOf(manifest: Manifest, key: string, seen = new Set<string>()): string[] {
  const part = manifest[key]
  if (!part || seen.has(key)) return []
  seen.add(key)
  return [...part.imports.flatMap((imported) => closureOf(manifest, imported, seen)), key]
}

const addresses = (files: readonly string[]) => [...new Set(files)].map((file) => `/${file}`)

/** @param folder the build */
export async function readManifest(folder: string): Promise<Manifest> {
  return v.parse(Manifest, JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8')))
}

/**
 * What a page of the app needs: its catalogs, the chrome and, when its route is known at build time, its component.
 *
 * @param page the name of its route below the language, '' being home; null for any other
 */
export function assetsOf(manifest: Manifest, lang: Language, page: string | null): PageAssets {
  const catalogs = page === '' ? [catalogOf(lang)] : [catalogOf(lang), pageCatalogOf(lang)]
  const entries = [entryModule, ...catalogs, chrome, ...(page === null ? [] : [componentOf(page || 'index')])]
  const parts = entries.flatMap((key) => closureOf(manifest, key)).flatMap((key) => manifest[key] ?? [])
  const entry = `/${manifest[entryModule]?.file}`
  return {
    entry,
    modules: addresses(parts.map(({ file }) => file)).filter((file) => file !== entry),
    sheets: addresses(parts.flatMap(({ css }) => css)),
    // Of the whole build: every page has the same headings.
    fonts: addresses(Object.values(manifest).flatMap(({ assets }) => assets)).filter((file) => file.endsWith('.woff2')),
  }
}
