import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { defaultLanguage, type Language, languages, languageTags } from '#contract/language.ts'
import {
  cardPage,
  rootPageFile,
  detailPages,
  fallbackPage,
  manifestFile,
  prerenderedFile,
  prerenderedPages,
} from '#contract/pages.ts'
import { type Manifest, pageFiles, type PageFiles, readManifest } from './buildManifest.ts'
import { headScript } from './inlineScripts.ts'
import { completeRootPage } from './rootPage.ts'
import { loadPrerender, type Prerender, prerenderModule, splitRendered, withRendered } from './renderedPage.ts'

/** Everything that the pages are composed of. */
interface Parts {
  folder: string
  /** The page as Vite built it. */
  template: string
  manifest: Manifest
  prerender: Prerender
}

const scriptElement = /\s*<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>/g
const styleElement = /\s*<link rel="stylesheet"[^>]* href="([^"]+)"[^>]*>/g

/** The addresses in the template's elements of one kind. */
function addressesIn(element: RegExp, template: string): string[] {
  return [...template.matchAll(element)].flatMap(([, address]) => address ?? [])
}

/** The template with its style sheets inlined, so that the first paint waits for no request. */
async function withStyles({ folder, template }: Parts, sheets: readonly string[]): Promise<string> {
  const texts = await Promise.all(sheets.map((sheet) => readFile(join(folder, sheet), 'utf8')))
  const styled = template.replaceAll(styleElement, '')
  return styled.replace('</head>', () => `<style>${texts.join('').trim()}</style></head>`)
}

/**
 * What happens when a module of the start cannot be fetched, which a browser does not try again in the same page: the
 * page is loaded again, or the one whose link was pressed, once and as soon as the server answers. Until then, and if
 * that does not help, its links lead away as plain ones (`recordEarlyPress`). The app itself recovers in
 * src/serviceWorker/chunkRecovery.ts.
 */
const recovery =
  "const d=document.documentElement.dataset;if('leaving' in d)return;d.unstarted='';const key='club-bravo.lost-chunk '+location.pathname;" +
  'if(sessionStorage.getItem(key))return;' +
  "for(let wait=1e3;!await fetch('/healthz',{method:'HEAD',cache:'no-store'}).then(({ok})=>ok,()=>false);wait=Math.min(2*wait,3e4))" +
  'await new Promise(then=>setTimeout(then,wait));' +
  "if('leaving' in d)return;sessionStorage.setItem(key,'yes');" +
  'const{href}=document.querySelector(`[data-early="${d.pressed}"]`)??{};href?location.assign(href):location.reload()'

/**
 * The script that loads and starts the app once the first paint is on the screen, which would otherwise compete with it
 * for network and processor: a frame that was only begun still has to be drawn. It wakes the links a few at a time,
 * imports one module after the other, and yields to input in between. A timer starts the app in a background tab, which
 * never paints, and in a browser that tells of no paint. The card's page draws the card first (inlineScripts.ts).
 */
function startScript(template: string): string {
  const wake =
    "let woken=0;for(const link of document.querySelectorAll('link[data-rel]')){link.rel=link.dataset.rel;if(++woken%6==0)await pause()}"
  const modules = JSON.stringify(addressesIn(scriptElement, template))
  const imports = `for(const address of ${modules}){await import(address);await pause()}`
  const start = `async()=>{if(begun)return;begun=true;${wake};try{${imports}}catch(error){console.error(error);${recovery}}}`
  const painted = "new PerformanceObserver(()=>setTimeout(start)).observe({type:'paint',buffered:true})"
  const plan = `requestAnimationFrame(()=>${painted});setTimeout(start,500)`
  return `let begun=false;const pause=()=>new Promise(then=>setTimeout(then)),start=${start},plan=()=>{${plan}};parsed.then(()=>document.shownFirst).then(plan)`
}

/**
 * The page without the template's module scripts, and with links that the start script activates: preloads of the
 * modules that the app will import, and disabled links to the inlined style sheets, which keep the app from fetching
 * them.
 */
function startedAfterPaint(page: string, { modules, styles }: PageFiles): string {
  const links = [
    ...styles.map((address) => `<link data-rel="stylesheet" disabled href="${address}">`),
    ...modules.map((address) => `<link data-rel="modulepreload" crossorigin href="${address}">`),
  ]
  return page.replaceAll(scriptElement, '').replace('</body>', () => `${links.join('')}</body>`)
}

