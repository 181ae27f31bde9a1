import type { PluginContext, OutputBundle } from 'rolldown'
import type { DocumentParts } from '#contract/document.ts'
import type { Language } from '#contract/language.ts'

/** What a file of the build needs to run. */
interface BuiltFile {
  /** The files that it imports. */
  imports: readonly string[]
  sheets: readonly string[]
}

/** The build: its files, and where its modules are. */
export interface BuildManifest {
  files: ReadonlyMap<string, BuiltFile>
  /** The files of a module by its path below the project: of one that only passes on what it imports, where that is. */
  filesOf: (module: string) => readonly string[]
  fonts: readonly string[]
}

/** The files that a page needs, as addresses below the build. */
export interface PageAssets extends Omit<DocumentParts, 'style' | 'laterStyle' | 'script'> {
  /** Those of the style sheets that the first view does not need. */
  laterSheets: readonly string[]
}

const entryModule = 'src/start/main.tsx'
/** The file of the display face that most headings need (scripts/displayFace.ts). */
const preloadedFont = /cormorant-garamond-600-[\w-]+\.woff2$/
/** The module into which the router's plugin splits a route's component. */
const componentOf = (route: string) => `src/routes/$lang/${route}.tsx?tsr-split=component`
/** What home has below the welcome: the document has its style, and the app its code once it is near. */
const homeContentsModule = 'src/features/home/contents/HomeContents.tsx'
const catalogOf = (lang: Language) => `src/i18n/locales/${lang}.po`
/** The catalog of the public pages besides home (src/i18n/activate.ts). */
const pageCatalogOf = (lang: Language) => `src/i18n/locales/pages/${lang}.po`

/**
 * Reads what the bundler has made. Not Vite's own manifest: it knows a module by its name only where that has a file to
 * itself.
 *
 * @param root the project
 */
export function manifestOf(
  bundle: OutputBundle,
  root: string,
  getModuleInfo: PluginContext['getModuleInfo'],
): BuildManifest {
  const outputs = Object.values(bundle)
  const chunks = outputs.filter((output) => output.type === 'chunk')
  const homes = new Map(chunks.flatMap(({ fileName, moduleIds }) => moduleIds.map((id) => [id, fileName] as const)))
  const find = (id: string): string[] => {
    const home = homes.get(id)
    return home === undefined ? (getModuleInfo(id)?.importedIds ?? []).flatMap(find) : [home]
  }
  return {
    files: new Map(
      chunks.map(({ fileName, imports, viteMetadata }) => [
        fileName,
        { imports, sheets: [...(viteMetadata?.importedCss ?? [])] },
      ]),
    ),
    filesOf: (module) => {
      const found = find(`${root}/${module}`)
      if (found.length === 0) throw new Error(`The build has no module ${module}`)
      return found
    },
    fonts: outputs.map(({ fileName }) => fileName).filter((file) => preloadedFont.test(file)),
  }
}

/** A file of the build and everything that it imports, each once, dependencies first. */
function closureOf(manifest: BuildManifest, file: string, seen: Set<string>): string[] {
  if (seen.has(file)) return []
  seen.add(file)
  const imports = manifest.files.get(file)?.imports ?? []
  return [...imports.flatMap((imported) => closureOf(manifest, imported, seen)), file]
}

const addresses = (files: readonly string[]) => [...new Set(files)].map((file) => `/${file}`)

/**
 * What a page of the app needs: its catalogs and, when its route is known at build time, its component.
 *
 * @param page the name of its route below the language, '' being home; null for any other
 */
export function assetsOf(manifest: BuildManifest, lang: Language, page: string | null): PageAssets {
  const catalogs = page === '' ? [catalogOf(lang)] : [catalogOf(lang), pageCatalogOf(lang)]
  const modules = [entryModule, ...catalogs, ...(page === null ? [] : [componentOf(page || 'index')])]
  const seen = new Set<string>()
  const withImports = (names: readonly string[]) =>
    names.flatMap(manifest.filesOf).flatMap((file) => closureOf(manifest, file, seen))
  const files = withImports(modules)
  const later = page === '' ? withImports([homeContentsModule]) : []
  const sheetsOf = (named: readonly string[]) =>
    addresses(named.flatMap((file) => manifest.files.get(file)?.sheets ?? []))
  const [entry = ''] = addresses(manifest.filesOf(entryModule))
  return {
    entry,
    modules: addresses(files).filter((file) => file !== entry),
    sheets: sheetsOf([...files, ...later]),
    laterSheets: sheetsOf(later).filter((sheet) => !sheetsOf(files).includes(sheet)),
    // Of the whole build: every page has the same headings.
    fonts: addresses(manifest.fonts),
  }
}
