import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { DocumentParts, PageToRender, RenderPage } from '#contract/document.ts'
import { defaultLanguage, type Language, languages } from '#contract/language.ts'
import {
  cardPage,
  detailPages,
  fallbackPage,
  parseCompletedPath,
  prerenderedFile,
  prerenderedPages,
  rootPageFile,
} from '#contract/pages.ts'
import { assetsOf, type BuildManifest, type PageAssets } from './buildManifest.ts'
import { loadRenderer, partsFile, rendererModule } from './renderer.ts'

/** A document of one language. */
interface WrittenPage {
  /** The name of the route below the language, '' being home; null for the chrome alone. */
  route: string | null
  name: string
  path: string
  extent: NonNullable<PageToRender['extent']>
  /** Its inline script: home and card show what this device has stored of the member before the app starts. */
  script: 'page' | 'welcome' | 'card'
}

function pagesIn(lang: Language): WrittenPage[] {
  const whole = { extent: 'whole', script: 'page' } as const
  return [
    ...Object.entries(prerenderedPages).map(([route, name]): WrittenPage => ({
      ...whole,
      route,
      name,
      path: route === '' ? `/${lang}` : `/${lang}/${route}`,
      script: route === '' ? 'welcome' : 'page',
    })),
    { ...whole, route: cardPage, name: cardPage, path: `/${lang}/${cardPage}`, script: 'card' },
    // The record is unknown at build time: the server or the app adds it.
    ...detailPages.map((page): WrittenPage => ({
      route: `${page}.$alias`,
      name: page,
      path: `/${lang}/${page}/-`,
      extent: 'skeleton',
      script: 'page',
    })),
    // A page of which the chrome says nothing.
    { route: null, name: fallbackPage, path: `/${lang}/campaign/-`, extent: 'chrome', script: 'page' },
  ]
}

/** Bundles a module of the app into a classic script, which stands in a document. */
async function bundleInline(root: string, entry: string): Promise<string> {
  const { build } = await import('vite')
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: join(root, entry),
        output: { format: 'iife', codeSplitting: false },
        // Of a module, only what is used.
        treeshake: { moduleSideEffects: false },
      },
    },
  })
  const chunk = 'output' in built ? built.output.find(({ type }) => type === 'chunk') : undefined
  if (chunk?.type !== 'chunk' || chunk.code.includes('</')) throw new Error(`${entry} is no inline script`)
  return chunk.code.trim()
}

/** Builds the app once more, for Node. */
async function buildForNode(root: string, folder: string): Promise<void> {
  const { build } = await import('vite')
  await build({
    root,
    logLevel: 'error',
    build: {
      ssr: 'src/start/renderPage.tsx',
      outDir: join(folder, dirname(rendererModule)),
      emptyOutDir: false,
      copyPublicDir: false,
      manifest: false,
      rolldownOptions: { output: { codeSplitting: false } },
    },
    ssr: { noExternal: true },
    // A bundle for Node would otherwise choose between React's development and production builds at run time.
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  })
}

async function partsOf(folder: string, assets: PageAssets, script: string): Promise<DocumentParts> {
  const { laterSheets, ...others } = assets
  const textOf = async (sheets: readonly string[]) =>
    (await Promise.all(sheets.map((sheet) => readFile(join(folder, sheet), 'utf8')))).join('').trim()
  return {
    ...others,
    style: await textOf(assets.sheets.filter((sheet) => !laterSheets.includes(sheet))),
    laterStyle: await textOf(laterSheets),
    script,
  }
}

async function writePage(folder: string, file: string, text: string): Promise<void> {
  const path = join(folder, file)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}

/** Writes the documents of one language. Returns the parts of those that the server completes with data, by file. */
async function writeLanguage(
  build: {
    folder: string
    manifest: BuildManifest
    renderPage: RenderPage
    scripts: Record<WrittenPage['script'], string>
  },
  lang: Language,
): Promise<Record<string, DocumentParts>> {
  const { folder, manifest, renderPage, scripts } = build
  const completed: Record<string, DocumentParts> = {}
  for (const { route, name, path, extent, script } of pagesIn(lang)) {
    const parts = await partsOf(folder, assetsOf(manifest, lang, route), scripts[script])
    const file = prerenderedFile(lang, name)
    await writePage(folder, file, await renderPage({ lang, parts, path, extent }))
    if (parseCompletedPath(path) !== null) completed[file] = parts
  }
  return completed
}

/**
 * Renders the public pages in every language as files of the build (see `contract/pages.ts`), and the page without a
 * language, whose script leads from `/` to home in the person's language. The rendering module stays in the build, for
 * the server.
 *
 * @param root the project
 * @param folder the build
 */
export async function writePages(root: string, folder: string, manifest: BuildManifest): Promise<void> {
  await buildForNode(root, folder)
  const renderPage = await loadRenderer(folder)
  const [choose, page, welcome, card] = await Promise.all([
    bundleInline(root, 'src/start/chooseLanguage.ts'),
    bundleInline(root, 'src/start/earlyPage.ts'),
    bundleInline(root, 'src/start/earlyWelcome.ts'),
    bundleInline(root, 'src/start/earlyCard.ts'),
  ])
  const completed: Record<string, DocumentParts>[] = []
  for (const lang of languages)
    completed.push(await writeLanguage({ folder, manifest, renderPage, scripts: { page, welcome, card } }, lang))
  await writePage(folder, partsFile, JSON.stringify(Object.assign({}, ...completed)))
  const parts = await partsOf(folder, assetsOf(manifest, defaultLanguage, null), choose)
  await writePage(folder, rootPageFile, await renderPage({ lang: defaultLanguage, parts, path: null }))
}
