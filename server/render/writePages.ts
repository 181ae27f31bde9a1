import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { defaultLanguage, type Language, languages } from '#contract/language.ts'
import {
  cardPage,
  detailPages,
  fallbackPage,
  listPage,
  prerenderedFile,
  prerenderedPages,
  rootPageFile,
} from '#contract/pages.ts'
import { type Manifest, pageFiles, readManifest } from './buildManifest.ts'
import {
  type DocumentParts,
  type Extent,
  loadRenderer,
  partsFile,
  rendererModule,
  type RenderPage,
} from './renderer.ts'

/** A document of one language. */
interface PageFile {
  /** The name of the route below the language, '' being home; null for the chrome alone. */
  route: string | null
  name: string
  path: string
  extent: Extent
  /** Whether it shows what this device has stored of the member before the app starts. */
  showsMember: boolean
}

function pageFilesOf(lang: Language): PageFile[] {
  const whole = { extent: 'whole', showsMember: false } as const
  return [
    ...Object.entries(prerenderedPages).map(([route, name]) => ({
      ...whole,
      route,
      name,
      path: route === '' ? `/${lang}` : `/${lang}/${route}`,
      showsMember: route === '',
    })),
    { ...whole, route: cardPage, name: cardPage, path: `/${lang}/${cardPage}`, showsMember: true },
    // The record is unknown at build time: the server or the app adds it.
    ...detailPages.map((page) => ({
      route: `${page}.$alias`,
      name: page,
      path: `/${lang}/${page}/-`,
      extent: 'skeleton' as const,
      showsMember: false,
    })),
    // A page of which the chrome says nothing.
    { route: null, name: fallbackPage, path: `/${lang}/campaign/-`, extent: 'chrome', showsMember: false },
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
      rolldownOptions: { input: join(root, entry), output: { format: 'iife', codeSplitting: false } },
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

async function partsOf(folder: string, manifest: Manifest, script: string, page: [Language, string | null]) {
  const { styles, ...files } = pageFiles(manifest, ...page)
  const texts = await Promise.all(styles.map((sheet) => readFile(join(folder, sheet), 'utf8')))
  return { ...files, sheets: styles, style: texts.join('').trim(), script }
}

async function writePage(folder: string, file: string, text: string): Promise<void> {
  const path = join(folder, file)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}

/** Writes the documents of one language. Returns the parts of those that the server completes with data, by file. */
async function writeLanguage(
  build: { folder: string; manifest: Manifest; renderPage: RenderPage; scripts: Record<'page' | 'card', string> },
  lang: Language,
): Promise<Record<string, DocumentParts>> {
  const { folder, manifest, renderPage, scripts } = build
  const completed: Record<string, DocumentParts> = {}
  for (const { route, name, path, extent, showsMember } of pageFilesOf(lang)) {
    const parts = await partsOf(folder, manifest, showsMember ? scripts.card : scripts.page, [lang, route])
    const file = prerenderedFile(lang, name)
    await writePage(folder, file, await renderPage({ lang, parts, path, extent }))
    if (extent === 'skeleton' || name === listPage) completed[file] = parts
  }
  return completed
}

/**
 * Renders the public pages in every language as files of the build (see `contract/pages.ts`), and the page without a language, whose script leads
 * from `/` to home in the person's language. The rendering module stays in the build, for the server.
 *
 * @param root the project
 * @param folder the build, with its manifest
 */
export async function writePages(root: string, folder: string): Promise<void> {
  const manifest = await readManifest(folder)
  await buildForNode(root, folder)
  const renderPage = await loadRenderer(folder)
  const bundled = ['chooseLanguage', 'earlyPage', 'earlyCard'].map((name) => bundleInline(root, `src/start/${name}.ts`))
  const [choose = '', page = '', card = ''] = await Promise.all(bundled)
  const completed: Record<string, DocumentParts>[] = []
  for (const lang of languages)
    completed.push(await writeLanguage({ folder, manifest, renderPage, scripts: { page, card } }, lang))
  await writePage(folder, partsFile, JSON.stringify(Object.assign({}, ...completed)))
  const parts = await partsOf(folder, manifest, choose, [defaultLanguage, null])
  await writePage(folder, rootPageFile, await renderPage({ lang: defaultLanguage, parts, path: null }))
}
