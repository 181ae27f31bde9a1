import { pathToFileURL } from 'node:url'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import type { Language } from '#contract/language.ts'

/** What a document is made of besides its page (src/start/Document.tsx). */
export const DocumentParts = v.object({
  entry: v.string(),
  modules: v.array(v.string()),
  sheets: v.array(v.string()),
  style: v.string(),
  script: v.string(),
  fonts: v.array(v.string()),
})
export type DocumentParts = v.InferOutput<typeof DocumentParts>

/**
 * How much of a page is rendered: all of it; a list without the data that the document brings, which an address filters; a record that is not known
 * yet, without elements of the head; the chrome of pages that only the app knows.
 */
export type Extent = 'whole' | 'waiting' | 'skeleton' | 'chrome'

/** The function of src/start/renderPage.tsx. */
export type RenderPage = (page: {
  lang: Language
  parts: DocumentParts
  path: string | null
  extent?: Extent
  data?: string | null
}) => Promise<string>

/** src/start/renderPage.tsx as one module for Node, and the parts of the documents that the server completes, by file. Hidden files are not served. */
export const rendererModule = '.vite/renderPage.js'
export const partsFile = '.vite/documents.json'

const Renderer = v.object({ renderPage: v.custom<RenderPage>((value) => typeof value === 'function') })
const Parts = v.pipe(v.string(), v.parseJson(), v.record(v.string(), DocumentParts))

/** @param module src/start/renderPage.tsx, loaded */
export function rendererOf(module: unknown): RenderPage {
  return v.parse(Renderer, module).renderPage
}

/** @param folder the build */
export async function loadRenderer(folder: string): Promise<RenderPage> {
  return rendererOf(await import(pathToFileURL(join(folder, rendererModule)).href))
}

/** @param folder the build */
export async function loadParts(folder: string): Promise<Record<string, DocumentParts>> {
  return v.parse(Parts, await readFile(join(folder, partsFile), 'utf8'))
}