/** The template's own files, then those that the page needs in addition. */
function filesOf({ template, manifest }: Parts, lang: Language, page: string | null): PageFiles {
  const { modules, styles, fonts } = pageFiles(manifest, lang, page)
  return {
    fonts,
    modules: [...new Set([...addressesIn(scriptElement, template), ...modules])],
    styles: [...new Set([...addressesIn(styleElement, template), ...styles])],
  }
}

/** Headings use these fonts. Preloading makes them available for the first paint, so that nothing shifts. */
function fontLinks(fonts: readonly string[]): string {
  return fonts
    .map((address) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${address}">`)
    .join('')
}

/**
 * A page of one language before anything is rendered into it.
 *
 * @param showsMember whether it shows what this device has stored of the member before the app starts
 */
async function frameOf(parts: Parts, lang: Language, page: string | null, showsMember = false): Promise<string> {
  const files = filesOf(parts, lang, page)
  const text = (await withStyles(parts, files.styles))
    .replace('<html lang="en">', `<html lang="${languageTags[lang]}">`)
    .replace(manifestFile(defaultLanguage), manifestFile(lang))
    .replace(/\s*<title>[^<]*<\/title>\s*<meta name="description"[^>]*>/, '')
    .replaceAll(/\s*<!--.*?-->/gs, '')
    .replace('<style>', () => `${headScript(startScript(parts.template), showsMember)}<style>`)
    .replace('</head>', () => `${fontLinks(files.fonts)}</head>`)
  return startedAfterPaint(text, files)
}

async function writePage({ folder }: Parts, file: string, text: string): Promise<void> {
  const path = join(folder, file)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}

async function writeLanguage(parts: Parts, lang: Language): Promise<void> {
  const rendered = async (path: string) => splitRendered(await parts.prerender(lang, path, null))
  for (const [page, name] of Object.entries(prerenderedPages)) {
    const frame = await frameOf(parts, lang, page, page === '')
    const whole = await rendered(page === '' ? `/${lang}` : `/${lang}/${page}`)
    await writePage(parts, prerenderedFile(lang, name), withRendered(frame, whole))
  }
  const cardFrame = await frameOf(parts, lang, cardPage, true)
  const card = await rendered(`/${lang}/${cardPage}`)
  await writePage(parts, prerenderedFile(lang, cardPage), withRendered(cardFrame, card))
  for (const page of detailPages) {
    const frame = await frameOf(parts, lang, `${page}.$alias`)
    // The record is unknown at build time: the server or the app adds its elements of the head.
    const { body } = await rendered(`/${lang}/${page}/-`)
    await writePage(parts, prerenderedFile(lang, page), withRendered(frame, { head: '', body }))
  }
  // Home's chrome, on no page of its menu.
  const chrome = (await rendered(`/${lang}`)).body
    .replace(/(<main\b[^>]*>).*(<\/main>)/s, '$1$2')
    .replaceAll(' aria-current="page"', '')
  const frame = await frameOf(parts, lang, null)
  await writePage(parts, prerenderedFile(lang, fallbackPage), withRendered(frame, { head: '', body: chrome }))
}

/** Builds the app once more, for Node. */
async function buildForNode(root: string, folder: string): Promise<void> {
  const { build } = await import('vite')
  await build({
    root,
    logLevel: 'error',
    build: {
      ssr: 'src/prerender.tsx',
      outDir: join(folder, dirname(prerenderModule)),
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

/**
 * Prerenders the public pages in every language as files of the build (see `contract/pages.ts`). The rendering module
 * stays in the build, for the server.
 *
 * @param root the project
 * @param folder the build, with its manifest
 */
export async function prerenderPages(root: string, folder: string): Promise<void> {
  const template = await readFile(join(folder, rootPageFile), 'utf8')
  const manifest = await readManifest(folder)
  await buildForNode(root, folder)
  const prerender = await loadPrerender(join(folder, prerenderModule))
  const parts = { folder, template, manifest, prerender }
  for (const lang of languages) await writeLanguage(parts, lang)
  await completeRootPage(root, folder)
}
