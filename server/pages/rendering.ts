import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import * as v from 'valibot'
import type { PageContext } from './pageContext.ts'
import type * as Bundle from './serverPages.tsx'

/** serverPages.tsx as one module for Node, below the build. Hidden files are not served. */
export const serverPagesModule = '.vite/serverPages.mjs'
/** Vite's manifest of that module, which names its style sheet. */
export const serverPagesManifest = '.vite/serverPages.json'

const Manifest = v.object({
  'server/pages/serverPages.tsx': v.object({ css: v.tuple([v.string()]) }),
  'src/styles/cormorant-garamond-600.woff2': v.object({ file: v.string() }),
})

/** Where `npm run build` puts them. */
const built = fileURLToPath(new URL('../../dist', import.meta.url))

type Opened = typeof Bundle & { stylesheet: string; font: string }

async function load(folder: string): Promise<Opened> {
  const bundle: typeof Bundle = await import(pathToFileURL(join(folder, serverPagesModule)).href)
  const manifest: unknown = JSON.parse(await readFile(join(folder, serverPagesManifest), 'utf8'))
  const parts = v.parse(Manifest, manifest)
  const [stylesheet] = parts['server/pages/serverPages.tsx'].css
  const { file: font } = parts['src/styles/cormorant-garamond-600.woff2']
  return { ...bundle, stylesheet: `/${stylesheet}`, font: `/${font}` }
}

let opened: Promise<Opened> | undefined

/**
 * Loads the pages and mails of this process, which otherwise happens with the first of them.
 *
 * @param folder where they were built
 */
export function openServerPages(folder = built): Promise<Opened> {
  opened ??= load(folder)
  return opened
}

/** A page of serverPages.tsx as a document of HTML. */
export async function renderPage<Name extends keyof Bundle.PageProps>(
  context: PageContext,
  name: Name,
  props: Bundle.PageProps[Name],
): Promise<string> {
  const { stylesheet, font, pages } = await openServerPages()
  return pages[name]({ ...context, stylesheet, font }, props)
}
