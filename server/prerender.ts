import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as v from 'valibot'
import { type Language, languages, languageTags } from '#contract/language.ts'
import { anyPage, bareFile, prerenderedFile, prerenderedPages } from '#contract/pages.ts'
import { type Manifest, pageFiles, type PageFiles, readManifest } from './buildManifest.ts'
import { memberMark } from './memberMark.ts'

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
}

const scriptElement = /\s*<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>/g
const styleElement = /\s*<link rel="stylesheet"[^>]* href="([^"]+)"[^>]*>/g

/** The addresses that the template's elements of one kind name. */
function namedBy(element: RegExp, template: string): string[] {
  return [...template.matchAll(element)].flatMap(([, address]) => address ?? [])
}

/** React writes what belongs into the head first, and comments that only its own hydration reads. */
function takeApart(rendered: string): { head: string; body: string } {
  const plain = rendered.replaceAll(/<!--\/?\$-->/g, '').replaceAll(/<script>.*?<\/script>/gs, '')
  const head = /^(?:<(?:link|meta)\b[^>]*>|<title>[^<]*<\/title>)*/.exec(plain)?.[0] ?? ''
  const body = plain.slice(head.length)
  if (/<title\b|<script\b/.test(body)) throw new Error('A page was rendered with parts of the head in its body')
  return { head: head.replaceAll(/<(link|meta|title)\b/g, '<$1 data-prerendered'), body }
}

/** The template with the style sheets of what is painted in it, so that the first paint waits for nothing. */
async function withStyles({ folder, template }: Parts, sheets: readonly string[]): Promise<string> {
  const texts = await Promise.all(sheets.map((sheet) => readFile(join(folder, sheet), 'utf8')))
  const styled = template.replaceAll(styleElement, '')
  return styled.replace('</head>', () => `<style>${texts.join('').trim()}</style></head>`)
}

/**
 * The line that fetches and starts the app once the page has been painted: before that, the app would keep the paint waiting, for the
 * network and for the processor. One module after the other, with a pause for whoever presses something meanwhile. Where nothing is
 * painted, as in a tab in the background, it starts all the same: what is imported twice starts once.
 */
function startLine(template: string): string {
  const wake = "for(const link of document.querySelectorAll('link[data-rel]'))link.rel=link.dataset.rel"
  const modules = JSON.stringify(namedBy(scriptElement, template))
  const imports = `for(const address of ${modules}){await import(address);await pause()}`
  const start = `async()=>{${wake};${imports}}`
  const line = `{const pause=()=>new Promise(then=>setTimeout(then)),start=${start};requestAnimationFrame(()=>setTimeout(start));setTimeout(start,500)}`
  return `<script>${line}</script>`
}

/**
 * The page with the line that starts the app instead of the template's own start, and with links that this line wakes: to the modules
 * that the app will ask for one after the other, and, switched off for good, to the style sheets that the page has in itself: by
 * these the app sees that it need not fetch them.
 */
function startedAfterPaint(page: string, template: string, { modules, styles }: PageFiles): string {
  const links = [
    ...styles.map((address) => `<link data-rel="stylesheet" disabled href="${address}">`),
    ...modules.map((address) => `<link data-rel="modulepreload" crossorigin href="${address}">`),
  ]
  return page.replaceAll(scriptElement, '').replace('</body>', () => `${links.join('')}${startLine(template)}</body>`)
}

/** What the template names itself, and then what the page needs besides. */
function filesOf({ template, manifest }: Parts, lang: Language, page: string | null): PageFiles {
  const { modules, styles, fonts } = pageFiles(manifest, lang, page)
  return {
    fonts,
    modules: [...new Set([...namedBy(scriptElement, template), ...modules])],
    styles: [...new Set([...namedBy(styleElement, template), ...styles])],
  }
}

/** Every heading is in these: asked for with the page itself, they are mostly there for the first paint, and nothing moves. */
function fontLinks(fonts: readonly string[]): string {
  return fonts
    .map((address) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${address}">`)
    .join('')
}

/** @param page as `contract/pages.ts` has it, or null for what all the others start from */
async function pageOf(parts: Parts, lang: Language, page: string | null, rendered: string): Promise<string> {
  const { head, body } = takeApart(rendered)
  const files = filesOf(parts, lang, page)
  const text = (await withStyles(parts, files.styles))
    .replace('<html lang="en">', `<html lang="${languageTags[lang]}">`)
    .replace(/\s*<title>[^<]*<\/title>\s*<meta name="description"[^>]*>/, '')
    .replace('</head>', () => `${fontLinks(files.fonts)}${page === null ? '' : head}</head>`)
    .replace('<div id="root"></div>', () => `<div id="root" data-prerendered>${memberMark}${body}</div>`)
  return startedAfterPaint(text, parts.template, files)
}

async function writePage({ folder }: Parts, file: string, text: string): Promise<void> {
  const path = join(folder, file)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}

async function writeLanguage(parts: Parts, lang: Language): Promise<void> {
  for (const [page, name] of Object.entries(prerenderedPages)) {
    const rendered = await parts.prerender(lang, page === '' ? `/${lang}` : `/${lang}/${page}`)
    await writePage(parts, prerenderedFile(lang, name), await pageOf(parts, lang, page, rendered))
  }
  const chrome = (await parts.prerender(lang, `/${lang}`)).replace(/(<main\b[^>]*>).*(<\/main>)/s, '$1$2')
  await writePage(parts, prerenderedFile(lang, anyPage), await pageOf(parts, lang, null, chrome))
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
  const manifest = await readManifest(folder)
  const { prerender, remove } = await loadPrerender(root)
  try {
    const parts = { folder, template, manifest, prerender }
    for (const lang of languages) await writeLanguage(parts, lang)
  } finally {
    await remove()
  }
}
