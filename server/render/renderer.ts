import { pathToFileURL } from 'node:url'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { DocumentParts, type RenderPage } from '#contract/document.ts'

/**
 * src/start/renderPage.tsx as one module for Node, and the parts of the documents that the server completes, by file.
 * Hidden files are not served.
 */
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
