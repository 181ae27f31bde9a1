import { pathToFileURL } from 'node:url'
import * as v from 'valibot'
import type { Language } from '#contract/language.ts'
import { memberMark } from './inlineScripts.ts'

/** The function of src/prerender.tsx. */
export type Prerender = (lang: Language, path: string, told: string | null) => Promise<string>
const Built = v.object({ prerender: v.custom<Prerender>((value) => typeof value === 'function') })

/** Where the build keeps src/prerender.tsx as one module for Node, below its folder: hidden from those who ask for files. */
export const prerenderModule = '.vite/prerender.js'

/** @param file the build's module */
export async function loadPrerender(file: string): Promise<Prerender> {
  const built: unknown = await import(pathToFileURL(file).href)
  return v.parse(Built, built).prerender
}

/** What React has written, taken apart. */
export interface Rendered {
  /** What belongs into the head: marked, because the app writes it anew. */
  head: string
  body: string
}

/** React writes what belongs into the head first, and comments that only its own hydration reads. */
export function takeApart(rendered: string): Rendered {
  const plain = rendered.replaceAll(/<!--\/?\$-->/g, '').replaceAll(/<script>.*?<\/script>/gs, '')
  const head = /^(?:<(?:link|meta)\b[^>]*>|<title>[^<]*<\/title>)*/.exec(plain)?.[0] ?? ''
  const body = plain.slice(head.length)
  if (/<title\b|<script\b/.test(body)) throw new Error('A page was rendered with parts of the head in its body')
  return { head: head.replaceAll(/<(link|meta|title)\b/g, '<$1 data-prerendered'), body }
}

const root = /<div id="root"[^>]*>.*<\/div>(?=\s*<noscript>)/s

/** Puts into a page what was rendered of it, in the place of what it held before. */
export function withRendered(page: string, { head, body }: Rendered): string {
  if (!root.test(page)) throw new Error('The page has no place for the app')
  return page
    .replace('</head>', () => `${head}</head>`)
    .replace(root, () => `<div id="root" data-prerendered>${memberMark}${body}</div>`)
}
